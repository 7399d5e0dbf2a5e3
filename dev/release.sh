#!/usr/bin/env bash
# Builds what is handed out, twice, and checks it:
#
#   dev/release.sh             two builds in copies of the working tree, which must have the same bytes, then the checks
#   dev/release.sh check       the checks alone, of what mvn -Prelease package has left in compscan-dist/target/release
#   dev/release.sh sign KEY    signs the sums and each file there with a key of gpg, after which they can be published
#   dev/release.sh manifests   writes manifests for Homebrew, SDKMAN and Scoop, and the notes, to compscan-dist/target/jreleaser; publishes nothing
#
# A check that takes a program or rights that are not here is left out, and a line says so.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
dist=$root/compscan-dist/target
out=$dist/release
debian=${COMPSCAN_DEBIAN:-${XDG_CACHE_HOME:-$HOME/.cache}/compscan/debian}

fail() {
  echo "release.sh: $1" >&2
  exit 1
}

has() {
  local program
  for program in "$@"; do
    command -v "$program" >/dev/null || return 1
  done
}

# sign DIR KEY: detached signatures of the sums and of what they name.
sign() {
  (cd "$1" && sha256sum --quiet -c SHA256SUMS && while read -r _ file; do
    gpg --batch --yes --quiet --armor --detach-sign --local-user "$2" "$file"
  done < <(cat SHA256SUMS && echo x SHA256SUMS))
}

if [ "${1:-}" = sign ]; then
  sign "$out" "${2:?the key}"
  exit
fi

