#!/usr/bin/env bash
# Builds what is handed out, twice, and checks it:
#
#   dev/release.sh          two builds in copies of the working tree, which must have the same bytes, then the checks
#   dev/release.sh check    the checks alone, of what mvn -Prelease package has left in compscan-dist/target
#
# Installing the package needs root and dpkg; without them that check is left out, with a line.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
dist=$root/compscan-dist/target

build() {
  # What git knows and what it does not ignore, in a directory of another name: paths must not show in the outcome.
  mkdir -p "$1"
  git ls-files -z --cached --others --exclude-standard | tar --null -T - -cf - | tar -xf - -C "$1"
  (cd "$1" && mvn -q -B -ntp -Prelease -DskipTests -Dmaven.test.skip=true -Dspotless.check.skip \
    -pl compscan-testing,compscan-map,compscan-result,compscan-core,compscan-gpu,compscan-image,compscan-memory,compscan-cli,compscan-s3,compscan-hadoop,compscan-dist package)
}

# What is handed out of a build, with its digests, by names that do not depend on the directory.
digests() {
  (cd "$1" && find compscan-dist/target compscan-cli/target/compscan*.jar compscan-*/target -maxdepth 1 \
    \( -name '*.tar.gz' -o -name '*.deb' -o -name '*.cdx.json' -o -name 'compscan*.jar' \) -print0 | sort -zu | xargs -0 sha256sum)
}

if [ "${1:-}" != check ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  echo "== two builds"
  build "$work/first"
  digests "$work/first" >"$work/first.sha256"
  mkdir -p "$dist"
  cp "$work/first"/compscan-dist/target/compscan*.* "$work/first"/compscan-dist/target/Dockerfile "$dist"
  rm -rf "$work/first"
  build "$work/the second one"
  digests "$work/the second one" >"$work/second.sha256"
  rm -rf "$work/the second one"
  if ! diff "$work/first.sha256" "$work/second.sha256"; then
    echo "release.sh: two builds differ" >&2
    exit 1
  fi
  echo "the same bytes: $(wc -l <"$work/first.sha256") files"
fi

archive=$(ls "$dist"/compscan-*.tar.gz)
echo "== the archive, in an empty directory, with nothing but coreutils in the PATH"
place=$(mktemp -d)
trap 'rm -rf "$place" "${work:-}"' EXIT
tar -xzf "$archive" -C "$place"
mkdir "$place/path" "$place/data" "$place/home"
for tool in readlink dirname; do
  ln -s "$(command -v $tool)" "$place/path/$tool"
done
head -c 300000 /dev/urandom >"$place/data/one"
cp "$place/data/one" "$place/data/two"
home=$(echo "$place"/compscan-*)
ln -s "$home/bin/compscan" "$place/compscan"
run() { env -i PATH="$place/path" HOME="$place/home" "$@"; }

expect() {
  if ! grep -q -- "$1" "$place/out"; then
    echo "release.sh: '$1' is missing in:" >&2
    cat "$place/out" >&2
    exit 1
  fi
}
# Asserts that a compscan works: what it says of two equal files, and nothing on standard error.
works() {
  run "$@" scan "$place/data" --compress lz4,zstd,xz >"$place/out" 2>"$place/err"
  expect "reduction 2.00"
  if [ -s "$place/err" ]; then
    echo "release.sh: said on standard error:" >&2
    cat "$place/err" >&2
    exit 1
  fi
}
works "$place/compscan"
# The documents go through another library.
run "$place/compscan" scan "$place/data" --json >"$place/out"
expect '"compscan-result"'
run "$place/compscan" scan "$place/data" -q --html "$place/page.html" --save "$place/set.fpr" >"$place/out"
run "$place/compscan" duplicates "$place/set.fpr" >"$place/out"
expect "are duplicates"
run "$place/compscan" --version >"$place/out"
expect "compscan"
# Nobody answers there, but without the jar of S3 nobody would be asked.
run AWS_ACCESS_KEY_ID=x AWS_SECRET_ACCESS_KEY=x AWS_REGION=x AWS_ENDPOINT_URL=http://127.0.0.1:9 \
  "$place/compscan" scan s3://nowhere/x >"$place/out" 2>&1 || true
if grep -q 'compscan-s3.jar' "$place/out"; then
  echo "release.sh: the jar of S3 was not found" >&2
  exit 1
fi
test -s "$home/share/bash-completion/completions/compscan"
gzip -t "$home"/share/man/man1/compscan-scan.1.gz
grep -q '"bomFormat" : "CycloneDX"' "$home/share/doc/compscan.cdx.json"
grep -q "ADD $(basename "$archive") " "$dist/Dockerfile"
grep -o 'JAVA_VERSION=.*' "$home/runtime/release"

package=$(ls "$dist"/compscan_*.deb 2>/dev/null || true)
if [ -z "$package" ] || [ "$(id -u)" != 0 ] || ! command -v dpkg >/dev/null; then
  echo "== no check of the Debian package: it needs dpkg, and root"
  exit 0
fi
if dpkg -s compscan >/dev/null 2>&1; then
  echo "== no check of the Debian package: one is installed"
  exit 0
fi
echo "== the Debian package, installed and removed"
dpkg -i "$package" >/dev/null
trap 'dpkg -P compscan >/dev/null 2>&1; rm -rf "$place" "${work:-}"' EXIT
works /usr/bin/compscan
test -s /usr/share/doc/compscan/copyright
echo "== the units of a monthly scan, typed as systemd would"
unit=/usr/lib/systemd/system/compscan@.service
test -s "${unit%.service}.timer"
if command -v systemd-analyze >/dev/null; then
  systemd-analyze verify --man=no compscan@data.service compscan@data.timer
fi
command=$(sed -n 's/^ExecStart=//p' $unit | sed "s|\$SCAN|$place/data|; s|/var/lib/compscan/%i|$place/catalog|g")
$command >"$place/out"
$command >"$place/out"
expect "2 files with"
/usr/bin/compscan history "$place/catalog" >"$place/out"
expect "2 scans of"
dpkg -P compscan >/dev/null
if [ -e /usr/lib/compscan ] || [ -e /usr/bin/compscan ] || [ -e $unit ]; then
  echo "release.sh: the package has left something" >&2
  exit 1
fi
ls -l "$archive" "$package" | awk '{print $5, $NF}' | sed "s|$dist/||"
