#!/usr/bin/env bash
# Stores directories with restic, Borg, mksquashfs, ..., and prints what compscan predicts of it: rows of docs/accuracy.md.
#
#   dev/accuracy/measure.sh NAME DIR...
#
# Several directories are states of one tree: backup programs store them one after the other in one repository. Programs that are not
# installed are left out. WORK=DIR is where repositories and images are written (default: a temporary directory, removed at the end).
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 2; }
home=$(cd "$(dirname "$0")/../.." && pwd)
name=$1
shift
states=()
for state in "$@"; do
  states+=("$(cd "$state" && pwd)")
done
if [ -z "${WORK:-}" ]; then
  WORK=$(mktemp -d)
  trap 'rm -rf "$WORK"' EXIT
fi
export RESTIC_PASSWORD=secret BORG_PASSPHRASE=secret BORG_BASE_DIR=$WORK/borg-home BORG_UNKNOWN_UNENCRYPTED_REPO_ACCESS_IS_OK=yes

bytes_in() {
  find "$1" -type f -printf '%s\n' | awk '{ sum += $1 } END { printf "%d\n", sum }'
}

has() {
  command -v "$1" >/dev/null || { echo "$1 is not installed" >&2; return 1; }
}

# Prints a row: the profile, what it predicts, what there is.
row() {
  "$home/compscan" scan "${states[@]}" --profile "$1" --json 2>"$WORK/scan.err" >"$WORK/result.json" || {
    cat "$WORK/scan.err" >&2
    exit 1
  }
  python3 - "$name" "$1" "$2" "$WORK/result.json" <<'PYTHON'
import json, sys
name, profile, actual, file = sys.argv[1:]
result = json.load(open(file))
predicted = result["profiles"][0]["allocatedBytes"]
deviation = 100 * (predicted / int(actual) - 1)
print(f"| {name} | {profile} | {result['totals']['scannedBytes']:,} | {predicted:,} | {int(actual):,} | {deviation:+.2f} % |")
PYTHON
}

if has restic; then
  restic="restic --quiet --no-cache --repo $WORK/restic"
  $restic init
  for state in "${states[@]}"; do
    (cd "$state" && $restic backup .)
  done
  row restic "$(bytes_in "$WORK/restic")"
fi
if has borg; then
  borg init --encryption=repokey "$WORK/borg" 2>/dev/null
  number=0
  for state in "${states[@]}"; do
    number=$((number + 1))
    (cd "$state" && borg create "$WORK/borg::$number" .)
  done
  row borg "$(bytes_in "$WORK/borg")"
fi
if has mksquashfs; then
  mksquashfs "${states[@]}" "$WORK/image.squashfs" -no-progress -quiet >/dev/null
  row squashfs "$(stat -c %s "$WORK/image.squashfs")"
fi
