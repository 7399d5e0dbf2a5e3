#!/usr/bin/env bash
# Stores data in the real dm-vdo and the real OpenZFS, in a QEMU guest without KVM, and compares what they take with what compscan predicts.
#
#   dev/accuracy/guest.sh build              packages (260 MB), modules of ZFS and the guest's disk: some 10 minutes, once
#   dev/accuracy/guest.sh vdo DIR|IMAGE...   writes an image (of DIR: ext4) onto dm-vdo
#   dev/accuracy/guest.sh zfs DIR...         copies each DIR into a new pool for each setting, some 2 minutes each for 200 MB
#   dev/accuracy/guest.sh compare DIR OUT    compares what "zfs" has left in OUT again
#
# Settings, with their defaults: GUEST=/tmp/guest SUITE=trixie COMPSCAN=compscan DISK_SIZE=8G DISKS=6 MEMORY=3G TIMEOUT=3000 TAG=
#   vdo: DEDUP=on COMPRESSION=on WRITE=direct|cached (through the page cache) TWICE= (1: the same once more behind itself)
#        FLUSH= (4k to 1024m: flushes after each so much) PIECE=1m (of a write; what is in flight at a flush) PAUSE= (seconds after each MiB)
#        THIN= (sectors of a block, such as 128: through a thin pool of the device mapper on the volume, whose metadata has a disk of its own)
#   zfs: ZFS_SETTINGS="128k:lz4:on:- 16k:lz4:off:raidz1x3" (RECORD:COMPRESSION:DEDUP:LAYOUT[:ASHIFT[:SPECIAL]] ...; zvol16k in place of a record;
#        SPECIAL: special_small_blocks of one special disk)
# Runs as root (chroot, mknod), one run at a time for each GUEST. Only "build" needs the network: the mirror that the host's apt uses, whose keyring must know SUITE.
set -euo pipefail

GUEST=${GUEST:-/tmp/guest}
SUITE=${SUITE:-trixie}
COMPSCAN=${COMPSCAN:-compscan}
DISK_SIZE=${DISK_SIZE:-8G}
DISKS=${DISKS:-6}
MEMORY=${MEMORY:-3G}
TIMEOUT=${TIMEOUT:-3000}
ZFS_SETTINGS=${ZFS_SETTINGS:-128k:lz4:on:- 16k:lz4:off:-}
root=$GUEST/root
share=$GUEST/share
say() { printf '%s %s\n' "$(date +%T)" "$*" >&2; }
kernel() { ls "$root/usr/lib/modules"; }

# The mirror of the host's own apt, whatever it is called; apt must have been updated once.
# shellcheck disable=SC2016
mirror() { apt-get indextargets --format '$(REPO_URI)' 'Label: Debian' 'Component: main' 'Created-By: Packages' | sort -u | head -1; }

install_host() {
  local program missing=
  for program in qemu-system-x86_64 mmdebstrap busybox cpio mkfs.ext4 jq xz; do
    command -v $program >/dev/null || missing=yes
  done
  [ -n "$missing" ] || return 0
  say "host packages"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends qemu-system-x86 mmdebstrap busybox-static cpio e2fsprogs jq xz-utils >/dev/null
}

# All packages of the guest, unpacked and not configured: no maintainer script runs, so neither dkms nor initramfs-tools.
# mmdebstrap lets apt choose the versions. It touches none of the host's apt settings; the host's keyring must know SUITE.
unpack_guest() {
  local n
  [ -e "$root/.unpacked" ] && return
  say "guest packages of $SUITE"
  rm -rf --one-file-system "$root"
  mmdebstrap --quiet --variant=extract --mode=root --architectures=amd64 --components=main,contrib --skip=check/empty \
    --aptopt='APT::Install-Recommends "false"' --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    --include=base-files,bash,dash,coreutils,sed,grep,tar,gzip,xz-utils,mawk,findutils,diffutils,util-linux,mount,procps,kmod,libc-bin \
    --include=linux-image-amd64,linux-headers-amd64,gcc,make,libc6-dev \
    --include=vdo,dmsetup,e2fsprogs,fdisk,zfsutils-linux,zfs-dkms \
    "$SUITE" "$root" "$(mirror)"
  # What maintainer scripts would have made.
  ln -sf mawk "$root/usr/bin/awk"
  ln -sf gcc "$root/usr/bin/cc"
  mkdir -p "$root"/{proc,sys,dev,run,tmp,mnt}
  for n in 'null c 1 3' 'zero c 1 5' 'random c 1 8' 'urandom c 1 9' 'console c 5 1'; do
    # shellcheck disable=SC2086
    set -- $n
    rm -f "$root/dev/$1"
    mknod -m 666 "$root/dev/$1" "$2" "$3" "$4"
  done
  rm -rf "$root"/etc/apt "$root"/var/lib/apt # what names the mirror
  touch "$root/.unpacked"
}

