#!/usr/bin/env bash
# Puts together what is handed out, from the jars and manual pages that the build has left: assemble.sh VERSION TIMESTAMP
#
# In target/release:
#   compscan-VERSION.zip                        for any system with Java 17 or later: bin/compscan, bin/compscan.cmd, jars, docs, manual pages
#   compscan-VERSION-linux-MACHINE.tar.gz       the same for Linux with a Java runtime, and units of systemd
#   compscan_VERSION-1_ARCH.deb                 the same for dpkg
#   compscan-VERSION-1.MACHINE.rpm              the same for rpm
#   compscan-VERSION-image-MACHINE.tar          an image of a container: an archive of OCI
#   compscan-VERSION.cdx.json                   the bill of materials of the zip file; the others have their own within
#   SHA256SUMS
#
# RELEASE_JDK names the JDK whose jlink makes the runtime, RELEASE_ARM64 one for arm64 that need not run here, RELEASE_LIBRARIES the libraries of
# images (dev/debian-files fetches both). Files bear the timestamp, so the same input gives the same bytes. Where a tool is missing, a line says
# what was left out.
set -euo pipefail
umask 022
export LC_ALL=C TZ=UTC
version=$1
timestamp=$2
cd "$(dirname "$0")"
jars=../compscan-cli/target
out=target/release
SOURCE_DATE_EPOCH=$(date -d "$timestamp" +%s)
export SOURCE_DATE_EPOCH

if [ "$(uname -s)" != Linux ]; then
  echo "assemble.sh: this takes Linux; nothing was put together here" >&2
  exit 0
fi

leave_out() {
  echo "assemble.sh: there is no $1 here, so there is no $2" >&2
}

