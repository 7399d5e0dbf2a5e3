#!/usr/bin/env bash
# How fast is compscan beside others? Times whole processes, from the shell to the report, by turns on one file in the page cache. Wants a quiet machine.
#
#   benchmarks/peers.sh FILE [LAUNCHER...]      such as benchmarks/peers.sh usr.tar, or with 'java -jar compscan.jar'
#
# Runs ./compscan (or each LAUNCHER) with SHA-1 and with --fast, and beside it, where they are found:
#   QDDA            the binary of the Quick and Dirty Deduplication Analyzer (environment QDDA, else qdda on the path)
#   vdoestimator    of VDO (VDOESTIMATOR, else on the path); its chunks always have 4 KiB
#   restic          backup --dry-run; it cuts by content and compresses with Zstandard
#   sha1sum         reads and digests, and nothing else
# ROUNDS (5), CHUNK_KIB (16, as QDDA's own default), COMPRESS ("none lz4") and OPTIONS of the scan (--exact, since QDDA compresses every chunk)
# come from the environment. QDDA refuses a database below /dev, so TMPDIR had better be on a tmpfs elsewhere. A hard link of FILE in TMPDIR serves
# vdoestimator, which takes no file; on another file system it is a copy. Prints for each program the medians of its wall and processor time in
# seconds, and the medians of both by those of compscan --fast in the same round, with the least and the most.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
file=$(readlink -f "$1")
shift
[ $# != 0 ] || set -- "$here/compscan"
rounds=${ROUNDS:-5}
chunk=${CHUNK_KIB:-16}
qdda=${QDDA:-$(command -v qdda || true)}
vdoestimator=${VDOESTIMATOR:-$(command -v vdoestimator || true)}
restic=${RESTIC:-$(command -v restic || true)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
TIMEFORMAT='%3R %3U %3S'
export RESTIC_PASSWORD=none

names=()
kinds=()
add() {
  kinds+=("$1")
  names+=("$2")
}
for launcher in "$@"; do
  add "fast $launcher" "${launcher##*/} scan --fast"
  add "sha1 $launcher" "${launcher##*/} scan"
done
[ -z "$qdda" ] || add qdda QDDA
[ -z "$vdoestimator" ] || add vdoestimator "vdoestimator (4 KiB)"
[ -z "$restic" ] || add restic "restic backup --dry-run"
add sha1sum sha1sum

if [ -n "$restic" ]; then
  "$restic" -q init -r "$work/repository"
fi
if [ -n "$vdoestimator" ]; then
  mkdir "$work/tree"
  ln "$file" "$work/tree/file" 2>/dev/null || cp "$file" "$work/tree/file"
fi

# Runs one program. Launchers are several words, on purpose.
# shellcheck disable=SC2086
one() {
  local compress=$2 launcher=${1#* }
  # shellcheck disable=SC2046 # An option or none.
  case $1 in
    fast\ *) $launcher scan --quiet ${OPTIONS---exact} --fast --chunk "${chunk}k" --compress "$compress" "$file" ;;
    sha1\ *) $launcher scan --quiet ${OPTIONS---exact} --chunk "${chunk}k" --compress "$compress" "$file" ;;
    qdda) "$qdda" -q -b 0 -d "$work/q.db" --tmpdir "$work" --array "custom:$chunk:$chunk" --compress "$compress" "$file" ;;
    vdoestimator) "$vdoestimator" --index "$work/index" $([ "$compress" != none ] || echo --dedupeOnly) "$work/tree" ;;
    restic) "$restic" -q -r "$work/repository" --no-cache backup --dry-run --compression "$([ "$compress" = none ] && echo off || echo auto)" "$file" ;;
    sha1sum) sha1sum "$file" ;;
  esac
}

# The medians of a file of times, and of their quotients by those of another.
row() {
  paste -d ' ' "$1" "$2" | awk -v name="$3" '
    function sort(a, n,    i, j, t) {
      for (i = 2; i <= n; i++)
        for (j = i; j > 1 && a[j - 1] > a[j]; j--) { t = a[j]; a[j] = a[j - 1]; a[j - 1] = t }
    }
    function median(a, n) { sort(a, n); return n % 2 ? a[(n + 1) / 2] : (a[n / 2] + a[n / 2 + 1]) / 2 }
    { wall[NR] = $1; cpu[NR] = $2 + $3; wallRatio[NR] = $1 / $4; cpuRatio[NR] = ($2 + $3) / ($5 + $6) }
    END {
      w = median(wall, NR); c = median(cpu, NR); wr = median(wallRatio, NR); cr = median(cpuRatio, NR)
      printf "%-34s %7.2f %7.2f   %5.2f (%.2f to %.2f)   %5.2f (%.2f to %.2f)\n", name, w, c, wr, wallRatio[1], wallRatio[NR], cr, cpuRatio[1], cpuRatio[NR]
    }'
}

cat "$file" >/dev/null
printf '%s bytes, chunks of %s KiB, %s processors, load %s, medians of %s\n' \
  "$(stat -c %s "$file")" "$chunk" "$(nproc)" "$(cut -d ' ' -f 1 /proc/loadavg)" "$rounds"
printf '%-34s %7s %7s   %s\n' "" wall cpu "wall and cpu by those of --fast"
for compress in ${COMPRESS:-none lz4}; do
  for ((round = 0; round <= rounds; round++)); do
    for number in "${!kinds[@]}"; do
      rm -rf "$work"/q*.db "$work/index"
      { time one "${kinds[number]}" "$compress" >"$work/out" 2>&1 </dev/null; } 2>>"$work/$compress.$number" || {
        cat "$work/out" >&2
        exit 1
      }
    done
    # The first round fills caches, those of classes, too.
    [ "$round" != 0 ] || rm -f "$work/$compress".*
  done
  for number in "${!kinds[@]}"; do
    row "$work/$compress.$number" "$work/$compress.0" "$compress: ${names[number]}"
  done
done
[ -n "$qdda" ] || echo "absent: QDDA (github.com/outrunnl/qdda)"
[ -n "$vdoestimator" ] || echo "absent: vdoestimator (github.com/dm-vdo/vdoestimator)"
[ -n "$restic" ] || echo "absent: restic"
