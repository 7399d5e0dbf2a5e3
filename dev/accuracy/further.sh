#!/usr/bin/env bash
# Makes the further sets of docs/internals/accuracy-sets.md: DIR/further/SET, and DIR/moves/days and DIR/sqlite/database for states of one tree.
# Nothing was set by them.
#
#   dev/accuracy/further.sh DIR
#
# As root, on Debian: packages come by apt-get, and their versions decide the bytes.
set -euo pipefail
[ $# -eq 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=dev/accuracy/packages.sh
. "$here/packages.sh"
prepare "$1" further

# A game's levels, dictionaries, translations, documents, grids of maps, models of speech, headers of C++, pages of HTML, fonts of large alphabets,
# scripts, sources of Go, time zones.
package freedoom further/levels
package wordnet-base further/dictionaries
package dict-gcide further/dictionaries
package iso-codes further/translations
package libreoffice-l10n-ja further/translations
package texlive-latex-base-doc further/documents
package proj-data further/grids
package ncbi-data further/grids
package pocketsphinx-en-us further/models
package tesseract-ocr-eng further/models
package libboost1.81-dev further/templates
package openjdk-17-doc further/pages
package fonts-noto-cjk further/alphabets
package node-typescript further/scripts
package golang-1.19-src further/go
package tzdata further/zones

# Modules of a kernel.
kernel=$(apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: \(linux-image-[0-9][^ ]*\).*/\1/p' | head -1)
package "$kernel" "$work/kernel"
mkdir -p further/drivers
find "$work/kernel" -name '*.ko' | sort | sed -n 1,1500p | xargs -d '\n' cp -t further/drivers

# A disk of Windows' file system.
mkdir -p further/ntfs "$work/mount"
truncate -s 300M further/ntfs/disk.img
mkntfs -F -Q -q further/ntfs/disk.img >/dev/null 2>&1
mount -t ntfs-3g -o loop further/ntfs/disk.img "$work/mount"
cp -rL /usr/share/perl /usr/lib/python3 "$work/mount/"
umount "$work/mount"

# Archives of a tree that grows and changes, each a layer of an image.
mkdir -p further/layers "$work/tree"
for tree in /usr/share/perl /usr/share/perl5 /usr/lib/python3; do
  cp -a $tree "$work/tree/"
  for version in 1 2 3; do
    find "$work/tree" -type f | LC_ALL=C sort | sed -n "${version}~97p" | while read -r file; do
      chmod u+w "$file"
      echo "# $version" >>"$file"
      touch -d "@170000000$version" "$file"
    done
    tar -C "$work/tree" --sort=name -cf "further/layers/$(basename $tree)-$version.tar" .
  done
done

python3 "$here/further.py" "$PWD"
