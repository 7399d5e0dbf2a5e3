#!/usr/bin/env bash
# Compares two builds of compscan: runs one list of commands with both and compares everything that they write.
#
#   dev/golden.sh [--numbers] [--only REGEX] [--keep] [--cache CACHE] OLD_JAR NEW_JAR DIR
#
# The data is a generated tree with awkward files in it, and DIR, a real tree of some hundred megabytes that stays as it is meanwhile.
# Compared byte for byte, less times: exit codes, standard output and error, result.json, CSV files, pages, and fingerprint sets.
# Commands of one group must agree with each other, too: threads, spilling, interruptions and Spark change no number.
#
#   --numbers      leaves out what is text for people: standard output and error (but JSON and CSV), pages
#   --only REGEX   runs only the groups that match, such as '^(fixed|sets)'
#   --keep         keeps the outputs even if they are identical
#   --cache CACHE  keeps the outputs of OLD_JAR in the directory CACHE, and takes them from there if neither it nor DIR has changed
#
# OLD_SPARK and NEW_SPARK name two builds of compscan-spark.jar; without both, Spark is left out. COMPSCAN_JAVA_OPTS adds options of the JVM.
# Exit codes: 0 all outputs are identical, 1 they differ, 2 the command line is wrong.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

usage() {
  sed -n '4p' "$0" >&2
  exit 2
}

compare_options=() only=. keep='' cache=''
while [[ ${1:-} == --* ]]; do
  case $1 in
    --numbers) compare_options+=(--numbers) ;;
    --only) only=$2 && shift ;;
    --keep) keep=yes ;;
    --cache) cache=$(realpath -m "$2") && shift ;;
    *) usage ;;
  esac
  shift