# ZFS is source only. Its configure compiles some 300 small modules to learn the kernel, which takes half as long as the modules themselves.
build_zfs() {
  [ -e "$root/usr/lib/modules/$(kernel)/extra/zfs.ko" ] && return
  say "ZFS modules for $(kernel) (log: $GUEST/zfs-build.log)"
  cat > "$root/tmp/build-zfs" <<'END'
set -e
cd /usr/src/zfs-*
b=/usr/lib/modules/$1/build; s=/usr/lib/modules/$1/source
[ -e "$s" ] || s=$b
./configure --disable-dependency-tracking --prefix=/usr --with-config=kernel --with-linux="$s" --with-linux-obj="$b"
make -j"$(nproc)"
mkdir -p "/usr/lib/modules/$1/extra"
for m in spl zfs; do strip -g -o "/usr/lib/modules/$1/extra/$m.ko" "module/$m.ko"; done
depmod "$1"
END
  # make wants /proc; the mount ends with its namespace.
  # shellcheck disable=SC2016
  unshare -m sh -c 'mount -t proc proc "$1/proc" && chroot "$1" /bin/sh /tmp/build-zfs "$2"' sh "$root" "$(kernel)" > "$GUEST/zfs-build.log" 2>&1 ||
    { tail -20 "$GUEST/zfs-build.log" >&2; return 1; }
}

# The guest's disk, and an initramfs that loads what it takes to mount it.
make_disk() {
  local i=$GUEST/initrd.d m
  [ -e "$GUEST/root.img" ] && [ "$GUEST/root.img" -nt "$root/usr/lib/modules/$(kernel)/extra/zfs.ko" ] && return
  say "guest disk"
  cat > "$root/sbin/guest-init" <<'END'
#!/bin/bash
export PATH=/usr/sbin:/usr/bin HOME=/root
mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t devtmpfs dev /dev
mount -t tmpfs tmp /tmp; mount -t tmpfs run /run; mkdir -p /run/lock /run/data
modprobe -a 9p 9pnet_virtio
mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144 share /mnt
cd /tmp
bash /mnt/job > /mnt/out 2> /mnt/err
echo $? > /mnt/rc
dmesg > /mnt/dmesg
sync; umount /mnt
echo o > /proc/sysrq-trigger; sleep 60
END
  chmod +x "$root/sbin/guest-init"
  ln -sfn /proc/mounts "$root/etc/mtab"
  [ -e "$root/etc/hostid" ] || printf '\001\002\003\004' > "$root/etc/hostid"
  # Headers, sources, the compiler, documents and most drivers stay outside.
  rm -rf --one-file-system "$GUEST/lean"
  mkdir "$GUEST/lean"
  tar -C "$root" --one-file-system --exclude=./usr/src --exclude=./usr/share/doc --exclude=./usr/include --exclude=./boot --exclude=./var/cache \
    --exclude=./usr/libexec/gcc --exclude=./usr/lib/gcc --exclude='./usr/lib/modules/*/kernel/drivers/gpu' --exclude='./usr/lib/modules/*/kernel/drivers/net' \
    --exclude='./usr/lib/modules/*/kernel/sound' --exclude='./usr/lib/modules/*/kernel/drivers/media' -cf - . | tar -C "$GUEST/lean" -xf -
  rm -f "$GUEST/root.img.new"
  truncate -s 1G "$GUEST/root.img.new"
  mkfs.ext4 -q -F -d "$GUEST/lean" "$GUEST/root.img.new"
  rm -rf "$i"
  mkdir -p "$i"/{bin,proc,dev,new,m}
  cp "$(command -v busybox)" "$i/bin/busybox"
  for m in virtio_blk crc32c_generic ext4; do chroot "$root" modprobe --show-depends -S "$(kernel)" "$m"; done |
    awk '$1 == "insmod" && !seen[$2]++ { print $2 }' | while read -r m; do
      case $m in *.xz) xz -dc "$root$m" > "$i/m/$(basename "$m" .xz)" ;; *) cp "$root$m" "$i/m/" ;; esac
      basename "$m" .xz
    done > "$i/order"
  cat > "$i/init" <<'END'
