"""Makes the synthetic ones of the further sets: further.py DIR."""

import hashlib
import math
import os
import random
import shutil
import sqlite3
import struct
import subprocess
import sys

from later import PROGRAM, fresh

SEED = 20261126
WORDS = "/etc/services"
# A process that holds text, numbers and some modules.
HOLDER = """
import decimal, email, http.client, json, sqlite3, sys
held = {str(i): [i, str(i) * 3, {"a": i}] for i in range(400000)}
buffer = bytearray(30 << 20)
print("ready", flush=True)
sys.stdin.read()
"""


def content(path):
    with open(path, "rb") as file:
        return file.read()


def words():
    return content(WORDS).decode().split()


def files_below(tree):
    return sorted(os.path.join(directory, name) for directory, _, names in os.walk(tree) for name in names)


def genome(out, draw):
    """A sequence of DNA, and readings of pieces of it with their quality."""
    sequence = "".join(draw.choices("ACGT", k=12_000_000))
    with open(f"{out}/reference.fa", "w", encoding="ascii") as file:
        file.write(">chr1\n" + "\n".join(sequence[at : at + 60] for at in range(0, len(sequence), 60)) + "\n")
    for number in range(2):
        with open(f"{out}/reads{number}.fastq", "w", encoding="ascii") as file:
            for reading in range(90_000):
                start = draw.randrange(len(sequence) - 150)
                bases = list(sequence[start : start + 150])
                for _ in range(draw.randrange(3)):
                    bases[draw.randrange(150)] = draw.choice("ACGTN")
                quality = "".join(draw.choices("FF:,#", weights=[70, 10, 12, 7, 1], k=150))
                place = f"{1101 + reading % 78}:{draw.randrange(32000)}:{draw.randrange(32000)}"
                file.write(f"@A00{number}:12:HXX:1:{place} 1:N:0\n{''.join(bases)}\n+\n{quality}\n")


def weights(out, draw):
    """Weights of models: bfloat16, and floats of 16 bits."""
    for number in range(3):
        with open(f"{out}/model{number}.safetensors", "wb") as file:
            file.write(b"".join(struct.pack("<f", draw.gauss(0, 0.02))[2:] for _ in range(6_000_000)))
    with open(f"{out}/half.bin", "wb") as file:
        file.write(b"".join(struct.pack("<e", draw.gauss(0, 0.05)) for _ in range(6_000_000)))


def objects(out, draw):
    """Small files that are named by digests, nearly each in a directory of its own."""
    text = words()
    for _ in range(30_000):
        name = hashlib.sha1(draw.randbytes(20)).hexdigest()
        directory = f"{out}/{name[:2]}/{name[2:4]}"
        os.makedirs(directory, exist_ok=True)
        is_text = draw.random() < 0.6
        with open(f"{directory}/{name}", "wb") as file:
            file.write(" ".join(draw.choices(text, k=draw.randrange(5, 400))).encode() if is_text else draw.randbytes(draw.randrange(100, 3000)))


