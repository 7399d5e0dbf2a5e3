#!/usr/bin/env bash
# Makes the sets of small files of docs/internals/accuracy-sets.md, DIR/small/SET, from the files of this machine. Nothing was set by them.
#
#   dev/accuracy/small.sh DIR
set -euo pipefail
[ $# -eq 1 ] || { sed -n '2,4s/^# \{0,1\}//p' "$0" >&2; exit 2; }
mkdir -p "$1/small"
cd "$1/small"
rm -rf settings packages icons perl pip poms python timezones

cp -a /etc settings
cp -a /var/lib/dpkg/info packages
cp -a /usr/share/icons icons
cp -a /usr/share/perl perl
cp -a /usr/share/zoneinfo timezones
# What Maven notes beside the jars that it fetches.
mkdir poms
(cd "${HOME:?}/.m2/repository" && find . -type f \( -name '*.pom' -o -name '*.sha1' -o -name '_remote*' \) -print0 | tar cf - --null -T -) | tar xf - -C poms
# Sixty packages, and pip by itself.
packages=$(python3 -c 'import site; print(site.getsitepackages()[0])')
mkdir pip python
cp -a "$packages"/pip* pip
find "$packages" -mindepth 1 -maxdepth 1 ! -name 'pip*' -print0 | LC_ALL=C sort -z | head -z -n 60 | xargs -0 cp -a -t python