manifests() {
  local archive
  archive=$(ls "$out"/compscan-*.zip)
  # The notes are the changelog of this version.
  local version=${archive##*/compscan-}
  version=${version%.zip}
  awk -v wanted="## [${version%-SNAPSHOT}]" '/^## /{on = index($0, wanted) == 1; next} on' CHANGELOG.md >"$dist/notes.md"
  test -s "$dist/notes.md" || fail "CHANGELOG.md has nothing on $version"
  # A dry run asks for the words that it would need, and uses none.
  JRELEASER_GITHUB_TOKEN=none JRELEASER_SDKMAN_CONSUMER_KEY=none JRELEASER_SDKMAN_CONSUMER_TOKEN=none \
    mvn -q -B -ntp -f compscan-dist/pom.xml org.jreleaser:jreleaser-maven-plugin:1.23.0:package -Djreleaser.config.file="$root/compscan-dist/jreleaser.yml" -Djreleaser.dry.run=true
  local sum
  sum=$(sha256sum <"$archive" | cut -d' ' -f1)
  grep -q "sha256 \"$sum\"" "$dist"/jreleaser/package/compscan/brew/Formula/compscan.rb || fail "the formula of Homebrew has another sum"
  grep -q "sha256:$sum" "$dist"/jreleaser/package/compscan/scoop/bucket/compscan.json || fail "the manifest of Scoop has another sum"
}

# build DIR GOAL [OPTION...]: what git knows and what it does not ignore, built in a directory of another name. Maven's jars bear the modes of files and
# directories, so whoever builds has the same umask here.
build() {
  local place=$1
  shift
  umask 022
  mkdir -p "$place"
  git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
    [ ! -e "$file" ] || printf '%s\0' "$file"
  done | tar --null -T - --mode=u+w,a+rX,go-w -cf - | tar -xf - -C "$place"
  (cd "$place" && "${another[@]}" mvn -q -B -ntp -Prelease -Dmaven.test.skip=true -Dspotless.check.skip -Dmaven.install.skip=true \
    -pl .,compscan-bom,compscan-testing,compscan-map,compscan-result,compscan-core,compscan-gpu,compscan-image,compscan-memory,compscan-cli,compscan-s3,compscan-hadoop,compscan-dist "$@")
}

# What is handed out of a build, with its digests, by names that do not depend on the directory.
digests() {
  (cd "$1" && find compscan-dist/target/release compscan-*/target -maxdepth 1 -type f \
    \( -path '*/release/*' -o -name '*.cdx.json' -o -name 'compscan*.jar' \) -print0 | sort -zu | xargs -0 sha256sum)
}

if [ "${1:-}" = manifests ]; then
  manifests
  exit
fi

if [ "${1:-}" != check ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  mapfile -t options < <(dev/debian-files all)
  echo "== two builds"
  another=()
  build "$work/first" package "${options[@]}"
  digests "$work/first" >"$work/first.sha256"
  rm -rf "$out" "$dist/repository"
  mkdir -p "$dist"
  cp -a "$work/first/compscan-dist/target/release" "$out"
  # The bill of materials names the jars of this tree, which a clean clone has not built.
  for built in "$work"/first/compscan-*/target; do
    module=${built%/target}
    mkdir -p "$root/${module##*/}/target"
    find "$built" -maxdepth 1 -name '*.jar' -exec cp -p {} "$root/${module##*/}/target" \;
  done
  rm -rf "$work/first"
  # Another directory, user, time zone and locale. This one also goes to a repository, signed by a key that nobody trusts.
  export GNUPGHOME=$work/gnupg
  mkdir -m 700 "$GNUPGHOME"
  gpg --batch --quiet --passphrase '' --quick-generate-key throw-away@invalid default default never 2>/dev/null
  another=(env TZ=Pacific/Auckland LC_ALL=C.UTF-8)
  unshare --user --map-user=12345 --map-group=12345 true 2>/dev/null && another+=(unshare --user --map-user=12345 --map-group=12345)
  export MAVEN_OPTS="${MAVEN_OPTS:-} -Duser.home=$HOME"
  (build "$work/the second one" deploy -Psign "${options[@]}" -DaltDeploymentRepository="there::default::file://$dist/repository")
  gpgconf --kill all
  unset GNUPGHOME
  digests "$work/the second one" >"$work/second.sha256"
  rm -rf "$work/the second one"
  diff "$work/first.sha256" "$work/second.sha256" || fail "two builds differ"
  echo "the same bytes: $(wc -l <"$work/first.sha256") files"
  echo "== manifests and notes, as a dry run"
  manifests
fi

place=$(mktemp -d)
trap 'rm -rf "$place" "${work:-}"' EXIT
mkdir "$place/path" "$place/data" "$place/home"
for tool in readlink dirname; do
  ln -s "$(command -v $tool)" "$place/path/$tool"
done
head -c 300000 /dev/urandom >"$place/data/one"
cp "$place/data/one" "$place/data/two"
cp -R docs/how-to "$place/text"
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
  run "$@" scan "$place/data" --compress lz4,zstd,xz >"$place/out" 2>"$place/err" || echo "exit code $?" >>"$place/err"
  if [ -s "$place/err" ]; then
    echo "release.sh: said on standard error by $*:" >&2
    cat "$place/err" >&2
    exit 1
  fi
  expect "reduction 2.00"
}
# The numbers of a scan, whoever scans: what texts take with each compressor.
numbers() {
  # A relative path: qemu-user takes the root directory for that of its libraries.
  (cd "$place" && run "$@" scan text --compress lz4,zstd,xz --json) >"$place/json" 2>"$place/err" || fail "$(cat "$place/err")"
  grep -oE '"(physical|unique|scanned)Bytes" ?: ?[0-9]+' "$place/json"
}

echo "== the archive, in an empty directory, with nothing but coreutils in the PATH"
(cd "$out" && sha256sum --quiet -c SHA256SUMS)
machine=$(uname -m)
archive=$(ls "$out"/compscan-*-linux-"$machine".tar.gz)
tar -xzf "$archive" -C "$place"
home=$(echo "$place"/compscan-*)
ln -s "$home/bin/compscan" "$place/compscan"
works "$place/compscan"
if [ "$(id -u)" = 0 ] && unshare --mount umount -l /proc 2>/dev/null; then
  # shellcheck disable=SC2016
  works "$(command -v unshare)" --mount "$BASH" -c '"$0" -l /proc && exec "$@"' "$(command -v umount)" "$place/compscan"
fi
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
  fail "the jar of S3 was not found"
fi
test -s "$home/share/bash-completion/completions/compscan"
gzip -t "$home"/share/man/man1/compscan-scan.1.gz
grep -o 'JAVA_RUNTIME_VERSION=.*' "$home/runtime/release"
numbers "$place/compscan" >"$place/numbers"
test "$(wc -l <"$place/numbers")" -ge 5

echo "== the bill of materials against what is in the archive"
java -Dcompscan.dist="$root/compscan-dist" -cp "$home/lib/compscan.jar" compscan-dist/Bill.java check "$home" "${MAVEN_REPOSITORY:-$HOME/.m2/repository}"

echo "== signatures, by a key that nobody trusts"
if has gpg; then
  (
    export GNUPGHOME=$place/gnupg
    mkdir -m 700 "$GNUPGHOME"
    gpg --batch --quiet --passphrase '' --quick-generate-key throw-away@invalid default default never 2>/dev/null
    mkdir "$place/signed"
    cp "$out"/*.cdx.json "$place/signed"
    (cd "$place/signed" && sha256sum -- * >SHA256SUMS)
    sign "$place/signed" throw-away@invalid
    for signature in "$place"/signed/*.asc; do
      gpg --batch --quiet --verify "$signature" "${signature%.asc}" 2>/dev/null || fail "$signature is wrong"
    done
    echo x >>"$place/signed/SHA256SUMS"
    if gpg --batch --quiet --verify "$place/signed/SHA256SUMS.asc" "$place/signed/SHA256SUMS" 2>/dev/null; then
      fail "a signature holds for other bytes"
    fi
    gpgconf --kill all
  )
else
  echo "left out: it takes gpg"
fi

echo "== the zip file, with a Java of this machine"
if ls "$out"/*.zip >/dev/null 2>&1 && has unzip; then
  mkdir "$place/zip with a space"
  unzip -q "$out"/compscan-*.zip -d "$place/zip with a space"
  zipped=$(echo "$place"/zip*/compscan-*)
  jdk=$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")
  works JAVA_HOME="$jdk" "$zipped/bin/compscan"
  ln -s "$jdk/bin/java" "$place/path/java"
  works "$zipped/bin/compscan"
  numbers "$zipped/bin/compscan" | diff "$place/numbers" - || fail "the zip file has other numbers"
  rm "$place/path/java"
  code=0
  run "$zipped/bin/compscan" --version >"$place/out" 2>&1 || code=$?
  expect "install Java 17"
  test $code = 1
  if has wine x86_64-w64-mingw32-gcc; then
    dev/windows.sh "$zipped/bin/compscan.cmd"
  else
    echo "left out: compscan.cmd takes wine and x86_64-w64-mingw32-gcc"
  fi
else
  echo "left out: it takes zip and unzip"
fi

echo "== arm64, under qemu-user"
other=$(ls "$out"/compscan-*-linux-aarch64.tar.gz 2>/dev/null || true)
if [ "$machine" = aarch64 ] || [ -z "$other" ] || ! has qemu-aarch64-static || [ ! -d "$debian/arm64" ]; then
  echo "left out: it takes qemu-aarch64-static and what dev/debian-files fetches"
else
  mkdir "$place/arm64"
  tar -xzf "$other" -C "$place/arm64"
  arm=$(echo "$place"/arm64/compscan-*)
  # Warnings of the emulated machine go to standard error, so it is the numbers that are compared. A missing native library would end the scan (zstd),
  # be named (JNA), or take the slower way in Java (LZ4), which doctor shows.
  numbers "$(command -v qemu-aarch64-static)" -L "$debian/arm64" "$arm/runtime/bin/java" -Xlog:disable -Xmn32m -jar "$arm/lib/compscan.jar" >"$place/arm.numbers"
  diff "$place/numbers" "$place/arm.numbers" || fail "arm64 has other numbers"
  for library in net/jpountz/util/linux/aarch64/liblz4-java.so 'linux/aarch64/libzstd-jni-*.so' com/sun/jna/linux-aarch64/libjnidispatch.so; do
    unzip -l "$arm/lib/compscan.jar" "$library" >/dev/null || fail "there is no $library"
  done
  echo "the same numbers: $(wc -l <"$place/arm.numbers")"
fi

echo "== the image, as a user without rights, with a root that is read-only and no network"
image=$(ls "$out"/compscan-*-image-"$machine".tar 2>/dev/null || true)
if [ -z "$image" ] || [ "$(id -u)" != 0 ] || ! has umoci runc python3; then
  echo "left out: it takes root, umoci, runc, python3 and what dev/debian-files fetches"
else
  mkdir "$place/oci"
  tar -xf "$image" -C "$place/oci"
  umoci unpack --image "$place/oci:$(sed -n 's/.*ref.name": "\([^"]*\).*/\1/p' "$place/oci/index.json")" "$place/bundle" 2>/dev/null
  chmod 755 "$place"
  python3 - "$place/bundle/config.json" "$place/data" <<'PYTHON'
