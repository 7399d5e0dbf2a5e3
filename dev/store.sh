#!/usr/bin/env bash
# dev/store.sh build: builds a gateway that speaks S3; with Go's cache filled that takes seconds.
# dev/store.sh scan: scans a tree through it, with compscan.jar, and compares with a scan of the directory. Then it scans with a catalog: what is
#   unchanged is not read again, and nothing is read for --from-listing.
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
for field in ("timing", "settings", "containers"):
    del result[field]
for field in ("directoryCount", "packedNameBytes"):
    del result["totals"][field]
print(json.dumps(result, indent=1))' "$1"
}

# Puts a file into the store, at a key.
put() {
  curl --silent --fail --aws-sigv4 "aws:amz:$AWS_REGION:s3" --user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" \
    --header "x-amz-content-sha256: $(sha256sum "$1" | cut -d' ' -f1)" --upload-file "$1" "$AWS_ENDPOINT_URL/$2"
}

# Removes the object at a key.
remove() {
  curl --silent --fail --aws-sigv4 "aws:amz:$AWS_REGION:s3" --user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" \
    --header "x-amz-content-sha256: $(sha256sum </dev/null | cut -d' ' -f1)" --request DELETE "$AWS_ENDPOINT_URL/$1"
}

# The number of requests that the gateway has had for what is in objects.
gets() {
  grep -c ' s3_GetObject ' "$1/access.log" || true
}

# Scans objects with a catalog, before and after they change, and compares with scans without one. Then it looks for copies in the list alone.
catalog() {
  local work=$1 before file listed
  while IFS= read -r -d '' file; do
    put "$file" "data/live/${file#"$work/tree/"}"
  done < <(find "$work/tree" -type f -print0)
  scan_live() { compscan scan --quiet --json -c 4k,fastcdc:8k "$@" s3://data/live | said s3://data/live; }
  # What has changed in the last two seconds may change again with the same time, so a catalog reads it again.
  sleep 3
  scan_live --catalog "$work/catalog" >"$work/first.json"
  before=$(gets "$work")
  scan_live --catalog "$work/catalog" >"$work/again.json"
  [ "$(gets "$work")" = "$before" ] || { echo "a rescan of what is unchanged has read objects"; exit 1; }
  scan_live >"$work/whole.json"
  cmp "$work/whole.json" "$work/first.json"
  cmp "$work/whole.json" "$work/again.json"

  mapfile -d '' -t files < <(find "$work/tree" -type f -size +16k -print0 | sort -z | head -z -n 2)
  tr 'a-z' 'b-za' <"${files[0]}" >"$work/changed"
  put "$work/changed" "data/live/${files[0]#"$work/tree/"}"
  remove "data/live/${files[1]#"$work/tree/"}"
  put "$work/changed" data/live/added
  before=$(gets "$work")
  scan_live --catalog "$work/catalog" >"$work/again.json"
  [ "$(gets "$work")" = $((before + 2)) ] || { echo "a rescan has not read just the two objects that changed"; exit 1; }
  scan_live >"$work/whole.json"
  cmp "$work/whole.json" "$work/again.json"

  before=$(gets "$work")
  listed=$(compscan estimate --quiet --json --from-listing s3://data/live)
  [ "$(gets "$work")" = "$before" ] || { echo "--from-listing has read objects"; exit 1; }
  find "$work/tree" -type f ! -path "${files[0]}" ! -path "${files[1]}" -exec md5sum {} + >"$work/sums"
  md5sum "$work/changed" "$work/changed" >>"$work/sums"
  python3 -c '
import json, os, sys
files = [line.rstrip("\n").split("  ", 1) for line in open(sys.argv[2])]
sizes = [(digest, os.path.getsize(name)) for digest, name in files]
total = json.loads(sys.argv[1])["total"]
expected = (len(sizes), sum(size for _, size in sizes), sum(size for _, size in set(sizes)))
found = (total["objectCount"], total["bytes"], total["remainingBytesHigh"])
sys.exit(0 if found == expected and found[1] > found[2] else f"the list says {found}, and the files {expected}")' "$listed" "$work/sums"
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
  ROOT_ACCESS_KEY=check ROOT_SECRET_KEY=check-secret $gateway --port 127.0.0.1:$port --quiet --access-log "$work/access.log" posix "$work/store" >"$work/log" 2>&1 &
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

  catalog "$work"
  local code=0
  AWS_SECRET_ACCESS_KEY=wrong compscan scan s3://data/tree >"$work/out" 2>"$work/err" || code=$?
  if [ $code != 1 ] || [ "$(wc -l <"$work/err")" != 1 ] || ! grep -q '403 SignatureDoesNotMatch' "$work/err"; then
    echo "a wrong secret ends with $code:"
    cat "$work/err"
    exit 1
  fi
  echo "store: 3 equal results through versitygw $version, and a wrong secret is refused; a rescan reads only what changed"
}

"$@"
