#!/usr/bin/env bash
# Times whole processes, from the shell to the report: QDDA, then compscan by each of its launchers, in turn. Wants a quiet machine.
#
#   benchmarks/cold-start.sh QDDA FILE [LAUNCHER...]      e.g. qdda/src/qdda usr.tar 'java -jar compscan.jar' ./compscan
#
# QDDA is the binary of the Quick and Dirty Deduplication Analyzer, which takes no tree, so FILE is one file that fits into the page cache.
# Without a launcher: java -jar and ./compscan. ROUNDS (7), CHUNK_KIB (16, as QDDA's own default), COMPRESS ("none lz4") and OPTIONS of the scan
# (--exact, since QDDA compresses every chunk) come from the environment. QDDA refuses a database below /dev; TMPDIR had better be on a tmpfs elsewhere. Prints for each command the medians of the wall and the processor time, and of QDDA's wall time by that of the same round.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
qdda=$(readlink -f "$1")
file=$(readlink -f "$2")
shift 2
if [ $# = 0 ]; then
  set -- "java -jar $here/compscan-cli/target/compscan.jar" "$here/compscan"
fi
rounds=${ROUNDS:-7}
chunk=${CHUNK_KIB:-16}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
TIMEFORMAT='%3R %3U %3S'

# Appends the times of a command to a file: wall, user, system.
timed() {
  local to=$1
  shift
  { time "$@" >"$work/out" 2>&1 </dev/null || { cat "$work/out" >&3; exit 1; }; } 3>&2 2>>"$to"
}

run_qdda() {
  rm -f "$work"/q*.db
  timed "$work/$1.0" "$qdda" -q -b 0 -d "$work/q.db" --tmpdir "$work" --array "custom:$chunk:$chunk" --compress "$1" "$file"
}

# The medians of the wall and the processor time of a file, and the quotients of QDDA's wall time by it.
row() {
  paste -d ' ' "$1" "$2" | awk -v name="$3" '
    function median(a, n,    i, j, t) {
      for (i = 2; i <= n; i++)
        for (j = i; j > 1 && a[j - 1] > a[j]; j--) { t = a[j]; a[j] = a[j - 1]; a[j - 1] = t }
      return n % 2 ? a[(n + 1) / 2] : (a[n / 2] + a[n / 2 + 1]) / 2
    }
    { wall[NR] = $4; cpu[NR] = $5 + $6; ratio[NR] = $1 / $4 }
    END {
      w = median(wall, NR); c = median(cpu, NR); r = median(ratio, NR)
      printf "%-60s %7.2f %7.2f   %.2f (%.2f to %.2f)\n", name, w, c, r, ratio[1], ratio[NR]
    }'
}

cat "$file" >/dev/null
printf '%-60s %7s %7s   %s\n' "" wall cpu "QDDA's wall time by it"
for compress in ${COMPRESS:-none lz4}; do
  for ((round = 0; round <= rounds; round++)); do
    run_qdda "$compress"
    number=0
    for launcher in "$@"; do
      number=$((number + 1))
      # Several words, on purpose.
      # shellcheck disable=SC2086
      timed "$work/$compress.$number" $launcher scan --quiet ${OPTIONS---exact} --chunk "${chunk}k" --compress "$compress" "$file"
    done
    # The first round fills caches, those of classes, too.
    [ "$round" != 0 ] || rm -f "$work/$compress".*
  done
  row "$work/$compress.0" "$work/$compress.0" "$compress: QDDA"
  number=0
  for launcher in "$@"; do
    number=$((number + 1))
    row "$work/$compress.0" "$work/$compress.$number" "$compress: $launcher"
  done
done