import json, sys
path, data = sys.argv[1:]
config = json.load(open(path))
process = config["process"]
assert process["user"]["uid"] == 65532, process["user"]
assert process["args"][-1] == "--help", process["args"]
process["args"][-1:] = ["scan", "/data", "--compress", "lz4,zstd,xz"]
process["terminal"] = False
config["root"]["readonly"] = True
config["mounts"] = [m for m in config["mounts"] if m["destination"] != "/data"]
config["mounts"].append({"destination": "/data", "type": "bind", "source": data, "options": ["rbind", "ro"]})
json.dump(config, open(path, "w"))
PYTHON
  runc run --bundle "$place/bundle" "compscan-$$" >"$place/out" 2>"$place/err" || {
    cat "$place/err" >&2
    exit 1
  }
  expect "reduction 2.00"
  test ! -s "$place/err" || fail "the image says: $(cat "$place/err")"
  echo "size of the image: $(stat -c %s "$image") bytes packed, $(du -s --apparent-size -B1 "$place/bundle/rootfs" | cut -f1) bytes unpacked"
fi

echo "== the rpm"
rpm=$(ls "$out"/compscan-*."$machine".rpm 2>/dev/null || true)
if [ -z "$rpm" ] || ! has rpm rpm2cpio cpio; then
  echo "left out: it takes rpmbuild, rpm2cpio and cpio"
