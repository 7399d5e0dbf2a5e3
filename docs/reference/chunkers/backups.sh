#!/usr/bin/env bash
# Makes what a nightly full backup of a source tree leaves behind: a tar file of every third revision of a repository.
#
#     docs/reference/chunkers/backups.sh REPOSITORY OUT_DIR
set -euo pipefail
repository=$1
out=$2
mkdir -p "$out"
tree=$(mktemp -d)
trap 'rm -r "$tree"' EXIT
for revision in $(git -C "$repository" rev-list --reverse HEAD | awk 'NR % 3 == 0'); do
  mkdir "$tree/src"
  git -C "$repository" archive "$revision" | tar -x -C "$tree/src"
  # As in a working tree, a file that is the same has the same time.
  tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -c -f "$out/$revision.tar" -C "$tree" src
  rm -r "$tree/src"
done