major() {
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

build_jdk=${BUILD_JDK:-$(dirname "$(dirname "$(readlink -f "$(command -v jlink)")")")}
jdk=${RELEASE_JDK:-}
for home in "${JDK25_HOME:-}" /usr/lib/jvm/*25*; do
  if [ -z "$jdk" ] && [ -n "$home" ] && [ -x "$home/bin/jlink" ]; then
    jdk=$home
  fi
done
jdk=${jdk:-$build_jdk}
if [ ! -x "$jdk/bin/jlink" ]; then
  echo "assemble.sh: $jdk has no jlink; name a JDK in RELEASE_JDK" >&2
  exit 1
fi
java=$jdk/bin/java

# A tilde sorts before the release.
package_version=${version/-SNAPSHOT/~snapshot}
maintainer="The authors of compscan <compscan@users.noreply.github.com>"

rm -rf target/image target/work "$out"
mkdir -p target/work "$out"

# The bill of materials and the file of rights of a tree, by what is in it.
bill() {
  "$java" -Dcompscan.dist="$PWD" -Dcompscan.echarts="$ECHARTS" -Dcompscan.scm="$SCM" -cp "$jars/compscan.jar" Bill.java \
    make target/compscan.cdx.json "$1" "${REPOSITORY:-$HOME/.m2/repository}"
}

# Rights and times of files do not depend on who builds, when and where.
settle() {
  find "$1" -type d -exec chmod 755 {} +
  find "$1" -type f ! -perm -u+x -exec chmod 644 {} +
  find "$1" -type f -perm -u+x -exec chmod 755 {} +
  find "$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
}

# A tar file whose bytes depend on its content alone: of what in a directory, to standard output.
packed() {
  tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=gnu -C "$1" -cf - "$2"
}

# What is the same everywhere.
common=target/work/common
mkdir -p "$common/bin" "$common/lib" "$common/share/man/man1" "$common/share/bash-completion/completions" "$common/share/doc"
cp "$jars/compscan.jar" "$jars/compscan-s3.jar" "$jars/compscan-hadoop.jar" "$common/lib"
install -m 755 compscan "$common/bin/compscan"
for page in "$jars"/man/*.1; do
  gzip -9n <"$page" >"$common/share/man/man1/$(basename "$page").gz"
done
"$java" -jar "$common/lib/compscan.jar" generate-completion | sed '1{/^#!/d}' >"$common/share/bash-completion/completions/compscan"
cp ../LICENSE ../README.md ../CHANGELOG.md ../ARCHITECTURE.md ../CONTRIBUTING.md ../SECURITY.md "$common"
cp -R ../docs "$common/docs"

zip_file() {
  local tree=target/work/zip/compscan-$version
  mkdir -p "$(dirname "$tree")"
  cp -R "$common" "$tree"
  install -m 644 compscan.cmd "$tree/bin/compscan.cmd"
  bill "$tree"
  cp "$tree/share/doc/compscan.cdx.json" "$out/compscan-$version.cdx.json"
  settle "$tree"
  if ! command -v zip >/dev/null; then
    leave_out zip "zip file"
    return
  fi
  (cd target/work/zip && find "compscan-$version" | sort | zip -X -q -9 -@ "../../release/compscan-$version.zip")
}

# What the jars name, as jdeps tells, but for java.desktop, which Jackson does without; and what Hadoop's client, TLS (jdk.crypto.ec) and the
# names in archives (jdk.charsets) need.
modules=java.base,java.logging,java.management,java.naming,java.security.jgss,java.security.sasl,java.sql,java.xml
modules+=,jdk.charsets,jdk.crypto.ec,jdk.management,jdk.net,jdk.security.auth,jdk.unsupported,jdk.zipfs

# runtime LINKER JDK DIR: the runtime of one JDK, linked by a JDK that runs here.
runtime() {
  local options=()
  if [ "$1" = "$2" ]; then
    # An archive of the runtime's own classes starts faster. It takes a JVM that runs here.
    "$1/bin/jlink" --list-plugins | grep -q generate-cds-archive && options=(--generate-cds-archive)
  else
    options=(--module-path "$2/jmods")
  fi
  # That archive depends on the length of its path and of the working directory, so these are the same wherever the build is.
  local place
  place=$(mktemp -d /tmp/compscan.XXXXXXXX)
  (cd "$place" && PWD=$place OLDPWD=$place "$1/bin/jlink" --add-modules "$modules" --strip-java-debug-attributes --no-header-files \
    --no-man-pages "${options[@]}" --output "$place/runtime")
  grep -E '^(IMPLEMENTOR|JAVA_RUNTIME_VERSION)=' "$2/release" >>"$place/runtime/release" || true
  mv "$place/runtime" "$3"
  rmdir "$place"
}

# usr TREE DIR: the tree as packages lay it out.
usr() {
  local doc=$2/usr/share/doc/compscan
  mkdir -p "$2/usr/lib/systemd/system" "$2/usr/bin" "$doc"
  cp -a "$1" "$2/usr/lib/compscan"
  mv "$2/usr/lib/compscan/share/man" "$2/usr/lib/compscan/share/bash-completion" "$2/usr/share"
  mv "$2/usr/lib/compscan/share/doc"/* "$2/usr/lib/compscan/docs" "$2/usr/lib/compscan"/*.md "$doc"
  mv "$2/usr/lib/compscan/share/systemd"/* "$2/usr/lib/systemd/system"
  rm -r "$2/usr/lib/compscan/share" "$2/usr/lib/compscan/LICENSE"
  ln -s ../lib/compscan/bin/compscan "$2/usr/bin/compscan"
}

deb_file() {
  local machine=$1 arch=$2 package=target/work/deb-$2 doc
  if ! command -v dpkg-deb >/dev/null; then
    leave_out dpkg-deb "Debian package"
    return
  fi
  usr "target/image/linux-$machine/compscan-$version" "$package"
  doc=$package/usr/share/doc/compscan
  mv "$doc/CHANGELOG.md" "$doc/changelog"
  gzip -9n "$doc/changelog"
  printf 'compscan (%s-1) unstable; urgency=medium\n\n  * %s is packaged; changelog.gz has the changes.\n\n -- %s  %s\n' \
    "$package_version" "$package_version" "$maintainer" "$(date -R -d "$timestamp")" | gzip -9n >"$doc/changelog.Debian.gz"
  mkdir -p "$package/DEBIAN" "$package/usr/share/lintian/overrides"
  cp deb/overrides "$package/usr/share/lintian/overrides/compscan"
  sed "s/@VERSION@/$package_version-1/; s/@ARCH@/$arch/; s/@MAINTAINER@/$maintainer/; s|@SCM@|$SCM|; s/@DEPENDS@/$3/
    s/@KIB@/$(du -sk --apparent-size "$package/usr" | cut -f1)/" deb/control >"$package/DEBIAN/control"
  settle "$package"
  (cd "$package" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$package/DEBIAN/md5sums"
  settle "$package/DEBIAN"
  dpkg-deb --root-owner-group -Zgzip -z6 --build "$package" "$out/compscan_$package_version-1_$arch.deb" >/dev/null
}

rpm_file() {
  local machine=$1 package
  if ! command -v rpmbuild >/dev/null; then
    leave_out rpmbuild "rpm package"
    return
  fi
  # Macros of rpm do not quote the names of directories.
  package=$(mktemp -d /tmp/compscan.XXXXXXXX)
  usr "target/image/linux-$machine/compscan-$version" "$package/tree"
  settle "$package/tree"
  sed "s|@VERSION@|$package_version|; s|@SCM@|$SCM|; s|@REQUIRES@|$2|" rpm/compscan.spec >"$package/compscan.spec"
  rpmbuild -bb --quiet --target "$machine-linux" --define "_topdir $package/top" --define "tree $package/tree" --define "_dbpath $package/db" \
    "$package/compscan.spec" >"$package/log" 2>&1 || {
    cat "$package/log" >&2
    exit 1
  }
  find "$package/top/RPMS" -name '*.rpm' -exec cp {} "$out" \;
  rm -rf "$package"
}

# blob FILE DIR: puts a file into an image by its digest, and prints size and digest as JSON has them.
blob() {
  local digest
  digest=$(sha256sum "$1" | cut -d' ' -f1)
  cp "$1" "$2/blobs/sha256/$digest"
  printf '"digest": "sha256:%s", "size": %d' "$digest" "$(stat -c %s "$1")"
}

# The image holds the runtime, the jars, and the libraries of Debian that both need: no shell, no package manager.
image_file() {
  local machine=$1 arch=$2 libraries=${RELEASE_LIBRARIES:-}/$1 work=$PWD/target/work/image-$1 root name config layer lz4=aarch64 jna=aarch64
  # Makers of native libraries name a machine in three ways.
  [ "$machine" = aarch64 ] || { lz4=amd64 && jna=x86-64; }
  if [ -z "${RELEASE_LIBRARIES:-}" ] || [ ! -d "$libraries" ]; then
    leave_out "directory of libraries in -Drelease.libraries for $machine" "image"
    return
  fi
  root=$work/root
  mkdir -p "$root/opt" "$root/etc" "$root/tmp" "$root/data" "$work/oci/blobs/sha256"
  cp -a "$libraries/." "$root"
  cp -a "target/image/linux-$machine/compscan-$version" "$root/opt/compscan"
  rm -r "$root/opt/compscan/bin" "$root/opt/compscan/share/man" "$root/opt/compscan/share/bash-completion" "$root/opt/compscan/share/systemd" \
    "$root/opt/compscan/docs" "$root/opt/compscan"/*.md
  # Native libraries as files: the JVM would unpack them to /tmp, which a read-only root has not got.
  mkdir "$root/opt/compscan/native"
  unzip -qjo "$jars/compscan.jar" "net/jpountz/util/linux/$lz4/liblz4-java.so" "linux/$lz4/libzstd-jni-*.so" "com/sun/jna/linux-$jna/libjnidispatch.so" \
    -d "$root/opt/compscan/native"
  # The bill sees Debian's libraries in ../usr.
  ln -s ../usr "$root/opt/usr"
  bill "$root/opt/compscan"
  rm "$root/opt/usr"
  printf 'root:x:0:0::/:/\ncompscan:x:65532:65532::/tmp:/\n' >"$root/etc/passwd"
  printf 'root:x:0:\ncompscan:x:65532:\n' >"$root/etc/group"
  settle "$root"
  chmod 1777 "$root/tmp"
  layer=$work/layer
  packed "$root" . >"$layer"
  local plain
  plain=$(sha256sum "$layer" | cut -d' ' -f1)
  gzip -6n "$layer"
  name=$(date -u -d "$timestamp" +%Y-%m-%dT%H:%M:%SZ)
  config=$work/config
  cat >"$config" <<JSON
{"created": "$name", "architecture": "$arch", "os": "linux",
 "config": {"User": "65532:65532", "WorkingDir": "/data", "Volumes": {"/data": {}},
  "Env": ["LC_ALL=C.UTF-8", "HOME=/tmp", "PATH=/opt/compscan/runtime/bin"],
  "Entrypoint": ["/opt/compscan/runtime/bin/java", $(grep -o -- '-X[a-zA-Z:0-9=]*' compscan | sort -u | sed 's/.*/"&", /' | tr -d '\n')
   "-Djava.library.path=/opt/compscan/native", "-Djna.boot.library.path=/opt/compscan/native", "-Djna.nounpack=true", "-jar", "/opt/compscan/lib/compscan.jar"],
  "Cmd": ["--help"],
  "Labels": {"org.opencontainers.image.title": "compscan", "org.opencontainers.image.version": "$version", "org.opencontainers.image.licenses": "Apache-2.0",
   "org.opencontainers.image.source": "$SCM", "org.opencontainers.image.created": "$name",
   "org.opencontainers.image.description": "Tells how much data shrinks on storage that deduplicates and compresses."}},
 "rootfs": {"type": "layers", "diff_ids": ["sha256:$plain"]}}
