#!/usr/bin/env bash
# Makes the data sets, stores them with each program twice, asks compscan, and writes the table of docs/internals/accuracy.md.
#
#   dev/accuracy/all.sh DIR               everything, in DIR: some 4 GB and a quarter of an hour
#   dev/accuracy/all.sh --small DIR       a small set of the held-out half; writes no document, and fails if a row does not hold
#
# As root, Btrfs is measured as well. PROFILES="restic borg" measures these only.
set -euo pipefail
small=
if [ "${1:-}" = --small ]; then
  small=yes
  shift
fi
[ $# -eq 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"

if [ -n "$small" ]; then
  "$here/data.sh" "$PWD/data" 0.2 mail
  rm -f results
  PROFILES="restic borg squashfs" python3 "$here/measure.py" run data results held/mail
  ! grep -c '| no |$' <(python3 "$here/measure.py" table results)
  exit
fi
"$here/data.sh" "$PWD/data"
rm -f results
for half in held fit; do
  for set in data/$half/*; do
    python3 "$here/measure.py" run data results "${set#data/}"
  done
done
python3 "$here/measure.py" table results "$here/../../docs/internals/accuracy.md"
