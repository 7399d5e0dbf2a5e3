#!/usr/bin/env bash
# Stores data in a real Ceph, one OSD on this machine without containers, and compares what BlueStore allocates with what compscan predicts.
#
#   dev/accuracy/ceph.sh build                 installs Ceph's packages (apt, as root)
#   dev/accuracy/ceph.sh image DIR|IMAGE...    imports an image (of DIR: ext4) with rbd; zeros of a whole blob are not written
#   dev/accuracy/ceph.sh objects DIR...        writes each file as an object of that size, at most 4 MiB long each, as RGW and CephFS do
#
# Settings, with their defaults: CEPH=/tmp/ceph COMPSCAN=compscan SIZE=16G
#   SETTINGS="snappy:8k snappy:64k lz4:8k lz4:64k zstd:8k zstd:64k zlib:64k off:64k"   COMPRESS:BLOB ...; pools of one OSD
#   ALLOC=4k                                                      the unit of allocation of the OSD
# Prints set, setting, predicted and stored bytes and the deviation. The cluster listens on 127.0.0.1 and ends with the script.
set -euo pipefail

CEPH=${CEPH:-/tmp/ceph}
COMPSCAN=${COMPSCAN:-compscan}
SIZE=${SIZE:-16G}
ALLOC=${ALLOC:-4k}
SETTINGS=${SETTINGS:-snappy:8k snappy:64k lz4:8k lz4:64k zstd:8k zstd:64k zlib:64k off:64k}
export CEPH_CONF=$CEPH/ceph.conf
say() { printf '%s %s\n' "$(date +%T)" "$*" >&2; }

build() {
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ceph-osd ceph-mon ceph-mgr ceph-common python3-rados e2fsprogs jq >/dev/null
}