else
  rpm --dbpath "$place/rpmdb" -K --nosignature "$rpm" >"$place/out"
  expect "digests OK"
  mkdir "$place/rpm"
  rpm2cpio "$rpm" | (cd "$place/rpm" && cpio -idm --quiet)
  works "$place/rpm/usr/bin/compscan"
  test -s "$place/rpm/usr/share/doc/compscan/copyright"
fi

package=$(ls "$out"/compscan_*_"$(dpkg --print-architecture 2>/dev/null || echo none)".deb 2>/dev/null || true)

echo "== each of them in a root of its own, without Java; the zip file with one"
if [ "$(id -u)" != 0 ] || ! has mmdebstrap || [ -z "$package" ]; then
  echo "left out: it takes root, mmdebstrap and dpkg"
else
  for packages in "man-db bash-completion rpm" "openjdk-17-jre-headless unzip man-db bash-completion"; do
    only=()
    for name in $packages; do
      only+=(--only "$name")
    done
    code=0
    dev/newcomer "${only[@]}" --repository none --home /root --put "$out" dev/installed ../put || code=$?
    case $code in
      0) ;;
      75) echo "left out: no root could be made" ;;
      *) fail "what is handed out does not work in a root with $packages" ;;
    esac
  done
fi

echo "== an artifact of Maven, as another project takes it"
if [ -d "$dist/repository" ]; then
  if ls "$dist"/repository/io/compscan/compscan-core/*/*-javadoc.jar.asc >/dev/null 2>&1; then
    dev/consumer/run.sh "$dist/repository"
  else
    echo "left out: sources, Javadoc and signatures, which were not deployed"
    dev/consumer/run.sh "$dist/repository" code
  fi
else
  echo "left out: it takes mvn deploy to compscan-dist/target/repository, as dev/release.sh does"
fi

echo "== what the last release of this major version promised"
version=$(sed -n 's|^  <version>\(.*\)</version>|\1|p' pom.xml | head -n 1)
last=$(git tag --list "v${version%%.*}.*" --sort=-v:refname | { grep -vx "v$version" || true; } | head -n 1)
if [ -n "$last" ]; then
  dev/api "${last#v}"
else
  echo "left out: there is no release before this one"
fi

if [ -n "$package" ] && has lintian; then
  echo "== lintian"
  lintian --fail-on error,warning --allow-root "$out"/compscan_*.deb
else
  echo "== no check of the Debian package by lintian, which is not here"
fi
if [ -z "$package" ] || [ "$(id -u)" != 0 ]; then
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
  fail "the package has left something"
fi
(cd "$out" && stat -c '%s %n' -- *)