JSON
  printf '{"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",\n "config": {"mediaType": "application/vnd.oci.image.config.v1+json", %s},\n "layers": [{"mediaType": "application/vnd.oci.image.layer.v1.tar+gzip", %s}]}\n' \
    "$(blob "$config" "$work/oci")" "$(blob "$layer.gz" "$work/oci")" >"$work/manifest"
  printf '{"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json",\n "manifests": [{"mediaType": "application/vnd.oci.image.manifest.v1+json", %s, "platform": {"os": "linux", "architecture": "%s"}, "annotations": {"org.opencontainers.image.ref.name": "compscan:%s"}}]}\n' \
    "$(blob "$work/manifest" "$work/oci")" "$arch" "$version" >"$work/oci/index.json"
  printf '{"imageLayoutVersion": "1.0.0"}\n' >"$work/oci/oci-layout"
  packed "$work/oci" . >"$out/compscan-$version-image-$machine.tar"
}

# with_runtime MACHINE ARCH LINKER JDK: everything that has the runtime of a JDK.
with_runtime() {
  local tree=target/image/linux-$1/compscan-$version
  mkdir -p "$(dirname "$tree")"
  cp -R "$common" "$tree"
  mkdir "$tree/share/systemd"
  cp systemd/compscan@.service systemd/compscan@.timer "$tree/share/systemd"
  runtime "$3" "$4" "$tree/runtime"
  bill "$tree"
  settle "$tree"
  packed "target/image/linux-$1" "compscan-$version" | gzip -6n >"$out/compscan-$version-linux-$1.tar.gz"
  # Debian's JDKs take the system's libraries, those of others bring their own.
  local debs="libc6" rpms="glibc, coreutils"
  if grep -q 'libstdc++\.so' "$tree/runtime/lib/server/libjvm.so"; then
    debs="libc6, libgcc-s1, libstdc++6, zlib1g"
    rpms="glibc, libgcc, libstdc++, zlib, coreutils"
  fi
  deb_file "$1" "$2" "$debs"
  rpm_file "$1" "$rpms"
  case $1 in
    x86_64 | aarch64) image_file "$1" "$2" ;;
  esac
}