def memory(out, _):
    """The memory of a process. Each run has another."""
    with subprocess.Popen([sys.executable, "-c", HOLDER], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        with open(f"/proc/{process.pid}/maps", encoding="utf-8") as maps, open(f"/proc/{process.pid}/mem", "rb", 0) as pages, open(f"{out}/core", "wb") as file:
            for line in maps:
                place, rights = line.split()[:2]
                if "r" in rights and "[v" not in line:
                    begin, end = (int(address, 16) for address in place.split("-"))
                    pages.seek(begin)
                    file.write(pages.read(end - begin))
        process.stdin.close()


def padded(out, draw):
    """Records between zeros that are written, not left out."""
    sources = [content(PROGRAM), content(WORDS) * 4]
    for number in range(6):
        with open(f"{out}/segment{number}", "wb") as file:
            while file.tell() < 24 << 20:
                source = draw.choice(sources)
                length = draw.randrange(500, 40_000)
                start = draw.randrange(len(source) - length)
                file.write(source[start : start + length])
                file.write(bytes(-file.tell() % 8192 + draw.choice([0, 0, 8192, 65536])))


def bitmaps(out, draw):
    """Pictures without compression: three bytes for each point of smooth waves."""
    width, height = 1600, 1200
    for number in range(8):
        along, down = draw.uniform(0.001, 0.01), draw.uniform(0.001, 0.01)
        points = bytearray()
        for y in range(height):
            for x in range(width):
                value = int(128 + math.sin(y * down) * 90 * math.cos(x * along)) & 255
                points += bytes((value, (value + 20) & 255, (value >> 1) + (x * 7 & 3)))
        head = struct.pack("<IHHIIiiHHIIiiII", 54 + len(points), 0, 0, 54, 40, width, height, 1, 24, 0, len(points), 2835, 2835, 0, 0)
        with open(f"{out}/{number}.bmp", "wb") as file:
            file.write(b"BM" + head + points)


def records(out, draw):
    """What sensors measure, in records of 22 bytes."""
    for number in range(5):
        now = 1_700_000_000_000
        levels = [draw.gauss(20, 5) for _ in range(40)]
        with open(f"{out}/telemetry{number}.bin", "wb") as file:
            for _ in range(400_000):
                now += draw.randrange(900, 1100)
                sensor = draw.randrange(40)
                levels[sensor] += draw.gauss(0, 0.1)
                file.write(struct.pack("<QHfHHI", now, sensor, levels[sensor], draw.randrange(4), 0, 0))


def moves(out, draw):
    """Six states of a tree in which files are renamed, moved, deleted, edited and added."""
    now = f"{out}/now"
    shutil.copytree("/usr/share/perl", now)
    for state in range(1, 7):
        for path in draw.sample(files_below(now), 40):
            what = draw.random()
            if what < 0.3:
                os.rename(path, path + ".old")
            elif what < 0.5:
                os.makedirs(f"{now}/moved{state}", exist_ok=True)
                os.rename(path, f"{now}/moved{state}/{os.path.basename(path)}")
            elif what < 0.6:
                os.remove(path)
            elif what < 0.8:
                data = content(path)
                at = draw.randrange(len(data) + 1)
                with open(path, "wb") as file:
                    file.write(data[:at] + b"# changed %d\n" % state + data[at:])
            else:
                with open(f"{path}.new{state}", "wb") as file:
                    file.write(content(path)[: draw.randrange(100, 20_000)])
        shutil.copytree(now, f"{out}/days/{state}")
    shutil.rmtree(now)


def sqlite(out, draw):
    """Four states of a database in one file, with two indexes."""
    now = fresh(f"{out}/now")
    text = words()
    base = sqlite3.connect(f"{now}/app.db")
    base.execute("create table message(id integer primary key, text text, digest blob, time real)")
    base.execute("create index by_text on message(text)")
    base.execute("create index by_digest on message(digest)")
    for state in range(1, 5):
        rows = ((" ".join(draw.choices(text, k=draw.randrange(2, 40))), draw.randbytes(16), draw.random()) for _ in range(60_000))
        base.executemany("insert into message(text, digest, time) values(?, ?, ?)", rows)
        base.execute("delete from message where id % 17 = ?", (state,))
        base.execute("update message set time = ? where id % 50 = ?", (draw.random(), state))
        base.commit()
        shutil.copytree(now, f"{out}/database/{state}")
    base.close()
    shutil.rmtree(now)


def main(base):
    for make in (genome, weights, objects, memory, padded, bitmaps, records):
        make(fresh(f"{base}/further/{make.__name__}"), random.Random(f"{SEED} {make.__name__}"))
    for make in (moves, sqlite):
        make(fresh(f"{base}/{make.__name__}"), random.Random(f"{SEED} {make.__name__}"))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
