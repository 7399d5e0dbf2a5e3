#!/usr/bin/env bash
# Takes the figures of docs/internals/performance.md; wants a quiet machine, root for the last part, and about fifteen minutes.
#
#   benchmarks/measure.sh BIG_FILE TREE       e.g. a file of 3 GB that fits into the page cache, and /usr
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
jar=$here/compscan-cli/target/compscan.jar
big=$1
tree=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

limit() {
  java -cp "$here/benchmarks/target/benchmarks.jar" io.compscan.bench.ScanLimit "$@"
}

scan() {
  java ${java_options:-} -jar "$jar" scan --quiet "$@"
}

# The seconds that a command takes.
seconds() {
  local from=$EPOCHREALTIME
  "$@" >/dev/null || [ $? -eq 3 ]
  echo "$from $EPOCHREALTIME" | awk '{ printf "%.2f\n", $2 - $1 }'
}

# Seconds from the start of a scan until it opens what it is to read: a pipe, for whoever opens one to write to it waits for its reader.
first_byte() {
  local from=$EPOCHREALTIME
  "$@" scan --quiet "$work/first" >/dev/null &
  exec 3>"$work/first"
  echo "$from $EPOCHREALTIME" | awk '{ printf "%.3f\n", $2 - $1 }'
  head -c 100000 /dev/urandom >&3
  exec 3>&-
  wait $!
}

# Peak memory in MiB, and the report's line about the index, to be taken off.
peak() {
  /usr/bin/time -o "$work/time" -f %M "${@}" >"$work/out" || [ $? -eq 3 ]
  awk '{ printf "%d MiB;", $1 / 1024 }' "$work/time"
  grep 'for the index' "$work/out"
}

echo "== against the bare loop"
for compress in none lz4; do
  echo "-- $big, $compress"
  limit --path "$big" --compress $compress
done
echo "-- $tree, none"
limit --path "$tree"

echo "== one worker and two"
for threads in 1 2 1 2; do
  echo "-- $threads"
  limit --path "$big" --threads $threads --rounds 3
done

echo "== start to first byte, java -jar and ./compscan"
"$here/compscan" scan --quiet "$0" >/dev/null
mkfifo "$work/first"
for _ in 1 2 3 4 5 6 7 8 9; do
  echo "$(first_byte java -jar "$jar") $(first_byte "$here/compscan")"
done

echo "== peak memory, java -jar and java -Xmn32m -jar"
mkdir "$work/small"
(cd "$work/small" && seq 200000 | split -l 1 -a 4)
for path in "$big" "$tree" "$work/small"; do
  for options in "" -Xmn32m; do
    echo "$path $options $(peak java $options -jar "$jar" scan --quiet --compress lz4 "$path")"
  done
done

if [ "$(id -u)" = 0 ]; then
  echo "== one chunk size and three, read from the disk"
  for chunks in 4k 4k,16k,64k 4k 4k,16k,64k; do
    sync
    echo 3 > /proc/sys/vm/drop_caches
    echo "$chunks $(seconds scan --compress none --chunk "$chunks" "$tree") s"
  done
fi
