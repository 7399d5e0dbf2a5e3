#!/usr/bin/env bash
# Makes the sets of docs/internals/accuracy-sets.md that came later: DIR/later/SET, and DIR/KIND/days and DIR/KIND/database for states of one tree.
# Nothing was set by them.
#
#   dev/accuracy/later.sh DIR
#
# As root, on Debian: packages come by apt-get, and their versions decide the bytes. PostgreSQL makes a database; it is installed if there is none.
set -euo pipefail
[ $# -eq 1 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=dev/accuracy/packages.sh
. "$here/packages.sh"
prepare "$1" later

# Pictures, a game's pictures and sounds, fonts, drawings of circuits.
package gnome-backgrounds later/photos
package frozen-bubble-data later/game
package fonts-noto-core later/fonts
package kicad-symbols later/symbols

# Headers of several kernels, side by side, and the same as tar archives.
mkdir -p later/kernels later/tars
apt-cache search --names-only '^linux-headers-.*-common$' | cut -d' ' -f1 | sort -V | tail -5 | while read -r name; do
  package "$name" "$work/$name"
  cp -a "$work/$name" later/kernels/
  tar -C "$work/$name/usr/src" -cf "later/tars/$name.tar" .
done

# A tree beside its archive, copies of a tree with edits, compiled Python, archives of Java, a repository.
mkdir -p later/tree-and-tar later/copies later/python later/jars later/git
cp -a /usr/lib/python3/dist-packages later/tree-and-tar/
tar -C later/tree-and-tar -cf "$work/all.tar" .
mv "$work/all.tar" later/tree-and-tar/
for copy in 1 2 3; do
  cp -a /usr/share/perl later/copies/$copy
  find later/copies/$copy -type f | sort | sed -n "${copy}~17p" | while read -r file; do
    chmod u+w "$file"
    sed -i -e "5s/^/ /" -e "\$a# edit $copy" "$file"
  done
done
cp -a "$(python3 -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')" later/python/
cp -a "${HOME:?}/.m2/repository/org" later/jars/
git clone --quiet --bare "$here/../.." later/git/one.git

# Disks with file systems, as raw images and as QCOW2.
mkdir -p later/disks later/qcow2 later/other-disks "$work/tree" "$work/mount"
cp -a /usr/share/perl /usr/lib/python3 "$work/tree/"
for disk in a b; do
  truncate -s 256M later/disks/$disk.img
  mkfs.ext4 -q -d "$work/tree" later/disks/$disk.img
  qemu-img convert -O qcow2 later/disks/$disk.img later/qcow2/$disk.qcow2
  cp -a /usr/share/doc/[a-g]* "$work/tree/"
done
for system in xfs btrfs; do
  truncate -s 400M later/other-disks/$system.img
  mkfs.$system -q later/other-disks/$system.img
  mount -o loop later/other-disks/$system.img "$work/mount"
  cp -a /usr/share/perl /usr/lib/python3/dist-packages "$work/mount"
  umount "$work/mount"
done

# A database and its dumps, in three states.
if ! compgen -G '/usr/lib/postgresql/*/bin' >/dev/null; then
  DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends postgresql
fi
programs=$(compgen -G '/usr/lib/postgresql/*/bin' | tail -1)
as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups env "PATH=$programs:$PATH" "$@" >/dev/null 2>&1; }
install -d -o postgres "$work/server"
as_postgres initdb -D "$work/server/data" -A trust
start() { as_postgres pg_ctl -D "$work/server/data" -l "$work/server/log" -w -o "-h '' -k $work/server" start; }
start
as_postgres createdb -h "$work/server" accounts
as_postgres pgbench -h "$work/server" -i -s 4 accounts
mkdir -p postgres/database later/dumps
for state in 1 2 3; do
  as_postgres pgbench -h "$work/server" -t 4000 accounts
  setpriv --reuid=postgres --regid=postgres --clear-groups "$programs/pg_dump" -h "$work/server" accounts >later/dumps/$state.sql
  as_postgres pg_ctl -D "$work/server/data" stop -m fast
  cp -a "$work/server/data" postgres/database/$state
  start
done
as_postgres pg_ctl -D "$work/server/data" stop -m fast
gzip later/dumps/3.sql

python3 "$here/later.py" "$PWD"
