#!/usr/bin/env bash
# dev/consumer/run.sh REPOSITORY [code]: takes compscan from a directory that "mvn deploy" has filled, as another project does, and runs the first example
# of docs/how-to/library.md on two equal files. The example is read from the page.
# With "code" it does not ask for sources, Javadoc and signatures.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$1" && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

fail() {
  echo "consumer: $1" >&2
  exit 1
}

version=$(sed -n 's|.*<version>\(.*\)</version>.*|\1|p' "$repository"/io/compscan/compscan-bom/maven-metadata*.xml | head -n 1)
kinds=('' -sources -javadoc)
[ "${2:-}" != code ] || kinds=('')
# What a repository of Maven asks for: of each module its sources, Javadoc and sums, and signatures where there are any.
for module in core gpu hadoop image map memory result s3; do
  directory=$repository/io/compscan/compscan-$module/$version
  for kind in "${kinds[@]}"; do
    # Snapshots bear a time.
    ls "$directory/compscan-$module-${version%-SNAPSHOT}"*"$kind.jar" >/dev/null 2>&1 || fail "compscan-$module has no $kind.jar"
  done
  for file in "$directory"/*.jar "$directory"/*.pom; do
    [ "$(sha1sum <"$file" | cut -d' ' -f1)" = "$(cat "$file.sha1")" ] || fail "$file has another sum"
    [ "${2:-}" = code ] || [ -s "$file.asc" ] || fail "$file has no signature"
  done
done
for module in cli spark testing dist; do
  [ ! -e "$repository/io/compscan/compscan-$module" ] || fail "compscan-$module is published"
done

mkdir -p "$place/project/src/main/java" "$place/data" "$place/local"
head -c 300000 /dev/urandom >"$place/data/one"
cp "$place/data/one" "$place/data/two"
cp "$here/pom.xml" "$place/project"
{
  cat <<'JAVA'
import io.compscan.core.library.Measure;
import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.ScanResult;
import java.nio.file.Path;
import java.util.Locale;

public final class Example {
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
JAVA
  sed -n '/^```java/,/^```/{/^```/!p; /^```$/q}' "$here/../../docs/how-to/library.md"
  printf '    }\n}\n'
} >"$place/project/src/main/java/Example.java"

# The libraries of this machine's local repository, but nothing of compscan's.
# Without colours Maven still ends them, at each end of a process.
export MAVEN_OPTS="${MAVEN_OPTS:-} -Djansi.noreset=true"
local=${MAVEN_REPOSITORY:-$HOME/.m2/repository}
cp -as "$local/." "$place/local"
rm -rf "$place/local/io/compscan"
wanted="300000 of 600000 bytes, reduction 2.00"
said=$(cd "$place/project" && mvn -q -B -ntp -Dmaven.repo.local="$place/local" -Drepository="file://$repository" -Dcompscan.version="$version" -Ddata="$place/data" \
  compile exec:java | grep -o "[0-9]* of .*")
[ "$said" = "$wanted" ] || fail "by Maven: '$said', not '$wanted'"
echo "by Maven: $said"

if command -v gradle >/dev/null; then
  cp "$here/build.gradle" "$place/project"
  touch "$place/project/settings.gradle"
  said=$(cd "$place/project" && gradle --quiet --no-daemon --offline --gradle-user-home "$place/gradle" -Dmaven.repo.local="$place/local" -Prepository="file://$repository" \
    -Pcompscan="$version" -Pdata="$place/data" runExample 2>"$place/err" | grep -o "[0-9]* of .*") || cat "$place/err" >&2
  [ "$said" = "$wanted" ] || fail "by Gradle: '$said', not '$wanted'"
  echo "by Gradle: $said"
else
  echo "left out: by Gradle, which is not here"
fi