#!/bin/busybox sh
/bin/busybox mount -t devtmpfs dev /dev
while read -r m; do /bin/busybox insmod /m/$m; done < /order
n=0; while [ ! -b /dev/vda ] && [ $n -lt 50 ]; do /bin/busybox sleep 0.2; n=$((n+1)); done
/bin/busybox mount -t ext4 /dev/vda /new
/bin/busybox umount /dev
exec /bin/busybox switch_root /new /sbin/guest-init
END
  chmod +x "$i/init"
  (cd "$i" && find . | cpio -o -H newc -R 0:0 --quiet) > "$GUEST/initrd"
  mv "$GUEST/root.img.new" "$GUEST/root.img"
}

build() {
  mkdir -p "$GUEST"
  install_host
  unpack_guest
  build_zfs
  make_disk
  say "built: kernel $(kernel), ZFS $(cd "$root/usr/src" && echo zfs-*), $(chroot "$root" vdoformat --version)"
}

# Boots, runs $1 in the guest, and powers off. $2: a disk. The targets are sparse and forgotten afterwards.
run_guest() {
  local data=${2:-} i
  local -a targets=()
  mkdir -p "$share"
  rm -f "$share"/{out,err,rc,dmesg}
  cp "$1" "$share/job"
  for ((i = 0; i < DISKS; i++)); do
    rm -f "$GUEST/target$i.img"
    truncate -s "$DISK_SIZE" "$GUEST/target$i.img"
    targets+=(-drive "file=$GUEST/target$i.img,format=raw,if=virtio,cache=unsafe,discard=unmap")
  done
  [ -n "$data" ] || { truncate -s 1M "$GUEST/none.img"; data=$GUEST/none.img; }
  # Nehalem: the wider vectors of later processors are slower than none where they are emulated, and ZFS tries each of them when it is loaded.
  timeout "$TIMEOUT" qemu-system-x86_64 -accel tcg,thread=multi,tb-size=512 -cpu Nehalem -smp 2 -m "$MEMORY" -nodefaults -display none -no-reboot \
    -serial "file:$GUEST/console.log" \
    -kernel "$(echo "$root"/boot/vmlinuz-*)" -initrd "$GUEST/initrd" -append "console=ttyS0 panic=-1 mitigations=off quiet loglevel=4 random.trust_cpu=on" \
    -drive "file=$GUEST/root.img,format=raw,if=virtio,cache=unsafe,snapshot=on" \
    -drive "file=$data,format=raw,if=virtio,readonly=on" "${targets[@]}" \
    -virtfs "local,path=$share,mount_tag=share,security_model=none" ||
    { say "the guest did not end: $GUEST/console.log"; tail -20 "$GUEST/console.log" >&2; return 1; }
  rm -f "$GUEST"/target*.img
  [ -f "$share/rc" ] || { tail -20 "$GUEST/console.log" >&2; return 1; }
  return "$(cat "$share/rc")"
}

# An ext4 image of a directory, hardly larger than it, without a journal.
image() {
  local dir=$1 out=$2 kib files
  kib=$(du -skD --apparent-size "$dir" | cut -f1)
  files=$(find "$dir/" | wc -l)
  rm -f "$out"
  truncate -s $(((kib * 11 / 10 + files * 4 + 16384) / 1024 + 1))M "$out"
  mkfs.ext4 -q -F -b 4096 -m 0 -O ^has_journal -N $((files + files / 10 + 64)) -E lazy_itable_init=0 -d "$dir/" "$out"
}

