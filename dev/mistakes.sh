#!/usr/bin/env bash
# Replays mistaken command lines and prints what each says: dev/mistakes.sh [compscan.jar]
# Ends with 1 where an exit code or a text is not that of dev/mistakes.txt, or where more than one line comes out.
set -u
cd "$(dirname "$0")/.." || exit 2
jar=$(realpath "${1:-compscan-cli/target/compscan.jar}") || exit 2
[ -f "$jar" ] || { echo "$jar is missing: mvn -DskipTests -pl compscan-cli -am package" >&2; exit 2; }
data=$(mktemp -d) || exit 2
trap 'rm -rf "$data"' EXIT
compscan() { java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx256m -jar "$jar" "$@"; }

mkdir "$data/d"
head -c 100000 /dev/urandom > "$data/d/f"
cp "$data/d/f" "$data/d/g"
: > "$data/empty"
echo "something went wrong" > "$data/big.err"
printf 'a,b\r\n1,2\r\n' > "$data/run.csv"
compscan scan "$data/d" --out "$data/result" --save "$data/d.fpr" > "$data/log" 2>&1 || { cat "$data/log"; exit 2; }

wrong=0
while IFS='|' read -r code arguments words; do
  case $code in '' | '#'*) continue ;; esac
  read -ra given <<< "${arguments//@/$data}"
  for i in "${!given[@]}"; do
    [ "${given[i]}" != '""' ] || given[i]=
  done
  said=$(compscan "${given[@]}" 2>&1 < /dev/null)
  found=$?
  printf '%s\n  exit %d: %s\n' "compscan ${arguments//@\//}" "$found" "${said//$data\//}"
  verdict=
  [ "$found" -eq "${code// /}" ] || verdict="exit code ${code// /} expected"
  [ "$(printf '%s\n' "$said" | wc -l)" -eq 1 ] || verdict="one line expected"
  IFS=';' read -ra parts <<< "$words"
  for part in "${parts[@]}"; do
    part=$(sed 's/^ *//; s/ *$//' <<< "$part")
    case $said in *"$part"*) ;; *) verdict="\"$part\" expected" ;; esac
  done
  [ -z "$verdict" ] || { echo "  WRONG: $verdict"; wrong=1; }
done < dev/mistakes.txt
exit $wrong