stop() {
  local pid
  for pid in "$CEPH"/run/*.pid; do
    [ ! -e "$pid" ] || kill "$(cat "$pid")" 2>/dev/null || true
  done
}

# A monitor, a manager and an OSD whose device is a sparse file.
start() {
  local fsid osd
  rm -rf --one-file-system "$CEPH"
  mkdir -p "$CEPH"/{mon,osd,mgr,run,log}
  fsid=$(cat /proc/sys/kernel/random/uuid)
  osd=$(cat /proc/sys/kernel/random/uuid)
  cat > "$CEPH_CONF" <<END
[global]
fsid = $fsid
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
mon_host = [v2:127.0.0.1:40000/0,v1:127.0.0.1:40001/0]
run_dir = $CEPH/run
admin_socket = $CEPH/run/\$name.asok
pid_file = $CEPH/run/\$name.pid
log_file = $CEPH/log/\$name.log
keyring = $CEPH/keyring
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_data_avail_crit = 1
mon_data_avail_warn = 2
osd_memory_target = 1500000000
[mon.a]
mon_data = $CEPH/mon
[mgr.x]
mgr_data = $CEPH/mgr
[osd.0]
osd_data = $CEPH/osd
bluestore_block_size = $(numfmt --from=iec "${SIZE^^}")
bluestore_min_alloc_size = $(numfmt --from=iec "${ALLOC^^}")
END
  trap stop EXIT
  monmaptool --create --addv a '[v2:127.0.0.1:40000,v1:127.0.0.1:40001]' --fsid "$fsid" "$CEPH/monmap" >/dev/null
  ceph-mon -i a --mkfs --monmap "$CEPH/monmap"
  ceph-mon -i a
  ceph mon enable-msgr2 2>/dev/null || true
  ceph-mgr -i x
  ceph osd new "$osd" 0 >/dev/null
  ceph-osd -i 0 --mkfs --osd-uuid "$osd" --osd-objectstore bluestore --setuser root --setgroup root 2>/dev/null
  ceph-osd -i 0 --setuser root --setgroup root 2>/dev/null
  until ceph osd stat | grep -q ' 1 up'; do sleep 1; done
}

# Bytes that the OSD has allocated for data, once nothing more is on its way.
allocated() {
  local now last=-1
  while :; do
    now=$(ceph tell osd.0 perf dump bluestore 2>/dev/null | jq '.bluestore.bluestore_allocated')
    [ "$now" != "$last" ] || break
    last=$now
    sleep 3
  done
  echo "$now"
}

# Makes a pool for a setting, with a name of its own so that nothing is deleted while something is counted.
pool() {
  local name=$1 compress=$2 blob=$3
  ceph osd pool create "$name" 8 8 >/dev/null 2>&1
  if [ "$compress" != off ]; then
    ceph osd pool set "$name" compression_algorithm "$compress" >/dev/null 2>&1
    ceph osd pool set "$name" compression_mode force >/dev/null 2>&1
    ceph osd pool set "$name" compression_min_blob_size "$(numfmt --from=iec "${blob^^}")" >/dev/null 2>&1
    ceph osd pool set "$name" compression_max_blob_size "$(numfmt --from=iec "${blob^^}")" >/dev/null 2>&1
  fi
}

# Files of any size become objects of 4 MiB at most, each written once.
put() {
  /usr/bin/python3 - "$1" "$2" <<'END'
import os, rados, sys

pool, tree = sys.argv[1:]
with rados.Rados(conffile=os.environ["CEPH_CONF"]) as cluster, cluster.open_ioctx(pool) as objects:
    for directory, names, files in os.walk(tree):
        names.sort()
        for name in sorted(files):
            path = os.path.join(directory, name)
            if not os.path.isfile(path) or os.path.islink(path):
                continue
            with open(path, "rb") as file:
                number = 0
                while data := file.read(4 << 20):
                    objects.write_full(f"{os.path.relpath(path, tree)}.{number}"[-200:] + str(os.stat(path).st_ino), data)
                    number += 1
END
}

# All settings in one scan: each a profile.
predict() {
  local setting profiles=()
  for setting in $SETTINGS; do
    profiles+=(--profile "ceph:compress=${setting%:*},blob=${setting#*:},alloc=$ALLOC")
  done
  $COMPSCAN scan "$1" "${profiles[@]}" --json
}

compare() {
  local how=$1 input=$2 name image setting compress blob before after number=0
  name=$(basename "$input")
  image=$input
  if [ "$how" = image ] && [ -d "$input" ]; then
    image=$CEPH/image
    rm -f "$image"
    truncate -s $(($(du -s --apparent-size -B1 "$input" | cut -f1) * 5 / 4 / 1048576 + 96))M "$image"
    mkfs.ext4 -q -F -m 0 -d "$input" "$image"
  fi
  predict "$image" > "$CEPH/predicted"
  for setting in $SETTINGS; do
    compress=${setting%:*}
    blob=${setting#*:}
    serial=$((serial + 1))
    pool "p$serial" "$compress" "$blob"
    before=$(allocated)
    if [ "$how" = image ]; then
      # What is no whole blob of zeros is written, so the image is cut where the blobs are.
      rbd import --no-progress --sparse-size "${blob^^}" "$image" "p$serial/image"
    else
      put "p$serial" "$input"
    fi
    after=$(allocated)
    jq -r --argjson n "$number" --argjson stored $((after - before)) --arg set "$name" --arg how "$how" --arg setting "$compress, $blob" \
      '.profiles[$n] | "| `\($set)` | \($how) | \($setting) | \(.allocatedBytes) | \($stored) | \((.allocatedBytes / $stored - 1) * 10000 | round / 100) % |"' \
      "$CEPH/predicted"
    number=$((number + 1))
  done
}

verb=${1:-}
case $verb in
  build) build ;;
  image | objects)
    shift
    serial=0
    start
    say "Ceph $(ceph --version | cut -d' ' -f3), unit of allocation $ALLOC"
    for input; do
      compare "$verb" "$input"
    done
    ;;
  *)
    sed -n '2,12s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