# NAME RESULT.json PROFILE DATA METADATA: what was predicted beside what was stored.
line() {
  jq -r --arg name "$1" --arg p "$3" --argjson d "$4" --argjson m "$5" '[.profiles[] | select(.profile == $p)][0] | (.allocatedBytes - .metadataBytes) as $pd |
    "\($name) \($p): data predicted \($pd) stored \($d) (\(if $d == 0 then "-" else (($pd / $d - 1) * 100000 | round) / 1000 end) %); metadata predicted \(.metadataBytes) stored \($m); sum \((((.allocatedBytes) / ($d + $m) - 1) * 100000 | round) / 1000) %"' "$2"
}

get() { sed -n "s/^$1=//p" "$2" | head -1; }

vdo_job() {
  cat <<'END'
set -e
modprobe dm-vdo
dev=/dev/vdc; data=/dev/vdb; v=/dev/dm-0 target=$v
bytes=$(blockdev --getsize64 $data)
physical=$(( $(blockdev --getsize64 $dev) / 4096 ))
sectors=$(( (bytes + 1048575) / 1048576 * 2048 ))
[ -z "$TWICE" ] || sectors=$((sectors * 2))
vdoformat --force --slab-bits=17 --uds-memory-size=0.25 --logical-size=$((sectors / 2))K $dev >&2
# Without udev nobody makes /dev/mapper/v; the kernel itself makes /dev/dm-0.
dmsetup create v --noudevrules --noudevsync --table "0 $sectors vdo V4 $dev $physical 4096 32768 16380 deduplication $DEDUP compression $COMPRESSION" >&2
[ -b $v ]
# The index opens in the background; what is written before is not deduplicated.
n=0; until dmsetup status v | grep -q ' online o[nf]*line '; do sleep 0.2; n=$((n+1)); [ $n -lt 600 ]; done
dmsetup status v >&2
stat() { dmsetup message v 0 stats | tr '{},' '\n\n\n' | sed -n 's/^ *\([A-Za-z]*\) : \([^ ][^ ]*\) *$/\1=\2/p'; }
stat > /mnt/vdo.before
if [ -n "$THIN" ]; then
  modprobe dm-thin-pool
  dd if=/dev/zero of=/dev/vdd bs=4096 count=1 2> /dev/null
  thin() { dmsetup create $1 --noudevrules --noudevsync --table "0 $sectors $2" >&2; }
  thin pool "thin-pool /dev/vdd $v $THIN 0"
  dmsetup message pool 0 'create_thin 0'
  thin t "thin /dev/dm-1 0"
  target=/dev/dm-2
fi
o=; [ $WRITE = cached ] || o=oflag=direct
write() { dd if=$data of=$target bs=1M $o conv=fsync,notrunc "$@" 2> /tmp/dd || { cat /tmp/dd >&2; exit 1; }; tail -1 /tmp/dd >&2; }
bytes_of() { case $1 in *m) echo $((${1%m} << 20)) ;; *k) echo $((${1%k} << 10)) ;; *) echo $1 ;; esac; }
if [ -n "$FLUSH$PAUSE" ]; then
  write() {
    local period piece n k sync=,fsync
    period=$(bytes_of "${FLUSH:-1m}") piece=$(bytes_of "$PIECE")
    [ $piece -le $period ] || piece=$period
    [ -n "$FLUSH" ] || sync=
    n=$((period / piece))
    for ((k = 0; k < (bytes + period - 1) / period; k++)); do
      dd if=$data of=$target bs=$piece $o conv=notrunc$sync skip=$((k * n)) seek=$((k * n)) count=$n 2> /tmp/dd || { cat /tmp/dd >&2; exit 1; }
      [ -z "$PAUSE" ] || sleep $PAUSE
    done
  }
