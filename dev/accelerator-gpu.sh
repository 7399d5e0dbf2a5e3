#!/usr/bin/env bash
# What a machine with a GPU gains by it: dev/accelerator-gpu.sh JAVA_HOME COMPSCAN_JAR BENCHMARKS_JAR [DEVICE] [STEP ...]
#
# The device is one that the step machine lists (default: auto). The steps, most of which end within two minutes:
#   machine    processors, memory, GPU, native libraries, devices
#   identity   candidates, chunks, digests and zeros over IDENTITY_MIB (16384) of generated data, against those of the processor
#   kernels    rates over bytes that the device holds
#   transfers  rates from the page cache to a slab and to pinned memory, and between that and the device
#   flow       upload, candidates, choice and digests by 4 to 48 threads, without reading
#   scan       scans with the device and without, of SCAN_SIZE (16g) in the page cache: the same outputs, and the rates
#   scaling    scans without the device by 1, 2, 4, 8, 16 threads, of SCALING_SIZE (8g) in the page cache; five minutes
#   limit      the scan against the bare loop by as many threads, of the same data
# ROUNDS (3) says how often a scan runs.
# BENCHMARKS_JAR needs only the benchmarks' own classes, so that little has to be carried to the machine.
set -uo pipefail

java=$1/bin/java
jar=$2
bench=$3
device=${4:-auto}
shift 3
shift || true
steps=("$@")
[ ${#steps[@]} -gt 0 ] || steps=(machine identity kernels transfers flow scan scaling limit)
cores=$(nproc)
rounds=${ROUNDS:-3}
limit=${LIMIT:-115}

benchmark() {
  timeout -k 5 "$limit" "$java" -Xmx16g --enable-native-access=ALL-UNNAMED -cp "$jar:$bench" \
    io.compscan.bench.AcceleratorBenchmark "$device" "$@" || echo "ended with $?"
}

# Scans the data on the device ($1, or off) in each round, keeps the outputs, and prints GB/s, the best of all rounds.
scan_on() {
  local way=$1 chunking=$2 name=$3 best=0 nanos
  for ((round = 0; round < rounds; round++)); do
    timeout -k 5 100 "$java" -Xmx16g --enable-native-access=ALL-UNNAMED -jar "$jar" scan "$data/set" --keep-cache --chunk "$chunking" --compress none \
      --accelerator "$way" --out "$data/$name" --save "$data/$name.fpr" --overwrite >/dev/null 2>"$data/$name.said" || echo "ended with $?"
    nanos=$(sed -n 's/.*"elapsedNanos" *: *\([0-9]*\).*/\1/p' "$data/$name/result.json" | head -1)
    best=$(awk -v b="$best" -v n="${nanos:-0}" -v s="$bytes" 'BEGIN { r = n > 0 ? s / n : 0; print (r > b ? r : b) }')
  done
  printf '%-12s %-40s %10.2f\n' "$chunking" "$(head -1 "$data/$name.said" | cut -c1-40)" "$best"
}

# What a scan has written, less its times.
written() {
  "$java" -jar "$jar" info "$data/$1.fpr" --csv | cksum
  (cd "$data/$1" && sed '/"timing"/,/}/d' result.json | cksum && cksum ./*.csv)
}

# Scans the data with so many threads and prints GB/s, the best of all rounds.
scan() {
  local threads=$1 chunking=$2 best=0 nanos
  for ((round = 0; round < rounds; round++)); do
    nanos=$(timeout -k 5 60 "$java" -jar "$jar" scan "$data/set" --keep-cache --readers "$threads" --workers "$threads" --chunk "$chunking" \
      --compress "$3" --json -q | sed -n 's/.*"elapsedNanos" : *\([0-9]*\).*/\1/p; s/.*"elapsedNanos": *\([0-9]*\).*/\1/p' | head -1)
    best=$(awk -v b="$best" -v n="${nanos:-0}" -v s="$bytes" 'BEGIN { r = n > 0 ? s / n : 0; print (r > b ? r : b) }')
  done
  printf '%-12s %-6s %8d %10.2f\n' "$chunking" "$3" "$threads" "$best"
}

for step in "${steps[@]}"; do
  echo "== $step"
  case $step in
    machine)
      grep -m1 'model name' /proc/cpuinfo
      echo "$cores processors, $(awk '/MemTotal/ { print int($2 / 1048576) }' /proc/meminfo) GiB"
      command -v nvidia-smi >/dev/null && timeout 20 nvidia-smi --query-gpu=name,driver_version,memory.total,pcie.link.gen.current,pcie.link.width.current --format=csv
      ls /etc/OpenCL/vendors 2>/dev/null
      ldconfig -p 2>/dev/null | grep -E 'libcuda\.so|libOpenCL\.so|libnvidia-opencl'
      timeout 60 "$java" -cp "$jar:$bench" io.compscan.bench.AcceleratorBenchmark list
      ;;
    identity) benchmark identity "${IDENTITY_MIB:-16384}" "$cores" ;;
    kernels) benchmark kernels ;;
    transfers) benchmark transfers ;;
    flow) benchmark flow 4 8 16 24 48 ;;
    scan)
      data=$(mktemp -d "${TMPDIR:-/tmp}/compscan-scan.XXXXXX")
      timeout 200 "$java" -jar "$jar" generate -o "$data/set" --size "${SCAN_SIZE:-16g}" --files 64 --dedup 2 --compress 2 >/dev/null
      bytes=$(du -sb --apparent-size "$data/set" | cut -f1)
      find "$data/set" -type f -exec cat {} + >/dev/null
      printf '%-12s %-40s %10s\n' chunker said GB/s
      for chunking in 4k fastcdc:8k rabin:8k; do
        scan_on off "$chunking" processor
        scan_on "$device" "$chunking" device
        [ "$(written processor)" = "$(written device)" ] && echo "$chunking: identical outputs" || echo "$chunking: OUTPUTS DIFFER"
      done
      rm -rf "$data"
      ;;
    scaling)
      data=$(mktemp -d "${TMPDIR:-/tmp}/compscan-scaling.XXXXXX")
      timeout 100 "$java" -jar "$jar" generate -o "$data/set" --size "${SCALING_SIZE:-8g}" --files 64 --dedup 2 --compress 2 >/dev/null
      bytes=$(du -sb --apparent-size "$data/set" | cut -f1)
      begin=$SECONDS
      # Into the page cache, and what all cores read of it at most.
      for round in 1 2 3; do
        start=$(date +%s%N)
        find "$data/set" -type f -print0 | xargs -0 -P "$cores" -I{} dd if={} of=/dev/null bs=1M status=none
        end=$(date +%s%N)
        awk -v s="$bytes" -v n=$((end - start)) 'BEGIN { printf "page-cache read by all processors: %.1f GB/s\n", s / n }'
      done
      printf '%-12s %-6s %8s %10s\n' chunker comp threads GB/s
      for chunking in 4k rabin:8k fastcdc:8k; do
        for threads in 1 2 4 8 16; do
          [ $((SECONDS - begin)) -lt 240 ] && scan "$threads" "$chunking" none
        done
      done
      for threads in 1 4 16; do
        [ $((SECONDS - begin)) -lt 300 ] && scan "$threads" 4k lz4
      done
      rm -rf "$data"
      ;;
    limit)
      data=$(mktemp -d "${TMPDIR:-/tmp}/compscan-limit.XXXXXX")
      timeout 100 "$java" -jar "$jar" generate -o "$data/set" --size "${SCALING_SIZE:-8g}" --files 64 --dedup 2 --compress 2 >/dev/null
      for threads in 1 2 4 8 16; do
        echo "$threads threads"
        # With chunks of 4 KiB, 256 KiB fill the lanes: no time is spent on trials of other reads.
        timeout -k 5 "$limit" "$java" -cp "$jar:$bench" io.compscan.bench.ScanLimit --path "$data/set" --threads "$threads" --warmup 2 --rounds "$rounds" \
          --read 262144
      done
      rm -rf "$data"
      ;;
    *) echo "no such step" ;;
  esac
done
