#!/usr/bin/env bash
# ProfileCost: the processor time of a scan with four profiles, beside that of the programs that they model and of a plain scan with zstd.
#
#   benchmarks/profile-cost.sh DIR [WORK]
#
# Prints a table: seconds of user and system time, the median of three runs of each scan, alternating; one run of each program. DIR should lie
# in the page cache and have some 2 GB. WORK is where the programs write (default: a temporary directory, removed at the end).
set -euo pipefail
[ $# -ge 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 2; }
home=$(cd "$(dirname "$0")/.." && pwd)
exec python3 - "$home" "$@" <<'PYTHON'
import os, resource, shlex, statistics, subprocess, sys, tempfile

sys.dont_write_bytecode = True
home, data, *work = sys.argv[1:]
sys.path.insert(0, f"{home}/dev/accuracy")
import measure

compscan = shlex.split(os.environ.get("COMPSCAN", f"{home}/compscan"))
data = os.path.abspath(data)

def seconds(call):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    call()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

def scan(*options):
    return lambda: subprocess.run([*compscan, "scan", data, "--json", *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)

scans = {
    "scan with restic,borg,squashfs,btrfs-zstd": scan("--profile", "restic,borg,squashfs,btrfs-zstd"),
    "scan with zstd in chunks of 128 KiB": scan("--chunk", "128k", "--compress", "zstd", "--exact"),
}
scan("--compress", "none")()
taken = {name: [] for name in scans}
for _ in range(3):
    for name, call in scans.items():
        taken[name].append(seconds(call))
rows = {name: statistics.median(times) for name, times in taken.items()}
for name in ("restic", "borg", "squashfs"):
    with tempfile.TemporaryDirectory(dir=work[0] if work else None) as place:
        rows[name] = seconds(lambda: measure.STORES[name]([data], place))
print("| what | processor seconds |\n|---|---|")
for name, time in rows.items():
    print(f"| {name} | {time:.1f} |")
four, zstd = (rows[name] for name in scans)
programs = sum(rows[name] for name in ("restic", "borg", "squashfs"))
print(f"\nfour profiles / three programs: {four / programs:.2f}; four profiles / zstd: {four / zstd:.2f}")
PYTHON
