#!/usr/bin/env bash
# Makes the data sets of docs/internals/accuracy.md: DIR/fit/SET and DIR/held/SET. Rules and figures of profiles may be set by the first half only.
#
#   dev/accuracy/data.sh DIR [SCALE [SET...]]
#
# SCALE is a factor for the synthetic sets (default: 1). A set with directories 1, 2, ... holds states of one tree.
set -euo pipefail
[ $# -ge 1 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
scale=${2:-1}
shift $(($# < 2 ? $# : 2))
sets=("$@")

wanted() {
  [ ${#sets[@]} -eq 0 ] || [[ " ${sets[*]} " == *" $1 "* ]]
}

for half in fit held; do
  mkdir -p $half
  for kind in mail logs keys floats packages database tiny small pieces images modules checkout links tables sparse; do
    if wanted $kind && [ ! -e "$half/$kind" ]; then
      echo "$half/$kind" >&2
      python3 "$here/make.py" $kind $half "$half/$kind" "$scale"
    fi
  done
  # Ten states of a tree that changes in place.
  if wanted days && [ ! -e $half/days ]; then
    echo "$half/days" >&2
    mkdir $half/days
    cp -a "$([ $half = fit ] && echo /usr/share/perl || echo /usr/lib/python3)" $half/days/1
    for day in 1 2 3 4 5 6 7 8 9 10; do
      [ $day = 1 ] || cp -a "$half/days/$((day - 1))" "$half/days/$day"
      python3 "$here/change.py" "$half/days/$day" "$([ $half = fit ] && echo $day || echo $((day + 100)))" $half
    done
  fi
done

# What lies on this machine.
if wanted documents && [ ! -e fit/documents ]; then cp -a /usr/share/doc fit/documents; fi
if wanted headers && [ ! -e held/headers ]; then cp -a /usr/include held/headers; fi
if wanted programs && [ ! -e held/programs ]; then
  mkdir held/programs
  find /usr/bin -type f -size +2M -size -12M | sort | head -15 | xargs cp -pt held/programs
fi
