#!/usr/bin/env bash
# What the job costs beside the local scan of the same data, each on one core: the figures of docs/how-to/spark.md. To leave out what it
# takes to start and to warm up, two data sets of the same kind are read, one several times as large as the other, and the difference
# counts. Let them be in the page cache. Needs compscan.jar and compscan-spark.jar to be built, and dev/cluster.sh to have been run, which
# fetches Spark.
#
#   dev/cluster-cost.sh "--chunk 4k --compress lz4" SMALL LARGE
set -euo pipefail
cd "$(dirname "$0")/.."
read -ra layout <<<"$1"
small=$2
large=$3
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
work=$PWD/target/cluster-cost
spark=$PWD/target/spark
rm -rf "$work"
mkdir -p "$work/log"
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
  scan "$small" >>"$work/scan-small"
  job "$small" >>"$work/job-small"
  scan "$large" >>"$work/scan-large"
  rm -rf "$work"/log/*
  job --out "$work/result$round" "$large" >>"$work/job-large"
done

# The seconds of CPU that the larger data set takes more.
more() {
  echo "$(median <"$work/$1-large") $(median <"$work/$1-small")" | awk '{ print $1 - $2 }'
}
local_cpu=$(more scan)
job_cpu=$(more job)
gigabytes=$(du -sb "$large" "$small" | awk 'NR == 1 { a = $1 } NR == 2 { printf "%.3f", (a - $1) / 1e9 }')
shuffled=$(cat "$work"/log/*/events* | grep '"SparkListenerTaskEnd"' | grep -o '"Shuffle Bytes Written":[0-9]*' |
  awk -F: '{ sum += $2 } END { print sum }')
distinct=$(grep -o '"uniqueChunkCount": *[0-9]*' "$work/result1/result.json" | awk '{ sum += $2 } END { print sum }')
echo "CPU of the local scan for $gigabytes GB: $local_cpu s"
echo "CPU of the job:                     $job_cpu s"
echo "ratio:                              $(echo "$job_cpu $local_cpu" | awk '{ printf "%.2f", $1 / $2 }')"
echo "shuffled: $shuffled bytes, $(echo "$shuffled $distinct" | awk '{ printf "%.2f", $1 / $2 }') for each of $distinct distinct chunks"
