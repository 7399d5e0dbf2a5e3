#!/usr/bin/env bash
# Puts together what is handed out, from the jars and manual pages that the build has left: assemble.sh VERSION TIMESTAMP
#
#   target/compscan-VERSION-linux-ARCH.tar.gz    bin/compscan, jars, a Java runtime, manual pages, completions, units, the bill of materials
#   target/compscan_VERSION_ARCH.deb             the same for dpkg
#   target/Dockerfile                            makes an image of the archive
#
# RELEASE_JDK names the JDK whose jlink makes the runtime. Files bear the timestamp, so the same input gives the same bytes.
set -euo pipefail
version=$1
timestamp=$2
cd "$(dirname "$0")"
jars=../compscan-cli/target

if [ "$(uname -s)" != Linux ]; then
  echo "assemble.sh: what is handed out is for Linux; nothing was put together here" >&2
  exit 0
fi

jdk=${RELEASE_JDK:-}
for home in "${JDK25_HOME:-}" /usr/lib/jvm/*25*; do
  if [ -z "$jdk" ] && [ -n "$home" ] && [ -x "$home/bin/jlink" ]; then
    jdk=$home
  fi
done
jdk=${jdk:-${BUILD_JDK:-$(dirname "$(dirname "$(readlink -f "$(command -v jlink)")")")}}
if [ ! -x "$jdk/bin/jlink" ]; then
  echo "assemble.sh: $jdk has no jlink; name a JDK in RELEASE_JDK" >&2
  exit 1
fi

machine=$(uname -m)
case $machine in
  x86_64) debian=amd64 ;;
  aarch64) debian=arm64 ;;
  *) debian=$machine ;;
esac

rm -rf target/image target/deb target/*.tar.gz target/*.deb
tree=target/image/compscan-$version
mkdir -p "$tree/bin" "$tree/lib" "$tree/share/man/man1" "$tree/share/bash-completion/completions" "$tree/share/doc" "$tree/share/systemd"

# What the jars name, as jdeps tells, but for java.desktop, which Jackson does without; and what Hadoop's client, TLS (jdk.crypto.ec) and the
# names in archives (jdk.charsets) need.
modules=java.base,java.logging,java.management,java.naming,java.security.jgss,java.security.sasl,java.sql,java.xml
modules+=,jdk.charsets,jdk.crypto.ec,jdk.management,jdk.net,jdk.security.auth,jdk.unsupported,jdk.zipfs
# An archive of the runtime's own classes starts faster.
cds=()
"$jdk/bin/jlink" --list-plugins | grep -q generate-cds-archive && cds=(--generate-cds-archive)
# The archive depends on the length of its path and of the working directory, so these are the same wherever the build is.
place=$(mktemp -d /tmp/compscan.XXXXXXXX)
(cd "$place" && PWD=$place OLDPWD=$place "$jdk/bin/jlink" --add-modules "$modules" --strip-java-debug-attributes --no-header-files \
  --no-man-pages "${cds[@]}" --output "$place/runtime")
mv "$place/runtime" "$tree/runtime"
rmdir "$place"

cp "$jars/compscan.jar" "$jars/compscan-s3.jar" "$jars/compscan-hadoop.jar" "$tree/lib"
cp compscan "$tree/bin/compscan"
chmod 755 "$tree/bin/compscan"
for page in "$jars"/man/*.1; do
  gzip -9n <"$page" >"$tree/share/man/man1/$(basename "$page").gz"
done
"$tree/runtime/bin/java" -jar "$tree/lib/compscan.jar" generate-completion >"$tree/share/bash-completion/completions/compscan"
cp ../LICENSE ../README.md ../CHANGELOG.md "$tree"
cp target/compscan.cdx.json "$tree/share/doc"
cp systemd/compscan@.service systemd/compscan@.timer "$tree/share/systemd"
find "$tree" -type d -exec chmod 755 {} +
find "$tree" -type f ! -perm -u+x -exec chmod 644 {} +
find "$tree" -type f -perm -u+x -exec chmod 755 {} +

archive=target/compscan-$version-linux-$machine.tar.gz
tar --sort=name --mtime="$timestamp" --owner=0 --group=0 --numeric-owner --format=gnu -C target/image -cf - "compscan-$version" | gzip -6n >"$archive"
sed "s/@ARCHIVE@/$(basename "$archive")/; s/@VERSION@/$version/" Dockerfile.in >target/Dockerfile

if ! command -v dpkg-deb >/dev/null; then
  echo "assemble.sh: there is no dpkg-deb here, so there is no Debian package" >&2
  exit 0
fi
# A tilde sorts before the release.
debian_version=${version/-SNAPSHOT/~snapshot}
package=target/deb
mkdir -p "$package/DEBIAN" "$package/usr/lib/systemd/system" "$package/usr/bin" "$package/usr/share/doc/compscan"
cp -a "$tree" "$package/usr/lib/compscan"
mv "$package/usr/lib/compscan/share/man" "$package/usr/lib/compscan/share/bash-completion" "$package/usr/share"
mv "$package/usr/lib/compscan/share/doc/compscan.cdx.json" "$package/usr/lib/compscan"/*.md "$package/usr/share/doc/compscan"
mv "$package/usr/lib/compscan/share/systemd"/* "$package/usr/lib/systemd/system"
mv "$package/usr/lib/compscan/LICENSE" "$package/usr/share/doc/compscan/copyright"
rmdir "$package/usr/lib/compscan/share/doc" "$package/usr/lib/compscan/share/systemd" "$package/usr/lib/compscan/share"
ln -s ../lib/compscan/bin/compscan "$package/usr/bin/compscan"
sed "s/@VERSION@/$debian_version/; s/@ARCH@/$debian/; s/@KIB@/$(du -sk --apparent-size "$package/usr" | cut -f1)/" deb/control >"$package/DEBIAN/control"
find "$package" -type d -exec chmod 755 {} +
SOURCE_DATE_EPOCH=$(date -d "$timestamp" +%s)
export SOURCE_DATE_EPOCH
find "$package" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zgzip -z6 --build "$package" "target/compscan_${debian_version}_$debian.deb" >/dev/null
rm -rf target/image "$package"
