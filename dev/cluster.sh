#!/usr/bin/env bash
# Runs the scan on a real Spark cluster on this machine, a standalone master and two workers on loopback, and compares what comes out
# with a local scan of the same data. Meanwhile one worker stands still until its task is run by the other, too, and then that one is
# killed. Needs compscan.jar and compscan-spark.jar to be built.
#
#   dev/cluster.sh                       a generated data set and the JDK's own files: what CI runs
#   dev/cluster.sh --keep-workers PATH   no worker disturbed, other data
#
# SPARK_CONF="--conf spark.cores.max=1" dev/cluster.sh ... adds settings; LAYOUT="--chunk 8k" scans otherwise than usual.
# JAVA_HOME names the JDK of the cluster. What was done is left in target/cluster for reading.
set -euo pipefail
cd "$(dirname "$0")/.."
repository=$PWD

kill_worker=yes
if [ "${1:-}" = --keep-workers ]; then
  kill_worker=
  shift
fi

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
work=$repository/target/cluster
job=$work/compscan-spark.jar
compscan=$work/compscan.jar
spark=$repository/target/spark
read -ra layout <<<"${LAYOUT:---chunk fastcdc:8k,4k --compress lz4,zstd:3 --profile ontap}"

rm -rf "$work"
mkdir -p "$work"/local1 "$work"/local2 "$work"/data
# A build meanwhile may replace them.
cp compscan-spark/target/compscan-spark.jar compscan-cli/target/compscan.jar "$work"
groups=()
leave() {
  for group in "${groups[@]}"; do
    kill -9 -- "-$group" 2>/dev/null || true
  done
}
trap leave EXIT

version=$(sed -n 's|.*<spark.version>\(.*\)</spark.version>.*|\1|p' compscan-spark/pom.xml)
if [ ! -e "$spark/jars/spark-core_2.13-$version.jar" ]; then
  rm -rf "$spark"
  mvn -q -B -ntp -f dev/spark/pom.xml -Dspark.version="$version" dependency:copy-dependencies -DincludeScope=runtime \
    -DoutputDirectory="$spark/jars"
fi

