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

# Prints a row. What a repository draws at random decides where its chunks end; the second prediction is told what was drawn.
#   row PROFILE ACTUAL_BYTES [PROFILE_FILE ACTUAL_BYTES]
row() {
  scan --profile "$1" >"$WORK/result.json"
  if [ $# -eq 4 ]; then
    scan --profile-file "$3" >"$WORK/told.json"
  fi
  python3 - "$name" "$WORK" "$@" <<'PYTHON'
import json, sys
name, work, profile, actual, *told = sys.argv[1:]
result = json.load(open(f"{work}/result.json"))
def deviation(result, actual):
    return f"{100 * (result['profiles'][0]['allocatedBytes'] / int(actual) - 1):+.2f} %"
predicted = result["profiles"][0]["allocatedBytes"]
told = deviation(json.load(open(f"{work}/told.json")), told[1]) if told else ""
print(f"| {name} | {profile} | {result['totals']['scannedBytes']:,} | {predicted:,} | {int(actual):,} | {deviation(result, actual)} | {told} |")
PYTHON
}

scan() {
  "$home/compscan" scan "${states[@]}" "$@" --json 2>"$WORK/scan.err" || { cat "$WORK/scan.err" >&2; exit 1; }
}

# Prints a profile that comes with compscan with something in it replaced.
profile_like() {
  "$home/compscan" profiles "$1" --toml | sed -e "s/^name = .*/name = \"told\"/" -e "s/$2/$3/"
}

if has restic; then
  restic="restic --quiet --no-cache --repo $WORK/restic"
  $restic init
  for state in "${states[@]}"; do
    (cd "$state" && $restic backup .)
  done
  polynomial=$($restic cat config | sed -n 's/.*"chunker_polynomial": "\(.*\)".*/\1/p')
  profile_like restic 'poly=0x[0-9a-f]*' "poly=0x$polynomial" >"$WORK/restic.toml"
  row restic "$(bytes_in "$WORK/restic")" "$WORK/restic.toml" "$(bytes_in "$WORK/restic")"
fi
if has borg; then
  # Without a key the table is the plain one, and a chunk takes 40 bytes less.
  for encryption in repokey none; do
    borg init --encryption=$encryption "$WORK/borg-$encryption" 2>/dev/null
    number=0
    for state in "${states[@]}"; do
      number=$((number + 1))
      (cd "$state" && borg create "$WORK/borg-$encryption::$number" .)
    done
  done
  profile_like borg 'bytesPerChunk = 159 ' 'bytesPerChunk = 119 ' >"$WORK/borg.toml"
  row borg "$(bytes_in "$WORK/borg-repokey")" "$WORK/borg.toml" "$(bytes_in "$WORK/borg-none")"
fi
if has mksquashfs; then
  mksquashfs "${states[@]}" "$WORK/image.squashfs" -no-progress -quiet >/dev/null
  row squashfs "$(stat -c %s "$WORK/image.squashfs")"
fi