fi
t0=$(date +%s)
write
[ -z "$TWICE" ] || write seek=$((sectors / 4096))
sync
echo "seconds=$(( $(date +%s) - t0 ))"
stat | tee /mnt/vdo.after
echo 3 > /proc/sys/vm/drop_caches
cmp -n $bytes $data $target && echo "same=yes"
[ -z "$THIN" ] || { dmsetup status pool >&2; dmsetup remove --noudevrules --noudevsync t; dmsetup remove --noudevrules --noudevsync pool; }
dmsetup remove --noudevrules --noudevsync v
END
}

vdo() {
  local dir name img profile=vdo
  [ -z "${FLUSH:-}" ] || profile=vdo:index=0.25g,sparse=off,flush=$FLUSH
  for dir; do
    name=$(basename "$dir")
    img=$GUEST/$name.img
    if [ -f "$dir" ]; then img=$dir; else image "$dir" "$img"; fi
    say "vdo: $name"
    { echo "WRITE=${WRITE:-direct} COMPRESSION=${COMPRESSION:-on} DEDUP=${DEDUP:-on} TWICE=${TWICE:-} THIN=${THIN:-}"
      echo "FLUSH=${FLUSH:-} PIECE=${PIECE:-1m} PAUSE=${PAUSE:-}"; vdo_job; } > "$GUEST/job.now"
    run_guest "$GUEST/job.now" "$img" || { cat "$share/err" >&2; return 1; }
    cp "$share/vdo.after" "$GUEST/$name.vdo${TAG:+.$TAG}.txt"
    "$COMPSCAN" scan "$img" --profile "$profile" --exact --quiet --json > "$GUEST/$name.vdo.json"
    line "$name${TAG:+ $TAG}" "$GUEST/$name.vdo.json" "$profile" $(($(get dataBlocksUsed "$share/out") * 4096)) \
      $((($(get overheadBlocksUsed "$share/out") - $(get overheadBlocksUsed "$share/vdo.before")) * 4096))
    [ -z "${FLUSH:-}" ] || jq -r --arg p "$profile" '.profiles[] | select(.profile == $p) |
      "  interval of the data \(.allocatedBytesLow - .metadataBytes) to \(.allocatedBytesHigh - .metadataBytes)"' "$GUEST/$name.vdo.json"
    echo "  flushes $(get flushOut "$share/out"); compressed blocks $(get compressedBlocksWritten "$share/out") with $(get compressedFragmentsWritten "$share/out") fragments;" \
      "logical blocks $(get logicalBlocksUsed "$share/out"); advice valid $(get dedupeAdviceValid "$share/out"), stale $(get dedupeAdviceStale "$share/out")," \
      "timeouts $(get dedupeAdviceTimeouts "$share/out"); concurrent $(get concurrentDataMatches "$share/out");" \
      "$(get seconds "$share/out") s, read back the same: $(get same "$share/out")"
  done
}