done
[ $# -eq 3 ] || usage
old_jar=$(realpath -e "$1") new_jar=$(realpath -e "$2") real=$(realpath -e "$3")
[ -d "$real" ] || usage

started=$SECONDS
# In memory if it can be, for each output is forced to the disk.
[ -n "${TMPDIR:-}" ] || [ ! -w /dev/shm ] || TMPDIR=/dev/shm
work=$(mktemp -d "${TMPDIR:-/tmp}/golden.XXXXXX")
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
export LC_ALL=C.UTF-8
read -ra options <<<"-Xmx1g -Xlog:disable -XX:+UseSerialGC ${COMPSCAN_JAVA_OPTS:-}"
java=("$java" "${options[@]}")
# Most commands are over before the second compiler has done any good; it has its say on the real tree.
quick=(-XX:TieredStopAtLevel=1)
# Root reads what its mode forbids, unless it gives that up.
[ "$(id -u)" != 0 ] || java=(setpriv "--bounding-set=-dac_override,-dac_read_search" "${java[@]}")

groups=()
leave() {
  for group in "${groups[@]}"; do
    kill -9 -- "-$group" 2>/dev/null || true
  done
  if [ -z "$keep" ]; then
    chmod -R u+rwx "$work"
    rm -rf "$work"
  fi
}
trap leave EXIT
trap 'exit 130' INT TERM

if [ -n "${OLD_SPARK:-}" ] && [ -n "${NEW_SPARK:-}" ]; then
  OLD_SPARK=$(realpath -e "$OLD_SPARK") NEW_SPARK=$(realpath -e "$NEW_SPARK")
  repository=$(dirname "$here")
  spark=${SPARK_JARS:-$repository/target/spark/jars}
  version=$(sed -n 's|.*<spark.version>\(.*\)</spark.version>.*|\1|p' "$repository/compscan-spark/pom.xml")
  if [ ! -e "$spark/spark-core_2.13-$version.jar" ]; then
    mvn -q -B -ntp -f "$here/spark/pom.xml" -Dspark.version="$version" dependency:copy-dependencies -DincludeScope=runtime \
      -DoutputDirectory="$spark"
  fi
  read -ra spark_options <<<"$("${java[@]}" -cp "$spark/*" "$here/spark/ModuleOptions.java")"
else
  spark=
  echo "no Spark: OLD_SPARK and NEW_SPARK do not name two builds of compscan-spark.jar"
fi

# ---- The data. It lies at ../tree and ../days, seen from where the commands run.

"${java[@]}" -jar "$old_jar" generate --out "$work/tree/generated" --truth "$work/truth.json" --size 10m --files 40 --dedup 2 --compress 2 --zero 10% \
  --chunk 4k --seed 15 >/dev/null
"${java[@]}" -jar "$old_jar" generate --out "$work/tree/shifted" --truth "$work/truth.json" --size 5m --files 5 --dedup 1.5 --compress 1.5 \
  --shift 4k --seed 16 --overwrite >/dev/null
python3 "$here/golden/awkward_files.py" "$work"
printf 'nobody knows this salt, it is said' >"$work/salt"

# ---- Ways to run a command. Each leaves what it writes in a directory of the command's name, which is GROUP/VARIANT.

# skip NAME: whether the command is not asked for.
skip() { [[ ! ${1%%/*} =~ $only ]]; }

# run NAME ARGUMENT...
run() {
  local name=$1
  shift
  skip "$name" && return
  mkdir -p "$name"
  local code=0
  "${java[@]}" "${quick[@]}" -jar "$jar" "$@" >"$name/stdout" 2>"$name/stderr" <"${stdin:-/dev/null}" || code=$?
  echo $code >"$name/exit"
}

# scan NAME ARGUMENT...: a quiet scan with every kind of output.
scan() { run "$1" scan --quiet --out "$1/out" --html "$1/page.html" --save "$1/set.fpr" "${@:2}"; }

# killed NAME ARGUMENT...: a slow scan with checkpoints, killed twice, and gone on with to its end.
killed() {
  local name=$1 kills=0 pid stamp arguments
  shift
  skip "$name" && return
  mkdir -p "$name"
  arguments=(scan --quiet --out "$name/out" --html "$name/page.html" --save "$name/set.fpr" --checkpoint "$name/cp" --checkpoint-every 20ms
    --rate "${rate:-12MiB/s}" "$@")
  while [ $kills -lt 2 ]; do
    stamp=$(stat -c %y "$name/cp/checkpoint" 2>/dev/null || true)
    "${java[@]}" "${quick[@]}" -jar "$jar" "${arguments[@]}" >"$name/stdout" 2>"$name/stderr" &
    pid=$!
    # Until it has taken checkpoints of its own.
    while kill -0 $pid 2>/dev/null && [ "$(stat -c %y "$name/cp/checkpoint" 2>/dev/null || true)" = "$stamp" ]; do
      sleep 0.05
    done
    sleep 0.2
    kill -9 $pid 2>/dev/null || break
    wait $pid 2>/dev/null || true
    kills=$((kills + 1))
    arguments=(scan --quiet --resume "$name/cp" --rate "${rate:-12MiB/s}")
  done
  echo $kills >"$name/kills"
  run "$name" scan --quiet --resume "$name/cp" --rate 100g/s
}

# on_spark NAME ARGUMENT...: the same scan as a Spark job of tasks that hold a few megabytes, on two threads.
on_spark() {
  local name=$1 code=0
  shift
  skip "$name" && return
  [ -n "$spark" ] || return 0
  mkdir -p "$name"
  SPARK_LOCAL_IP=127.0.0.1 "${java[@]}" "${spark_options[@]}" -cp "$spark/*" org.apache.spark.deploy.SparkSubmit --master 'local[2]' \
    --class io.compscan.spark.ScanJob --conf spark.driver.host=127.0.0.1 --conf spark.ui.enabled=false --conf spark.compscan.taskBytes=4m \
    "$spark_job" --out "$name/out" "$@" >"$name/stdout" 2>"$name/log" || code=$?
  echo $code >"$name/exit"
}

threads() { echo "--readers $1 --workers $1"; }

# variants GROUP ARGUMENT...: the same scan for several numbers of threads, spilling, killed and on Spark.
variants() {
  local group=$1 n
  shift
  skip "$group" && return
  for n in 1 2 8; do
    # shellcheck disable=SC2046
    scan "$group/threads$n" $(threads $n) "$@"
  done
  mkdir "$group.spill"
  scan "$group/spilling" --map-memory 512k --spill-dir "$group.spill" "$@"
  killed "$group/killed" "$@"
  on_spark "$group/spark" "$@"
}

# single NAME ARGUMENT...: one scan with every kind of output.
# shellcheck disable=SC2046
single() { scan "$1" $(threads 2) "${@:2}"; }

# ---- The commands.

commands() {
  local tree=../tree name

  # How data is cut, compressed and measured, each for several numbers of threads, spilling, killed and on Spark.
  variants fixed $tree --chunk 512,4k,64k --compress none,lz4
  variants content $tree --chunk fastcdc:8k,rabin:8k,gear:16k,buzhash:32k,ae:8k,ram:8k --compress zstd
  variants superblock $tree --chunk 512,4k,fastcdc:8k --superblock 64k --compress lz4,deflate
  variants sample $tree --chunk 512,fastcdc:4k --compress zstd:6 --compress-sample 1/64
  variants blocks $tree --chunk 512,1m --compress lz4/4k,zstd:1/64k/shared
  variants profile $tree --profile vdo,zfs-lz4-128k,borg,squashfs,powermax --chunk 512 --compress lz4
  variants salted $tree --chunk 512 --compress none --fingerprint sha256 --salt ../salt
  # Proof that the index of those that spill does not fit: this one must stop early.
  run index-full/fixed scan --quiet $tree --chunk 512 --compress none --map-memory 512k --spill-limit 0

  # shellcheck disable=SC2046
  for n in 1 2 8; do
    run per-file/threads$n scan --quiet --per-file --out per-file/threads$n/out --html per-file/threads$n/page.html $(threads $n) \
      $tree --chunk 4k,gear:8k --compress lz4
  done
  single per-file-of-some/large $tree --per-file --min-size 100k --ext bin,img,raw --chunk 512

  # Each chunker, compressor, fingerprint and target system, and parameters.
  run chunker/fixed scan --quiet $tree --chunk 512,4k,100000,16m --compress none --json
  run chunker/content scan --quiet $tree --chunk rabin:4k,gear:4k,fastcdc:16k,max=64k,fastcdc:4k,nc=3,buzhash:8k,min=1k,ae:4k,ram:4k \
    --compress none --json
  run chunker/alone scan --quiet $tree --chunk rabin:8k --compress none --json
  local some=("$tree/awkward/image.raw" "$tree/awkward/tiny1")
  run compressor/fast scan --quiet "${some[@]}" --chunk 64k --compress lz4,lz4:8,lz4hc,lz4hc:12,zstd:1,none --json
  run compressor/slow scan --quiet "${some[@]}" --chunk 64k --compress zstd:12,deflate,xz:1 --json
  run compressor/blocks scan --quiet "${some[@]}" --chunk 64k --compress deflate:6/16k,deflate:6/16k/shared,zstd/4k --json
  for name in sha1 md5 sha256 sha512-256 blake2b blake3 sha3 kangarootwelve; do
    run "fingerprint/$name" scan --quiet ../days/1 --chunk 8k --fingerprint "$name" --save "fingerprint/$name/set.fpr" --json
  done
  # shellcheck disable=SC2046
  run target/text profiles $("${java[@]}" "${quick[@]}" -jar "$jar" profiles | awk '/^[a-z]/ { print $1 }')
  run target/json profiles --json
  single target/all "${some[@]}" --profile "$("${java[@]}" "${quick[@]}" -jar "$jar" profiles |
    awk '/^[a-z]/ { printf "%s%s", separator, $1; separator = "," }')"
  single sample-auto/xz ../days/1 --chunk 512 --compress xz:0
  single sample-auto/deflate $tree --chunk 512 --compress deflate:1 --compress-sample auto

  # What is read, and how it is shown.
  single source/default $tree
  single source/two-paths $tree/shifted $tree/awkward
  single source/one-file $tree/awkward/image.raw
  single source/included $tree --include '*.raw,*.txt' --exclude 'generated'
  single source/links $tree --follow-symlinks --one-file-system --keep-cache
  single source/gentle $tree/shifted --nice --rate 200MiB/s
  single source/empty $tree/awkward/empty-directory
  stdin=../tree/awkward/image.raw run source/stream scan --quiet --stdin --json
  run shown/report scan --quiet $tree
  run shown/json scan --quiet $tree --json
  run shown/page scan --quiet $tree --html -
  run shown/existing scan --quiet $tree/awkward --out source/default/out
  run shown/overwritten scan --quiet $tree/awkward --out source/two-paths/out --overwrite

  # Sets: of parts, of days.
  skip sets || mkdir -p sets
  for name in generated shifted awkward; do
    single "sets/$name" $tree/$name --chunk 4k,fastcdc:8k --compress lz4,zstd
  done
  for name in 1 2 3; do
    single "sets/day$name" ../days/$name --chunk 4k --compress lz4
  done
  for name in sets/generated sets/awkward; do
    run $name-info report $name/set.fpr
    run $name-verified report $name/set.fpr --verify
    run $name-csv report $name/set.fpr --entries csv
    run $name-json report $name/set.fpr --entries json
  done
  local parts=(sets/generated/set.fpr sets/shifted/set.fpr sets/awkward/set.fpr)
  run sets/merge merge "${parts[@]}" --save sets/merge/set.fpr --out sets/merge/out
  run sets/merge-json merge "${parts[@]}" --json
  run sets/merge-profile merge "${parts[@]}" --profile vdo,borg --out sets/merge-profile/out
  run sets/merge-merged merge sets/merge/set.fpr sets/shifted/set.fpr --out sets/merge-merged/out
  run sets/merge-unlike merge sets/generated/set.fpr sets/day1/set.fpr
  run sets/diff diff sets/day{1,2,3}/set.fpr --out sets/diff/out
  run sets/diff-json diff sets/day{1,2,3}/set.fpr --keep 2 --json
  [ -z "$spark" ] || on_spark sets/spark --sets "$(IFS=, && echo "${parts[*]}")" --profile vdo

  # What follows from a result. Its timing is made the same first.
  if ! skip derived; then
    single derived/scan $tree --chunk 4k,fastcdc:8k --profile vdo,borg --compress lz4,zstd
    run derived/per-file scan --quiet --per-file --out derived/per-file/out $tree --compress lz4
    for name in scan per-file; do
      mkdir -p derived/$name-of
      python3 "$here/golden/compare.py" --fix-timing derived/$name/out/result.json >derived/$name-of/result.json
      run derived/$name-of-report report derived/$name-of
      run derived/$name-of-page report derived/$name-of/result.json --html derived/$name-of-page/page.html
      run derived/$name-of-tables report derived/$name-of --out derived/$name-of-tables/out
      run derived/$name-of-plan plan derived/$name-of --growth 20% --years 5 --headroom 20% --change-per-day 1% --retention 14d \
        --price 120 --csv derived/$name-of-plan/plan.csv
      run derived/$name-of-inline inline derived/$name-of --nodes 256 --phases 10 --compute-rate 1MB/s --storage-bandwidth 3MB/s \
        --interconnect-bandwidth 1GB/s
    done
    run derived/plan-profile plan derived/scan-of --profile borg --json
    run derived/plan-inline inline --nodes 16 --phases 4 --phase-data 1t --compute-rate 1.08MB/s --storage-bandwidth 3MB/s \
      --interconnect-bandwidth 1GB/s --dedup-rate 100MB/s --reduction 3 --dedup-share 10% --json
    run derived/generate generate --out derived/generate/out/data --histogram derived/scan/out/refcounts.csv --compress 2 --seed 3 --json
  fi
  run generated/shifted generate --out generated/shifted/out/data --size 3m --files 7 --dedup 1.7 --compress 3 --compressor zstd --shift 1k --zero 5% --json

  # What is refused: an exit code and a line.
  run refused/nothing scan
  run refused/chunk scan $tree --chunk 100
  run refused/compressor scan $tree --compress lzma
  run refused/superblock scan $tree --superblock 64k --profile vdo
  run refused/profile scan $tree --profile nosuch
  run refused/per-file scan $tree --per-file --checkpoint refused.cp
  run refused/missing scan ../nosuch
  run refused/result report ../salt

  # The real tree.
  quick=("${archive[@]}")
  variants real-fixed "$real" --chunk 4k --compress lz4
  for n in 1 8; do
    # shellcheck disable=SC2046
    scan real-content/threads$n $(threads $n) "$real" --chunk fastcdc:8k,buzhash:8k --compress none
  done
  single real-profile/vdo "$real" --profile vdo,zfs-lz4-128k
  single real-superblock/64k "$real" --chunk 4k --superblock 64k
}

# ---- Both builds at the same time, each where nothing but its own outputs lies.

lane() {
  mkdir -p "$work/$1"
  cd "$work/$1"
  jar=$2 spark_job=$3
  # Classes as the JVM lays them out, which start sooner.
  local archive=(-XX:SharedArchiveFile="$work/$1.jsa")
  "${java[@]}" -XX:ArchiveClassesAtExit="$work/$1.jsa" -jar "$jar" scan --quiet "$work/days/1" >/dev/null 2>&1 || true
  quick+=("${archive[@]}")
  commands
}

# What the old build has written before, if nothing has changed since.
cached=
if [ -n "$cache" ]; then
  key=$({
    sha256sum <"$old_jar"
    [ -z "$spark" ] || sha256sum <"$OLD_SPARK"
    cat "$0" "$here"/golden/*.py
    "${java[@]}" -version 2>&1
    id -u
    find "$real" -printf '%P %y %m %n %s %T@\n'
  } | sha256sum | cut -c1-32)
  cached=$cache/$key
fi

set -m
lane new "$new_jar" "${NEW_SPARK:-}" &
groups+=($!)
if [ -d "$cached" ]; then
  mkdir "$work/old"
  for group in "$cached"/*; do
    skip "${group##*/}" || cp -r "$group" "$work/old/"
  done
else
  lane old "$old_jar" "${OLD_SPARK:-}" &
  groups+=($!)
fi
for group in "${groups[@]}"; do
  wait "$group"
done
set +m
groups=()
if [ -n "$cached" ] && [ ! -d "$cached" ] && [ "$only" = . ]; then
  mkdir -p "$cache"
  cp -r "$work/old" "$cached.$$"
  mv -T "$cached.$$" "$cached" 2>/dev/null || rm -rf "$cached.$$"
fi

# Each build reads the sets of the other.
cd "$work"
if ! skip sets; then
  mkdir -p old/sets/read-by-other new/sets/read-by-other
  "${java[@]}" -jar "$new_jar" report old/sets/generated/set.fpr --entries csv >old/sets/read-by-other/stdout
  "${java[@]}" -jar "$old_jar" report new/sets/generated/set.fpr --entries csv >new/sets/read-by-other/stdout
fi

if python3 "$here/golden/compare.py" "${compare_options[@]}" "$work/old" "$work/new"; then
  echo "took $((SECONDS - started)) s"
else
  keep=yes
  echo "took $((SECONDS - started)) s; the outputs are in $work"
  exit 1
fi
