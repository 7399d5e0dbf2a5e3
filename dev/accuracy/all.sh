#!/usr/bin/env bash
# Makes the data sets, stores them with each program twice, asks compscan, and writes the table of docs/internals/accuracy-sets.md.
#
#   dev/accuracy/all.sh DIR               everything, in DIR: some 5 GB and 20 minutes
#   dev/accuracy/all.sh --small DIR       a small set of the held-out half; writes no document, and fails if a row does not hold
#
# As root, Btrfs is measured as well. PROFILES="restic borg" measures these only. Where there is cargo and no rustic, cargo builds it in DIR, which
# takes some minutes more. Programs that are not there are named and left out.
set -euo pipefail
small=
if [ "${1:-}" = --small ]; then
  small=yes
  shift
fi
[ $# -eq 1 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"

if [ -n "$small" ]; then
  # A set that AccuracyTest does not have.
  "$here/data.sh" "$PWD/data" 1 links
  rm -f results
  PROFILES="restic borg squashfs casync-tree" python3 "$here/measure.py" run data results held/links
  ! grep -c '| no |$' <(python3 "$here/measure.py" table results)
  exit
fi
if ! command -v rustic >/dev/null && command -v cargo >/dev/null; then
  cargo install --quiet --locked --no-default-features --root "$PWD/cargo" --version 0.11.4 rustic-rs || true
  PATH=$PATH:$PWD/cargo/bin
fi
for program in restic rustic borg borg2 kopia mksquashfs mkfs.btrfs duperemove mkfs.erofs casync; do
  command -v $program >/dev/null || echo "$program is not installed, so it is not run" >&2
done
"$here/data.sh" "$PWD/data"
rm -f results
for half in held fit; do
  for set in data/$half/*; do
    python3 "$here/measure.py" run data results "${set#data/}"
  done
done
python3 "$here/measure.py" table results "$here/../../docs/internals/accuracy-sets.md"

# An OSD on a file.
if command -v ceph-osd >/dev/null; then
  CEPH=$PWD/ceph "$here/ceph.sh" image data/held/headers data/held/programs data/held/database data/held/logs data/held/modules
  CEPH=$PWD/ceph "$here/ceph.sh" objects data/held/headers data/held/checkout data/held/logs
fi

# Block devices and pools need root and a guest of their own.
if [ "$(id -u)" = 0 ] && command -v qemu-system-x86_64 mmdebstrap >/dev/null; then
  export GUEST=$PWD/guest
  "$here/guest.sh" build
  "$here/guest.sh" vdo data/held/headers data/held/programs
  "$here/guest.sh" zfs data/held/headers data/held/programs
fi
