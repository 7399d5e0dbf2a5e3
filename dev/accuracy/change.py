"""Changes a tree as a day does, the same each time: change.py DIR DAY [HALF].

Two per cent of the files get a few bytes more somewhere, one in a hundred goes and another one comes, a database of 32 MiB changes in some
of its pages, and a log grows. In the half "held" one in five hundred files changes, none goes, and the database has 16 MiB.
"""

import os
import random
import sys

PAGE_BYTES = 8192


def half_random(draw, length):
    letters = bytes(draw.choice(b"abcdefgh \n") for _ in range(length - length // 2))
    return draw.randbytes(length // 2) + letters


def main(tree, day, held=False):
    pages = 2048 if held else 4096
    draw = random.Random(day)
    paths = [os.path.join(directory, name) for directory, _, names in os.walk(tree) for name in names]
    files = sorted(path for path in paths if os.path.isfile(path) and not os.path.islink(path))
    for path in draw.sample(files, len(files) // (500 if held else 50)):
        with open(path, "rb") as file:
            content = file.read()
        at = draw.randrange(len(content) + 1)
        with open(path, "wb") as file:
            file.write(content[:at] + half_random(draw, draw.randrange(1, 3000)) + content[at:])
    for path in draw.sample(files, 0 if held else len(files) // 100):
        os.remove(path)
    for number in range(0 if held else len(files) // 100):
        directory = os.path.dirname(draw.choice(files))
        with open(os.path.join(directory, f"new-{day}-{number}"), "wb") as file:
            file.write(half_random(draw, draw.randrange(100, 40000)))
    database = os.path.join(tree, "database")
    if os.path.exists(database):
        with open(database, "r+b") as file:
            for _ in range(60):
                file.seek(PAGE_BYTES * draw.randrange(pages))
                file.write(half_random(draw, PAGE_BYTES))
    else:
        with open(database, "wb") as file:
            for _ in range(pages):
                file.write(half_random(draw, PAGE_BYTES))
    with open(os.path.join(tree, "log"), "a", encoding="ascii") as log:
        for number in range(30000):
            log.write(f"day {day} service[{draw.randrange(9999)}]: request {number} took {draw.randrange(1000)} ms\n")


main(sys.argv[1], int(sys.argv[2]), sys.argv[3:] == ["held"])
