#!/usr/bin/env bash
# Compares what compscan says the next backup adds with what restic and casync really add: ten states of three trees. It prints the rows of
# docs/internals/accuracy.md.
#
#   dev/accuracy/next-backup.sh DIR [TREE...]      in DIR, which must not exist: some 3 GB and 15 minutes
#
# The trees are source, documents and database. COMPSCAN is the command to run (default: the checkout's compscan). Programs that are not installed
# are named and left out.
set -euo pipefail
[ $# -ge 1 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
for program in restic casync; do
  command -v $program >/dev/null || echo "$program is not installed, so it is not run" >&2
done
mkdir "$1"
exec python3 "$here/next-backup.py" "$@"
