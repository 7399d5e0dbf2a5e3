#!/usr/bin/env python3
"""Helps pictures.sh.

  pictures.py terminal COMMAND FILE      what a terminal was sent, as an HTML page that looks like it
  pictures.py host NAME result.json      the result, as if it had been made on another machine
"""
import html
import json
import re
import sys

STYLE = """body{margin:0;background:#16191d;color:#d7dde3;font:14px/18px "DejaVu Sans Mono",monospace}
pre{margin:0;padding:10px 14px;font:inherit}.b{font-weight:700}.f{opacity:.6}
.c1{color:#ff7b72}.c2{color:#7ee787}.c3{color:#e3b341}.c4{color:#79c0ff}.c5{color:#d2a8ff}.c6{color:#76e3ea}"""


def classes(codes, now):
    for code in codes or [0]:
        if code == 0:
            now = set()
        elif code == 1:
            now = now | {"b"}
        elif code == 2:
            now = now | {"f"}
        elif 30 <= code % 60 <= 37:
            now = {one for one in now if not one.startswith("c")} | {"c%d" % (code % 10)}
    return now


def terminal(command, name):
    with open(name, encoding="utf-8") as file:
        text = file.read().replace("\r", "")
    out, now = [], set()
    for part in re.split(r"(\x1b\[[0-9;]*[A-Za-z])", text):
        style = re.fullmatch(r"\x1b\[([0-9;]*)m", part)
        if style:
            now = classes([int(code) for code in style.group(1).split(";") if code], now)
        elif not part.startswith("\x1b"):
            out.append('<span class="%s">%s</span>' % (" ".join(sorted(now)), html.escape(part)))
    print('<!doctype html><meta charset="utf-8"><style>%s</style><pre>%s\n%s</pre>' % (STYLE, html.escape(command), "".join(out).rstrip()))


def host(name, document):
    with open(document, encoding="utf-8") as file:
        result = json.load(file)
    result["timing"]["origin"]["host"] = name
    with open(document, "w", encoding="utf-8") as file:
        json.dump(result, file, separators=(",", ":"))


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] not in ("terminal", "host"):
        sys.exit(__doc__)
    (terminal if sys.argv[1] == "terminal" else host)(*sys.argv[2:])
