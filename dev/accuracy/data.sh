#!/usr/bin/env bash
# Makes the data sets of docs/accuracy.md in a directory: what compscan generates, and parts of this machine.
#
#   dev/accuracy/data.sh DIR
set -euo pipefail
[ $# -eq 1 ] || { sed -n '2,4s/^# \{0,1\}//p' "$0" >&2; exit 2; }
home=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
cd "$1"

"$home/compscan" generate -o generated --size 200m --files 60 --chunk 1m --run 4m --dedup 1.5 --compress 2
cp -a /usr/share/doc documents
cp -a /usr/include headers
mkdir scripts programs
cp -a /usr/lib/python3* /usr/share/perl scripts
find /usr/bin -type f -size +3M -size -20M | sort | head -20 | xargs cp -t programs
mkdir days
cp -a /usr/share/perl days/1
python3 "$home/dev/accuracy/change.py" days/1 1
for day in 2 3 4 5; do
  cp -a "days/$((day - 1))" "days/$day"
  python3 "$home/dev/accuracy/change.py" "days/$day" "$day"
done
