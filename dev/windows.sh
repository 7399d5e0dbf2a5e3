#!/usr/bin/env bash
# dev/windows.sh COMPSCAN.CMD: types compscan.cmd into the cmd of Wine, where java.exe only prints its arguments and ends with a code.
#
# This checks what cmd makes of the file. It does not check compscan on Windows, for which Wine is no stand-in.
set -euo pipefail
script=$(readlink -f "$1")
place=$(mktemp -d)
trap 'WINEPREFIX="$place/prefix" wineserver -k 2>/dev/null; rm -rf "$place"' EXIT
jdk="$place/a jdk (x86)"
mkdir -p "$jdk/bin" "$place/path"
cat >"$place/java.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **words) {
  for (int i = 1; i < count; i++) {
    printf("[%s]\n", words[i]);
  }
  const char *code = getenv("STUB_CODE");
  return code ? atoi(code) : 0;
}
C
x86_64-w64-mingw32-gcc -O1 -o "$jdk/bin/java.exe" "$place/java.c"
cp "$jdk/bin/java.exe" "$place/path"
dos() {
  printf 'Z:%s' "${1//\//\\}"
}

# batch CODE LINE...: runs lines as a batch file that must end with a code, and leaves what they print in out. The last line has no call: in the cmd of
# Wine 8 call loses the code.
batch() {
  local wanted=$1 code=0
  shift
  printf '%s\r\n' '@echo off' "$@" >"$place/test.bat"
  (cd "$place" && env -u JAVA_HOME WINEPREFIX="$place/prefix" WINEDEBUG=-all DISPLAY='' timeout 120 wine cmd /c test.bat) >"$place/said" 2>&1 || code=$?
  tr -d '\r' <"$place/said" >"$place/out"
  if [ $code != "$wanted" ]; then
    echo "windows.sh: code $code, not $wanted:" >&2
    cat "$place/test.bat" "$place/out" >&2
    exit 1
  fi
}

expect() {
  local line
  for line in "$@"; do
    grep -qxF -- "$line" "$place/out" || {
      printf 'windows.sh: "%s" is missing in:\n' "$line" >&2
      cat "$place/out" >&2
      exit 1
    }
  done
}

run="\"$(dos "$script")\""
batch 3 "set STUB_CODE=3" "set \"JAVA_HOME=$(dos "$jdk")\"" 'set "COMPSCAN_JAVA_OPTS=-Xmx1g -Da=b"' \
  "$run scan \"C:\\with space\\x\" a!b \"c!d!\" \"x & y\" \"a^b\" \"say \\\"hi\\\"\" --include=*.vmdk \"\""
expect '[-Xmx1g]' '[-Da=b]' '[-jar]' "[$(dos "$(dirname "$script")")\\..\\lib\\compscan.jar]" '[scan]' '[C:\with space\x]' '[a!b]' '[c!d!]' '[x & y]' '[a^b]' \
  '[say "hi"]' '[--include=*.vmdk]' '[]'
# Quotes within the value; the first java of the PATH; no java; a JAVA_HOME that has none.
batch 0 "set JAVA_HOME=\"$(dos "$jdk")\"" "$run one"
expect '[one]'
batch 4 "set \"PATH=$(dos "$place/path");%PATH%\"" 'set STUB_CODE=4' "$run two"
expect '[two]'
batch 1 "$run"
expect 'compscan: there is no Java here: install Java 17 or later, or name its directory in JAVA_HOME'
batch 1 'set "JAVA_HOME=C:\nowhere"' "$run"
expect 'compscan: JAVA_HOME names no Java: there is no "C:\nowhere\bin\java.exe"'
# Options that both starters give.
grep -oE -- '-X(X:Tier|log|mn)[A-Za-z0-9:=]*' "$(dirname "$script")/compscan" | while read -r option; do
  grep -qF -- " $option " "$script" || {
    echo "windows.sh: compscan.cmd lacks $option" >&2
    exit 1
  }
done
echo "compscan.cmd in the cmd of $(wine --version 2>/dev/null)"
