#!/usr/bin/env bash
# What the job costs beside the local scan of the same data, each on one core and less what it takes to start: the figures of
# docs/cluster.md. Let the data be in the page cache. Needs compscan.jar and compscan-spark.jar to be built, and dev/cluster.sh to have
# been run, which fetches Spark.
#
#   dev/cluster-cost.sh "--chunk 4k --compress lz4" PATH...
set -euo pipefail
cd "$(dirname "$0")/.."
read -ra layout <<<"$1"
shift
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
work=$PWD/target/cluster-cost
spark=$PWD/target/spark
rm -rf "$work"
mkdir -p "$work/empty" "$work/log"
export SPARK_LOCAL_IP=127.0.0.1 SPARK_SCALA_VERSION=2.13 SPARK_LOCAL_DIRS=$work/local
read -ra options <<<"$("$java" -cp "$spark/jars/*" dev/spark/ModuleOptions.java)"

# The seconds of CPU, in user and kernel mode, that a command takes.
cpu() {
  local TIMEFORMAT='%U %S'
  { time "$@" >"$work/out" 2>"$work/err"; } 2>"$work/time"
  awk '{ print $1 + $2 }' "$work/time"
}

scan() {
  cpu "$java" -Xmx1g -jar compscan-cli/target/compscan.jar scan "${layout[@]}" --keep-cache --readers 1 --workers 1 --quiet "$@"
}

job() {
  cpu "$java" "${options[@]}" -Xmx1g -cp "$spark/jars/*" org.apache.spark.deploy.SparkSubmit --master 'local[1]' \
 --class io.compscan.spark.ScanJob \
    --conf spark.driver.host=127.0.0.1 --conf spark.ui.enabled=false --conf spark.eventLog.enabled=true \
    --conf "spark.eventLog.dir=file://$work/log" --conf spark.eventLog.compress=false ${SPARK_CONF:-} \
    compscan-spark/target/compscan-spark.jar "${layout[@]}" --keep-cache "$@"
}

median() {
  sort -n | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'
}

for round in 1 2 3; do
  scan "$work/empty" >>"$work/scan0"
  job "$work/empty" >>"$work/job0"
  scan "$@" >>"$work/scan"
  rm -rf "$work"/log/*
  job --json --out "$work/result$round" "$@" >>"$work/job"
done
local_cpu=$(echo "$(median <"$work/scan") $(median <"$work/scan0")" | awk '{ print $1 - $2 }')
job_cpu=$(echo "$(median <"$work/job") $(median <"$work/job0")" | awk '{ print $1 - $2 }')
shuffled=$(cat "$work"/log/*/events* | grep '"SparkListenerTaskEnd"' | grep -o '"Shuffle Bytes Written":[0-9]*' |
  awk -F: '{ sum += $2 } END { print sum }')
distinct=$(grep -o '"uniqueChunkCount": *[0-9]*' "$work/result1/result.json" | awk '{ sum += $2 } END { print sum }')
echo "CPU of the local scan, less start-up: $local_cpu s"
echo "CPU of the job, less start-up:        $job_cpu s"
echo "ratio:                                $(echo "$job_cpu $local_cpu" | awk '{ printf "%.2f", $1 / $2 }')"
echo "shuffled: $shuffled bytes, $(echo "$shuffled $distinct" | awk '{ printf "%.2f", $1 / $2 }') for each of $distinct distinct chunks"