zfs_job() {
  cat <<'END'
set -e
modprobe zfs >&2
mount -t ext4 -o ro /dev/vdb /run/data
for d in /dev/vd[c-z]; do printf 'label: gpt\nstart=2048\n' | sfdisk -q --no-reread --no-tell-kernel $d >&2; blockdev --rereadpt $d; done
n=0; until [ -b ${d}1 ] || [ $n -ge 50 ]; do sleep 0.1; n=$((n+1)); done
on_special() { zpool list -Hpv tank | awk '$1 == "special" { on = 1; next } on { print $3; exit }'; }
for s in $ZFS_SETTINGS; do
  IFS=: read -r record compression dedup layout ashift small <<< "$s"
  disks=1 kind= special=
  case $layout in *x*) kind=${layout%x*} disks=${layout#*x} ;; esac
  targets=$(ls /dev/vd[c-z]1 | head -$disks)
  [ -z "$small" ] || special="special $(ls /dev/vd[c-z]1 | sed -n $((disks + 1))p)"
  case $record in zvol*) fsrecord=128k ;; *) fsrecord=$record ;; esac
  t0=$(date +%s)
  zpool create -f -m /run/tank -o ashift=${ashift:-12} -O atime=off -O xattr=sa -O dedup=$dedup -O compression=$compression -O recordsize=$fsrecord \
    ${small:+-O special_small_blocks=$small} tank $kind $targets $special
  zpool sync tank
  empty=$(zpool list -Hp -o allocated tank)
  specialempty=$(on_special)
  case $record in
    zvol*) zfs create -s -V $(( ($(blockdev --getsize64 /dev/vdb) + 1048575) / 1048576 ))M -b ${record#zvol} tank/v
           n=0; until [ -e /dev/zd0 ] || [ $n -ge 50 ]; do sleep 0.2; n=$((n+1)); done
           dd if=/dev/vdb of=/dev/zd0 bs=1M oflag=direct conv=fsync,notrunc 2>&1 | tail -1 >&2 ;;
    *) cp -a /run/data/. /run/tank/; rmdir /run/tank/lost+found ;;
  esac
  zpool sync tank
  # The dedup log is flushed a thousand entries at a time.
  n=0; while cat /proc/spl/kstat/zfs/tank/ddt_stats* 2>/dev/null | grep -q 'log_[a-z]*_entries .* [1-9][0-9]*$' && [ $n -lt 300 ]; do zpool sync tank; n=$((n+1)); done
  cat /proc/spl/kstat/zfs/tank/ddt_stats* >&2 2>/dev/null || true
  echo "flushes=$n"
  n=0; a=0; b=1; while [ $a != $b ] && [ $n -lt 10 ]; do a=$b; sleep 4; zpool sync tank; b=$(zpool list -Hp -o allocated tank); n=$((n+1)); done
  echo "setting=$s"
  echo "seconds=$(( $(date +%s) - t0 ))"
  echo "empty=$empty"
  [ -z "$small" ] || echo "special=$(($(on_special) - specialempty))"
  zpool get -Hp -o property,value allocated,dedupratio,dedup_table_size tank | sed 's/\t/=/'
  zpool status -D tank | grep 'DDT entries' || true
  zfs get -Hp -o property,value used,logicalused,referenced,logicalreferenced,compressratio tank | sed 's/\t/=/; s/^/zfs./'
  zpool export tank
  zdb -e -p /dev -bbbP tank > /mnt/zdb-b.$s 2> /mnt/zdb-b.err
  [ "$dedup" = off ] || zdb -e -p /dev -DDP tank > /mnt/zdb-D.$s 2> /dev/null
  zpool import -d /dev tank
  zpool destroy tank
  # Disks that the next pool does not use would show zdb a second pool of this name.
  for d in $targets ${special#special}; do zpool labelclear -f $d 2> /dev/null || true; done
done
END
}

zfs() {
  local dir img out
  for dir; do
    img=$GUEST/$(basename "$dir").img
    image "$dir" "$img"
    say "zfs: $(basename "$dir") ($ZFS_SETTINGS)"
    { echo "ZFS_SETTINGS='$ZFS_SETTINGS'"; zfs_job; } > "$GUEST/job.now"
    rm -f "$share"/zdb-*
    # What a guest has finished before it was stopped or failed is compared all the same.
    run_guest "$GUEST/job.now" "$img" || { tail -20 "$share/err" >&2; [ -s "$share/out" ] || return 1; }
    out=$GUEST/$(basename "$dir").zfs${TAG:+.$TAG}
    rm -rf "$out"
    mkdir -p "$out"
    cp "$share"/zdb-* "$share/out" "$out/"
    zfs_compare "$dir" "$out"
  done
}

# The profile of a setting, with its parameters in the order of results.
zfs_profile() {
  local record compression dedup layout ashift small unit
  IFS=: read -r record compression dedup layout ashift small <<< "$1"
  unit=record=$record
  case $record in zvol*) unit=zvol=${record#zvol} ;; esac
  [ "${ashift:-12}" = 12 ] || unit=$unit,compress=$compression,dedup=$dedup,ashift=$ashift
  [ "${ashift:-12}" != 12 ] || unit=$unit,compress=$compression,dedup=$dedup
  case $layout in *x*) unit=$unit,${layout%x*}=${layout#*x} ;; esac
  unit=$unit${small:+,special=$small}
  echo "zfs:${unit,,}"
}

