#!/usr/bin/env python3
"""Scans real trees twice, with the exact index and with a small sketch, and counts how many figures lie in their intervals.

    dev/sketch-trees.py JAR ENTRIES DIR...

Every figure x of result.json's layouts and profiles that has xLow and xHigh beside it is compared. Each tree is scanned with seven digests,
because each of them makes another sample. The figures of one scan hang together: they hold, or miss, in groups. The table is that of docs/how-to/estimates.md. Exit code 1: fewer than 95 % of the figures hold.
"""

import json
import os
import subprocess
import sys

DIGESTS = ["sha1", "md5", "sha256", "sha512-256", "blake2b", "blake3", "sha3", "kangarootwelve"]
WHAT = ["-c", "4k,fastcdc:16k", "-z", "lz4", "--profile", "vdo", "--keep-cache", "--json", "--quiet"]


def scan(jar, tree, digest, index):
    options = ["scan", tree, "--fingerprint", digest, "--index", index] + WHAT
    java = os.environ.get("JAVA", "java")
    run = subprocess.run([java, "-jar", jar] + options, capture_output=True, text=True)
    # Some paths of a real tree cannot be read: exit code 3.
    if run.returncode not in (0, 3):
        sys.exit(run.stderr)
    return json.loads(run.stdout)


def pairs(estimate, truth):
    """All figures of two documents that an interval is known of: name, low, high, truth, estimate."""
    if isinstance(estimate, dict) and isinstance(truth, dict):
        for name, value in estimate.items():
            low, high = estimate.get(name + "Low"), estimate.get(name + "High")
            if low is not None and high is not None and truth.get(name) is not None:
                yield name, low, high, truth[name], value
            elif name == "refcounts":
                rows = {row["references"]: row for row in truth[name]}
                for row in value:
                    yield from pairs(row, rows[row["references"]])
            elif name in truth:
                yield from pairs(value, truth[name])
    elif isinstance(estimate, list) and isinstance(truth, list) and len(estimate) == len(truth):
        for one, other in zip(estimate, truth):
            yield from pairs(one, other)


def main():
    jar, entries, trees = sys.argv[1], sys.argv[2], sys.argv[3:]
    print("| tree | scanned | distinct chunks of 4 KiB | in the sketch | figures | inside | reduction, sha1 | interval, sha1 |")
    print("|---|---|---|---|---|---|---|---|")
    figures = inside = 0
    for tree in trees:
        shown, count, held = None, 0, 0
        truth = scan(jar, tree, DIGESTS[0], "exact")
        for digest in DIGESTS:
            estimate = scan(jar, tree, digest, "sketch:" + entries)
            for part in ("layouts", "profiles"):
                for name, low, high, exact, value in pairs(estimate[part], truth[part]):
                    count += 1
                    holds = low * (1 - 1e-9) <= exact <= high * (1 + 1e-9)
                    held += holds
                    if not holds:
                        print(f"{tree} {digest} {part} {name}: {exact} is not in {low} to {high}", file=sys.stderr)
            if shown is None:
                layout, least = truth["layouts"][0], estimate["layouts"][0]
                ends = least["compression"][0]
                shown = (truth["totals"]["scannedBytes"], layout["uniqueChunkCount"], least.get("sampledChunkCount", 0),
                         layout["compression"][0]["reductionRatio"],
                         ends.get("reductionRatioLow", 0), ends.get("reductionRatioHigh", 0))
        figures += count
        inside += held
        print(f"| `{tree}` | {shown[0] / 2**20:.0f} MiB | {shown[1]:,} | {shown[2]:,} | {count} | {held} |"
              f" {shown[3]:.3f} | {shown[4]:.3f} to {shown[5]:.3f} |", flush=True)
    print(f"\n{inside} of {figures} figures", file=sys.stderr)
    sys.exit(0 if inside >= 0.95 * figures else 1)


main()
