#!/usr/bin/env python3
"""Draws the pictures of docs/internals/map.md from the CSV files beside this script. Needs nothing but Python 3.

    docs/internals/map/plot.py            reads docs/internals/map/data/*.csv, writes docs/internals/map/*.svg
"""
import csv
import glob
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 340, 64, 150, 34, 46
COLOURS = ["#1f6fb2", "#d1495b", "#2e8b57", "#8a5fb0"]


def nice(low, high, count=5):
    step = 10 ** (len(str(int((high - low) / count))) - 1) if high - low >= count else 0.1
    for factor in (1, 2, 2.5, 5, 10, 20, 50):
        if (high - low) / (step * factor) <= count + 1:
            step *= factor
            break
    first = int(low / step) * step
    ticks = []
    while first <= high + step / 1000:
        if first >= low - step / 1000:
            ticks.append(first)
        first += step
    return ticks


def chart(name, title, xlabel, ylabel, series, xticks, ylow, yhigh, xmap=float, xnames=None, lines=()):
    """series: (label, [(x, y), ...]); lines: (label, y) drawn dashed."""
    xs = [xmap(x) for _, points in series for x, _ in points]
    x0, x1 = min(xs), max(xs)

    def px(x):
        return LEFT + (xmap(x) - x0) / (x1 - x0) * (WIDTH - LEFT - RIGHT)

    def py(y):
        return HEIGHT - BOTTOM - (y - ylow) / (yhigh - ylow) * (HEIGHT - TOP - BOTTOM)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
           f'<text x="{LEFT}" y="20" font-size="14" font-weight="bold">{title}</text>']
    for y in nice(ylow, yhigh):
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{py(y):.1f}" y2="{py(y):.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{LEFT - 8}" y="{py(y) + 4:.1f}" text-anchor="end">{y:g}</text>')
    for x in xticks:
        label = xnames(x) if xnames else f"{x:g}"
        out.append(f'<text x="{px(x):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{label}</text>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">{xlabel}</text>')
    out.append(f'<text x="16" y="{HEIGHT / 2}" text-anchor="middle" transform="rotate(-90 16 {HEIGHT / 2})">{ylabel}</text>')
    for label, y in lines:
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{py(y):.1f}" y2="{py(y):.1f}" stroke="#555" stroke-dasharray="5 4"/>')
        out.append(f'<text x="{WIDTH - RIGHT + 8}" y="{py(y) + 4:.1f}" fill="#555">{label}</text>')
    for i, (label, points) in enumerate(series):
        path = " ".join(f"{px(x):.1f},{py(min(max(y, ylow), yhigh)):.1f}" for x, y in points)
        out.append(f'<polyline points="{path}" fill="none" stroke="{COLOURS[i]}" stroke-width="1.8"/>')
        out.append(f'<text x="{WIDTH - RIGHT + 8}" y="{TOP + 14 + 18 * i}" fill="{COLOURS[i]}">{label}</text>')
    out.append("</svg>")
    with open(os.path.join(HERE, name), "w") as f:
        f.write("\n".join(out) + "\n")


def rows(path):
    with open(path) as f:
        return [r for r in csv.DictReader(f) if r["entries"].isdigit()]


def main():
    growth = rows(os.path.join(HERE, "data", "growth.csv"))
    millions = [(int(r["entries"]) / 1e6, r) for r in growth]
    ticks = [x for x in (1, 2, 5, 10, 20, 50, 100, 200) if x <= millions[-1][0]]
    import math
    chart("bytes.svg", "Bytes per entry as the map grows", "entries, millions (logarithmic)", "bytes per entry",
          [("accounted", [(m, float(r["accounted_bytes_per_entry"])) for m, r in millions]),
           ("resident", [(m, float(r["rss_bytes_per_entry"])) for m, r in millions])],
          ticks, 20, 26, xmap=math.log, lines=[("mean target", 23), ("limit", 25)])
    chart("rate.svg", "Insertions as the map grows, 1 thread", "entries, millions", "million entries/s",
          [("window of 1 M", [(m, float(r["window_entries_per_s"]) / 1e6) for m, r in millions]),
           ("mean so far", [(m, float(r["mean_entries_per_s"]) / 1e6) for m, r in millions])],
          [x for x in (1, 50, 100, 150, 200) if x <= millions[-1][0]], 0, 5)
    sizes = {}
    for path in glob.glob(os.path.join(HERE, "data", "growth-*.csv")):
        sizes[int(re.search(r"growth-(\d+)", path).group(1))] = rows(path)
    order = sorted(sizes)
    chart("list-size.svg", "mapListSize at 10 M entries", "mapListSize (logarithmic)", "million entries/s, mean",
          [("insertions", [(s, float(sizes[s][-1]["mean_entries_per_s"]) / 1e6) for s in order])],
          order, 0, 5, xmap=math.log)
    chart("list-size-bytes.svg", "mapListSize at 5 to 10 M entries", "mapListSize (logarithmic)", "bytes per entry",
          [("mean", [(s, sum(float(r["accounted_bytes_per_entry"]) for r in sizes[s][4:]) / 6) for s in order])],
          order, 20, 32, xmap=math.log)


if __name__ == "__main__":
    main()