paths=("$@")
if [ ${#paths[@]} -eq 0 ]; then
  "$java" -jar "$compscan" generate --size 512m --files 7 --dedup 2 --compress 2 --zero 10% --out "$work/data/generated" >"$work/generate.log"
  # Its zeros are longer than segments, which no content-defined chain of cuts survives.
  truncate -s 400m "$work/data/sparse.img"
  head -c 5000001 /dev/urandom | dd of="$work/data/sparse.img" bs=1M seek=190 conv=notrunc status=none
  paths=("$work/data" "$(dirname "$(dirname "$(readlink -f "$(command -v "$java")")")")/lib")
fi

echo "== local scan"
"$java" -jar "$compscan" scan "${layout[@]}" --quiet --out "$work/local" "${paths[@]}" >"$work/local.txt"

# Without the last, executors die with "Cannot find any build directories".
export SPARK_HOME=$spark SPARK_LOCAL_IP=127.0.0.1 SPARK_SCALA_VERSION=2.13 SPARK_NO_DAEMONIZE=1
read -ra options <<<"$("$java" -cp "$spark/jars/*" "$repository/dev/spark/ModuleOptions.java")"

# Starts a daemon with its children in a process group of their own; its log is named first.
daemon() {
  local log=$1
  shift
  setsid "$java" "${options[@]}" -Xmx256m -cp "$spark/jars/*" "$@" >"$work/$log.log" 2>&1 &
  groups+=($!)
}

# Waits until a file holds a line like this, and prints it.
await() {
  for _ in $(seq 1800); do
    grep -m1 -oE "$2" "$work/$1.log" 2>/dev/null && return
    sleep 0.1
  done
  echo "$1 did not come up:" >&2
  tail -20 "$work/$1.log" >&2
  exit 1
}

echo "== cluster"
daemon master org.apache.spark.deploy.master.Master --host 127.0.0.1 --port 0 --webui-port 0
master=$(await master 'spark://127.0.0.1:[0-9]+')
# On addresses of their own, for Spark runs no task a second time on the same host.
for i in 1 2; do
  SPARK_LOCAL_IP=127.0.0.$i SPARK_LOCAL_DIRS=$work/local$i daemon "worker$i" \
    org.apache.spark.deploy.worker.Worker --host "127.0.0.$i" --cores 1 --memory 1g --webui-port 0 --work-dir "$work/work$i" "$master"
done
for i in 1 2; do
  await "worker$i" 'Successfully registered with master' >/dev/null
done

started=$SECONDS
: >"$work/submit.log"
"$java" "${options[@]}" -Xmx512m -cp "$spark/jars/*" org.apache.spark.deploy.SparkSubmit --master "$master" \
  --deploy-mode client --class io.compscan.spark.ScanJob \
  --conf spark.driver.host=127.0.0.1 --conf spark.driver.bindAddress=127.0.0.1 \
  --conf spark.executor.memory=600m --conf spark.executor.cores=1 --conf spark.ui.enabled=false \
  --conf spark.eventLog.enabled=true --conf "spark.eventLog.dir=file://$work" --conf spark.eventLog.compress=false \
  --conf spark.speculation=true --conf spark.speculation.quantile=0.1 --conf spark.speculation.multiplier=1.01 \
  --conf spark.speculation.minTaskRuntime=100ms --conf spark.compscan.taskBytes=32m ${SPARK_CONF:-} "$job" "${layout[@]}" --out "$work/cluster" "${paths[@]}" >"$work/cluster.txt" 2>"$work/submit.log" &
submit=$!
groups+=("$submit")

if [ -n "$kill_worker" ]; then
  # When half of the tasks are done, one executor stands still in the midst of another.
  while kill -0 $submit 2>/dev/null && [ "$(grep -c 'Finished task' "$work/submit.log")" -lt 20 ]; do
    sleep 0.1
  done
  executor=$(pgrep -g "${groups[2]}" -f CoarseGrainedExecutorBackend)
  kill -STOP "$executor"
  # What the other one then runs a second time has not failed.
  await submit 'Starting task [0-9]+\.1 in stage' >/dev/null
  kill -CONT "$executor"
  kill -9 -- "-${groups[1]}"
  wait "${groups[1]}" 2>/dev/null || true
  echo "== stopped one worker and killed the other after $((SECONDS - started)) s"
fi
wait $submit || {
  code=$?
  tail -20 "$work/submit.log"
  exit $code
}
# From the first task to the last.
tasks=$(cat "$work"/eventlog*/events* | grep '"SparkListenerTaskEnd"' | grep -oE '"(Launch|Finish) Time":[0-9]+' | grep -oE '[0-9]+' |
  awk '$1 > 0 { if (!first || $1 < first) first = $1; if ($1 > last) last = $1 } END { printf "%.1f", (last - first) / 1000 }')
echo "== done after $((SECONDS - started)) s, of which tasks took $tasks"
if [ -n "$kill_worker" ]; then
  grep -q 'Lost executor' "$work/submit.log" || {
    echo "the worker was killed too late to matter"
    exit 1
  }
  grep -qh '"Event":"SparkListenerTaskStart".*"Speculative":true' "$work"/eventlog*/events* || {
    echo "no task was run twice"
    exit 1
  }
fi

# All but when and how long.
numbers() {
  python3 - "$1/result.json" <<'PYTHON'
import json, sys
result = json.load(open(sys.argv[1]))
del result["timing"]
assert result["ledger"]["directories"], "no ledger"
print(json.dumps(result, indent=1))
PYTHON
}
diff <(numbers "$work/local") <(numbers "$work/cluster") >"$work/differences" || {
  echo "the numbers differ:"
  head -30 "$work/differences"
  exit 1
}
test -s "$work/cluster/directories.csv"
# The same files on both sides, all but the one with the timing in it.
diff --recursive --exclude=result.json "$work/local" "$work/cluster" >"$work/differences" || {
  echo "the tables differ:"
  head -30 "$work/differences"
  exit 1
}
echo "== the cluster has the numbers of the local scan"
