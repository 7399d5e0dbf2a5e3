#!/usr/bin/env bash
# Scans data with all chunkers at several sizes, in one read, and keeps the summaries for plot.py.
#
#     docs/reference/chunkers/measure.sh NAME FILE_OR_DIR...      writes docs/reference/chunkers/data/NAME.csv
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
name=$1
shift
chunkings=
for size in 4k 8k 16k 32k 64k 128k; do
  for algorithm in fixed rabin gear fastcdc ae ram; do
    chunkings+=$algorithm:$size,
  done
done
out=$(mktemp -d)
trap 'rm -r "$out"' EXIT
"$here/../../compscan" scan --one-file-system --compress none --chunk "${chunkings}buzhash:32k,buzhash:128k" \
  --quiet --overwrite --out "$out" "$@" >/dev/null || [ $? = 3 ]
mkdir -p "$here/data"
cut -d, -f1-43 "$out/summary.csv" | tr -d '\r' >"$here/data/$name.csv"
