#!/usr/bin/env bash
# Makes the latest sets of docs/internals/accuracy-sets.md: DIR/latest/SET.
#
#   dev/accuracy/latest.sh DIR
#
# As root, on Debian: packages come by apt-get, and their versions decide the bytes.
set -euo pipefail
[ $# -eq 1 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=dev/accuracy/packages.sh
. "$here/packages.sh"
prepare "$1" latest

# Sources of crates, compiled libraries of Rust, two interpreters of Python, a client of a cloud, scripts of the web, firmware, compiled Haskell.
for crate in serde regex syn clap tokio rayon nom; do
  package librust-$crate-dev latest/crates
done
package libstd-rust-dev latest/libraries
package libpython3.11-stdlib latest/interpreters
package pypy3-lib latest/interpreters
package python3-botocore latest/cloud
package awscli latest/cloud
for script in libjs-bootstrap5 libjs-jquery-ui libjs-codemirror libjs-mathjax; do
  package $script latest/web
done
package ovmf latest/firmware
package seabios latest/firmware
package libghc-aeson-dev latest/haskell

# A disk in four states: files come, go and change, and each state is a sparse file.
states() {
  local name=$1 make=$2
  mkdir -p "latest/$name" "$work/mount"
  rm -f "$work/disk.img"
  truncate -s 400M "$work/disk.img"
  $make "$work/disk.img" >/dev/null 2>&1
  for day in 1 2 3 4; do
    mount -o loop "$work/disk.img" "$work/mount"
    case $day in
    1) cp -r /usr/share/perl "$work/mount/" ;;
    2) cp -r /usr/lib/python3 "$work/mount/" ;;
    3)
      rm -rf "$work/mount"/perl/*/unicore
      cp -r /usr/share/perl5 "$work/mount/"
      ;;
    4) find "$work/mount" -name '*.pm' | LC_ALL=C sort | sed -n '1~40p' | while read -r file; do echo "# change" >>"$file"; done ;;
    esac
    umount "$work/mount"
    cp --sparse=always "$work/disk.img" "latest/$name/day$day.img"
  done
}
states machine "mkfs.ext4 -q -F"
states other-machine "mkfs.xfs -q"

python3 "$here/latest.py" "$PWD"
