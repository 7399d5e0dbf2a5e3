#!/usr/bin/env python3
"""Draws the pictures of docs/reference/chunkers.md from what measure.sh has left in data/. Needs nothing but Python 3.

    docs/reference/chunkers/plot.py            reads docs/reference/chunkers/data/*.csv, writes docs/reference/chunkers/*.svg
"""
import csv
import glob
import math
import os

HERE = os.path.dirname(os.path.abspath(__file__))
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 380, 64, 110, 34, 46
COLOURS = {"fixed": "#555555", "rabin": "#1f6fb2", "gear": "#2e8b57", "fastcdc": "#d1495b", "buzhash": "#8a5fb0",
           "ae": "#c98a1b", "ram": "#3aa6a6"}


def points(path):
    """Algorithm -> (distinct chunks per GiB, dedup ratio), from coarse to fine."""
    series = {}
    with open(path) as f:
        for row in csv.DictReader(f):
            gib = int(row["scannedBytes"]) / 2**30
            point = (int(row["uniqueChunkCount"]) / gib, float(row["dedupRatio"]))
            series.setdefault(row["chunking"].split(":")[0], []).append(point)
    return {name: sorted(line) for name, line in series.items()}


def draw(path):
    series = points(path)
    xs = [x for line in series.values() for x, _ in line]
    ys = [y for line in series.values() for _, y in line]
    x0, x1 = math.log2(min(xs)), math.log2(max(xs))
    y0, y1 = min(ys), max(ys)
    margin = (y1 - y0) * 0.05
    y0, y1 = y0 - margin, y1 + margin

    def px(x):
        return LEFT + (math.log2(x) - x0) / (x1 - x0) * (WIDTH - LEFT - RIGHT)

    def py(y):
        return HEIGHT - BOTTOM - (y - y0) / (y1 - y0) * (HEIGHT - TOP - BOTTOM)

    name = os.path.splitext(os.path.basename(path))[0]
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
           f'<text x="{LEFT}" y="20" font-size="14" font-weight="bold">What more chunks gain: {name}</text>']
    step = next(s for s in (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5) if (y1 - y0) / s <= 8)
    tick = math.ceil(y0 / step) * step
    while tick <= y1:
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{py(tick):.1f}" y2="{py(tick):.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{LEFT - 8}" y="{py(tick) + 4:.1f}" text-anchor="end">{tick:.4g}</text>')
        tick += step
    for power in range(math.ceil(x0), math.floor(x1) + 1):
        label = f"{2**power:,}"
        out.append(f'<text x="{px(2**power):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{label}</text>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">distinct chunks per GiB scanned, the size of the index (logarithmic)</text>')
    out.append(f'<text x="16" y="{HEIGHT / 2}" text-anchor="middle" transform="rotate(-90 16 {HEIGHT / 2})">dedup ratio</text>')
    for i, (algorithm, line) in enumerate(series.items()):
        colour = COLOURS[algorithm]
        path_points = " ".join(f"{px(x):.1f},{py(y):.1f}" for x, y in line)
        out.append(f'<polyline points="{path_points}" fill="none" stroke="{colour}" stroke-width="1.8"/>')
        for x, y in line:
            out.append(f'<circle cx="{px(x):.1f}" cy="{py(y):.1f}" r="3" fill="{colour}"/>')
        out.append(f'<text x="{WIDTH - RIGHT + 12}" y="{TOP + 14 + 18 * i}" fill="{colour}">{algorithm}</text>')
    out.append("</svg>")
    with open(os.path.join(HERE, name + ".svg"), "w") as f:
        f.write("\n".join(out) + "\n")


if __name__ == "__main__":
    for csv_file in sorted(glob.glob(os.path.join(HERE, "data", "*.csv"))):
        draw(csv_file)
