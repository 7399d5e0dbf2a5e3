#!/usr/bin/env bash
# dev/store.sh build: builds a gateway that speaks S3; with Go's cache filled that takes seconds.
# dev/store.sh scan: scans a tree through it, with compscan.jar, and compares with a scan of the directory.
set -euo pipefail
cd "$(dirname "$0")/.."
gateway=target/versitygw
version=v1.8.0

build() {
  mkdir -p target
  [ -x $gateway ] || GOBIN=$PWD/target go install github.com/versity/versitygw/cmd/versitygw@$version
}

# The result without what differs by nature: time, names, and the directories that a store does not have, to count or with names.
said() {
  python3 -c '
import json, sys
result = json.loads(sys.stdin.read().replace(sys.argv[1], "ROOT"))
for field in ("timing", "settings", "plan", "containers"):
    del result[field]
for field in ("directoryCount", "packedNameBytes"):
    del result["totals"][field]
print(json.dumps(result, indent=1))' "$1"
}

scan() {
  build
  local work port java=java
  [ -n "${JAVA_HOME:-}" ] && java=$JAVA_HOME/bin/java
  work=$(mktemp -d)
  port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  export AWS_ACCESS_KEY_ID=check AWS_SECRET_ACCESS_KEY=check-secret AWS_REGION=us-east-1 AWS_ENDPOINT_URL=http://127.0.0.1:$port
  compscan() { "$java" -jar compscan-cli/target/compscan.jar "$@"; }
  compscan generate --quiet --out "$work/tree" --size 40m --files 200 --dedup 2 --zero 10% --seed 22 >/dev/null
  mkdir -p "$work/store" "$work/versions"
  ROOT_ACCESS_KEY=check ROOT_SECRET_KEY=check-secret $gateway --port 127.0.0.1:$port --quiet posix "$work/store" >"$work/log" 2>&1 &
  local server=$!
  # shellcheck disable=SC2064
  trap "kill $server 2>/dev/null || true; rm -rf '$work'" EXIT
  for _ in $(seq 100); do
    (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break
    sleep 0.1
  done
  # Files that did not come through the gateway have no ETag.
  mkdir "$work/store/data"
  cp -r "$work/tree" "$work/store/data/tree"
  tar -C "$work/tree" --sort=name -cf "$work/store/data/tree.tar" .

  compscan scan --quiet --json -c 4k,fastcdc:8k "$work/tree" | said "$work/tree" >"$work/directory.json"
  compscan scan --quiet --json -c 4k,fastcdc:8k s3://data/tree | said s3://data/tree >"$work/objects.json"
  compscan scan --quiet --json -c 4k,fastcdc:8k tar:s3://data/tree.tar | said s3://data/tree.tar | sed 's,ROOT/\./,ROOT/,' >"$work/tar.json"
  cmp "$work/directory.json" "$work/objects.json"
  cmp "$work/directory.json" "$work/tar.json"

  local code=0
  AWS_SECRET_ACCESS_KEY=wrong compscan scan s3://data/tree >"$work/out" 2>"$work/err" || code=$?
  if [ $code != 1 ] || [ "$(wc -l <"$work/err")" != 1 ] || ! grep -q '403 SignatureDoesNotMatch' "$work/err"; then
    echo "a wrong secret ends with $code:"
    cat "$work/err"
    exit 1
  fi
  echo "store: 3 equal results through versitygw $version, and a wrong secret is refused"
}

"$@"