of() { awk -F= -v s="$1" -v k="$2" '$1 == "setting" { on = substr($0, 9) == s } on && $1 == k { print $2; exit }' "$3"; } # SETTING KEY FILE
total() { awk -v t="$1" '$0 ~ t"$" && $0 !~ / L[0-9] / { n += $4 } END { print n + 0 }' "$2"; } # TYPE FILE: bytes of all its levels

# The settings whose results are whole; a guest that was stopped leaves the others out.
settings_of() {
  local s
  for s in $ZFS_SETTINGS; do
    if grep -qxF "setting=$s" "$1/out" && grep -q 'Total$' "$1/zdb-b.$s" 2>/dev/null; then echo "$s"; else say "not run: $s"; fi
  done
}

zfs_compare() {
  local dir=$1 out=$2 s z kind files deduped allocated empty log special all metadata result settings sides
  local -a of_files=() of_volumes=()
  settings=$(settings_of "$out")
  for s in $settings; do
    case $s in
      zvol*) of_volumes+=(--profile "$(zfs_profile "$s")") ;;
      *) of_files+=(--profile "$(zfs_profile "$s")") ;;
    esac
  done
  # A volume holds the image, a file system the directory.
  [ ${#of_files[@]} = 0 ] || "$COMPSCAN" scan "$dir" "${of_files[@]}" --exact --quiet --json > "$out/result.json"
  [ ${#of_volumes[@]} = 0 ] || "$COMPSCAN" scan "$GUEST/$(basename "$dir").img" "${of_volumes[@]}" --exact --quiet --json > "$out/result.zvol.json"
  for s in $settings; do
    z=$out/zdb-b.$s
    kind='ZFS plain file' result=$out/result.json
    case $s in zvol*) kind='zvol object' result=$out/result.zvol.json ;; esac
    # A mirror shows the bytes of one of its disks; those of RAID-Z include its parity.
    sides=1
    case $s in *:mirrorx*) sides=${s#*:mirrorx} sides=${sides%%:*} ;; esac
    # Blocks of files as often as they are referenced, less what was deduplicated. All else, but for what an empty pool has, is metadata.
    files=$(awk -v k="$kind" '$0 !~ k"$" { next } / L0 / { l0 = $4; next } / L[1-9] / { next } { all = $4 } END { print l0 == "" ? all + 0 : l0 }' "$z")
    deduped=$(awk '/bp deduped:/ { print $3 }' "$z")
    empty=$(of "$s" empty "$out/out")
    # A volume that was written with fsync keeps a block of 128 KiB of the intent log, which is neither data nor counted.
    log=$(awk '$0 ~ "ZIL intent log$" { print $4 + 0 }' "$z")
    allocated=$(($(of "$s" allocated "$out/out") - log))
    # On special devices, which are no mirror here, lies all metadata.
    special=$(of "$s" special "$out/out")
    all=$(((allocated - empty - ${special:-0}) * sides + ${special:-0}))
    metadata=$((allocated - empty - files + deduped))
    [ -n "$special" ] || metadata=$((metadata * sides))
    line "$(basename "$dir")${TAG:+ $TAG}" "$result" "$(zfs_profile "$s")" $((all - metadata)) $metadata
    echo "  of it indirect $(($(total "$kind" "$z") - files)), dedup table $(total 'DDT ZAP algorithm' "$z"), dnodes $(total 'DMU dnode' "$z")," \
      "directories $(total 'ZFS directory' "$z"); allocated $allocated beside $log of the intent log, empty $empty; $(of "$s" seconds "$out/out") s"
    [ -z "$special" ] || jq -r --arg p "$(zfs_profile "$s")" --argjson s "$special" '.profiles[] | select(.profile == $p) | .special |
      "  on special devices predicted \(.allocatedBytes) stored \($s) (\(((.allocatedBytes / $s - 1) * 100000 | round) / 1000) %); data predicted \(.dataBytes)"' "$result"
  done
}

main() {
  case ${1:-} in
    build) build ;;
    vdo) shift; vdo "$@" ;;
    zfs) shift; zfs "$@" ;;
    compare) zfs_compare "$2" "$3" ;;
    *) sed -n '2,15s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
}

main "$@"