zip_file
machine=$(uname -m)
case $machine in
  x86_64) with_runtime x86_64 amd64 "$jdk" "$jdk" ;;
  aarch64) with_runtime aarch64 arm64 "$jdk" "$jdk" ;;
  *) with_runtime "$machine" "$machine" "$jdk" "$jdk" ;;
esac
if [ "$machine" != aarch64 ]; then
  linker=
  for home in "$build_jdk" "$jdk" /usr/lib/jvm/*; do
    if [ -n "${RELEASE_ARM64:-}" ] && [ -z "$linker" ] && [ -x "$home/bin/jlink" ] && [ "$(major "$home")" = "$(major "$RELEASE_ARM64")" ]; then
      linker=$home
    fi
  done
  if [ -z "${RELEASE_ARM64:-}" ]; then
    leave_out "JDK in -Drelease.arm64" "archive for arm64"
  elif [ -z "$linker" ]; then
    leave_out "JDK $(major "$RELEASE_ARM64") that could link the one for arm64" "archive for arm64"
  else
    with_runtime aarch64 arm64 "$linker" "$RELEASE_ARM64"
  fi
fi
rm -rf target/image target/work
(cd "$out" && find . -type f ! -name SHA256SUMS -printf '%P\n' | sort | xargs sha256sum >SHA256SUMS)
