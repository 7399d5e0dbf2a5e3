"""Makes the synthetic ones of the latest sets: latest.py DIR."""

import math
import os
import random
import struct
import subprocess
import sys
import zipfile
import zlib

from further import content, files_below, words
from later import PROGRAM, fresh

SEED = 20261128
TREE = "/usr/share/perl"


def sources():
    return b"".join(content(path) for path in files_below(TREE))


def part(draw, source, size):
    at = draw.randrange(len(source) - size)
    return source[at : at + size]


def tablespace(out, draw):
    """Five states of a table in one file: pages of 16 KiB with the number of their last change and a checksum."""
    text = sources()
    held = [part(draw, text, draw.randrange(8000, 12000)) for _ in range(3000)]
    stamps = [draw.randrange(1 << 30) for _ in held]
    for state in range(5):
        for _ in range(150 if state else 0):
            number = min(len(held) - 1, int(draw.expovariate(1 / 400)))
            held[number] = part(draw, text, draw.randrange(8000, 12000))
            stamps[number] = (1 << 30) + state * 100000 + number
        stamps[0] = (1 << 30) + state * 100000
        with open(f"{out}/table-{state}.ibd", "wb") as file:
            for number, rows in enumerate(held):
                body = struct.pack(">IIQQ", number, 0, stamps[number], 7) + rows
                body += bytes(16384 - 12 - len(body)) + struct.pack(">Q", stamps[number])
                file.write(struct.pack(">I", zlib.crc32(body)) + body)


def edges(out, draw):
    """Files as long as blocks of storage systems are, or a byte more or less."""
    program, text = content(PROGRAM), sources()
    blocks = (256, 512, 1024, 2048, 4096, 8192, 16384, 65536, 131072, 524288, 1048576)
    for size in (1, 2, 3900, *(block + more for block in blocks for more in (-1, 0, 1))):
        for number in range(max(4, min(300, (4 << 20) // size))):
            with open(f"{out}/{size}-{number}", "wb") as file:
                file.write(part(draw, draw.choice([program, text]), size))


def deep(out, draw):
    """Directories in directories, with long names."""
    text = sources()

    def name():
        return "-".join(draw.choice(["annual", "report", "final", "copy", "of", "2024", "budget", "draft", "version"]) for _ in range(draw.randrange(2, 14)))

    places = [out]
    while len(places) < 1500:
        below = places[max(0, len(places) - 1 - int(draw.expovariate(1 / 20)))] + "/" + name()
        if len(below) < 2500 and not os.path.exists(below):
            os.makedirs(below)
            places.append(below)
    for _ in range(6000):
        with open(f"{draw.choice(places)}/{name()}.txt", "wb") as file:
            file.write(part(draw, text, int(min(60000, draw.lognormvariate(8, 1.5)))))


def pictures(out, draw):
    """Pictures without compression: shades, an edge, the noise of a sensor."""
    width, height = 2400, 1600
    for number in range(6):
        red, green, blue = (draw.uniform(0.2, 1) for _ in range(3))
        with open(f"{out}/{number}.ppm", "wb") as file:
            file.write(f"P6 {width} {height} 255\n".encode())
            for y in range(height):
                line, base = bytearray(), draw.gauss(0, 1)
                for x in range(width):
                    edge = 50 if (x - 1200) ** 2 + (y - 800) ** 2 < 250000 else 0
                    shade, noise = 90 + 60 * x / width + 40 * y / height + edge + base, draw.random() * 5
                    line += bytes((int(shade * red + noise) & 255, int(shade * green + noise) & 255, int(shade * blue + noise) & 255))
                file.write(line)


def columns(out, draw):
    """Columns of numbers: identifiers that grow, prices, times, words from a dictionary."""
    count = 400_000
    for number in range(3):
        times, now = [], 1760000000000
        for _ in range(count):
            now += int(draw.expovariate(1 / 900))
            times.append(now)
        with open(f"{out}/part-{number}.bin", "wb") as file:
            file.write(struct.pack(f"<{count}q", *range(number * count, (number + 1) * count)))
            file.write(struct.pack(f"<{count}d", *(round(draw.lognormvariate(3, 1), 2) for _ in range(count))))
            file.write(struct.pack(f"<{count}q", *times))
            file.write(struct.pack(f"<{count}I", *(min(999, int(draw.paretovariate(0.7))) for _ in range(count))))
            file.write(bytes(draw.choices(range(5), weights=[80, 10, 5, 3, 2], k=count)))


def mixed(out, draw):
    """Files from a kilobyte to a hundred, of programs and of texts, a fifth of them twice."""
    program, text = content(PROGRAM), sources()
    made = []
    for number in range(6000):
        if made and draw.random() < 0.2:
            data = draw.choice(made)
        else:
            data = part(draw, draw.choice([program, text]), int(min(100000, draw.lognormvariate(9, 1.2))))
            made.append(data)
        os.makedirs(f"{out}/{number % 60}", exist_ok=True)
        with open(f"{out}/{number % 60}/{number:05}.dat", "wb") as file:
            file.write(data)


def journals(out, draw):
    """Binary logs: records of fields with times and digests, in files that are filled up with zeros."""
    text = words()
    for number in range(4):
        with open(f"{out}/system-{number}.journal", "wb") as file:
            now = 1760000000000000
            while file.tell() < 14 << 20:
                now += draw.randrange(2_000_000)
                message = " ".join(draw.choices(text, k=draw.randrange(4, 20))).encode()
                fields = b"".join(struct.pack("<QQ", 1, len(field)) + field for field in (b"MESSAGE=" + message, b"_PID=%d" % draw.randrange(400, 30000), b"PRIORITY=6"))
                record = struct.pack("<QQQ", now, draw.getrandbits(64), len(fields)) + fields
                file.write(record + bytes(-len(record) % 8))
            file.truncate(16 << 20)
            file.seek(file.seek(0, 2) - 1)
            file.write(b"\0")


def vectors(out, draw):
    """Directions of unit length in 32-bit floating point."""
    for number in range(3):
        with open(f"{out}/embeddings-{number}.npy", "wb") as file:
            for _ in range(12_000):
                values = [draw.gauss(0, 1) for _ in range(256)]
                length = math.sqrt(sum(value * value for value in values))
                file.write(struct.pack("<256f", *(value / length for value in values)))


def office(out, draw):
    """Documents: archives of XML, most of them edited copies of others."""
    text = words()
    paragraphs = [" ".join(draw.choices(text, k=draw.randrange(20, 120))) for _ in range(4000)]
    for number in range(400):
        body = "".join(f"<w:p><w:r><w:t>{one}</w:t></w:r></w:p>" for one in draw.sample(paragraphs, draw.randrange(30, 400)))
        with zipfile.ZipFile(f"{out}/report-{number}.docx", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("word/document.xml", f"<w:document><w:body>{body}</w:body></w:document>")
            archive.writestr("word/styles.xml", "".join(f"<w:style w:styleId='s{i}'><w:sz w:val='{i % 40}'/></w:style>" for i in range(300)))
            archive.writestr("word/media/image1.png", draw.randbytes(draw.randrange(1000, 60000)))


def packets(out, draw):
    """Packets of a network: heads that are alike, contents that are encrypted or text."""
    text = sources()
    for number in range(3):
        now = 1760000000.0
        with open(f"{out}/trace-{number}.pcap", "wb") as file:
            file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1))
            for _ in range(30_000):
                now += draw.expovariate(900)
                size = draw.choice((0, 0, 120, 600, 1448))
                body = draw.randbytes(size) if draw.random() < 0.5 else part(draw, text, size)
                head = bytes.fromhex("001b21aabbcc001b21ddeeff0800") + struct.pack(">BBHHHBBH", 0x45, 0, 52 + size, draw.getrandbits(16), 0x4000, 64, 6, draw.getrandbits(16))
                head += struct.pack(">IIHHII", 0x0A000001, 0x0A000000 + draw.randrange(200), 443, 30000 + draw.randrange(900), draw.getrandbits(32), draw.getrandbits(32))
                file.write(struct.pack("<IIII", int(now), int(now % 1 * 1e6), len(head) + size, len(head) + size) + head + body)


def checkpoints(out, draw):
    """Four states of a simulation, in files of one length: doubles of which a part changes little."""
    count = 3_000_000
    state = [math.sin(i / 1000) * 100 for i in range(count)]
    for number in range(4):
        start = draw.randrange(count)
        for i in range(start, start + count // 8):
            state[i % count] *= 1 + draw.gauss(0, 1e-4)
        with open(f"{out}/step-{number}.dat", "wb") as file:
            file.write(struct.pack("<QQd", number, count, number * 0.25))
            file.write(struct.pack(f"<{count}d", *state))


def shards(out, draw):
    """Noise in files of a quarter of a mebibyte, a third of them twice."""
    made = [draw.randbytes(256 << 10) for _ in range(300)]
    for number in range(400):
        with open(f"{out}/{number:04}.shard", "wb") as file:
            file.write(made[number] if number < 300 else draw.choice(made))


def build(out, draw):
    """Generated sources of C, their objects with what debuggers want, and a library of all."""
    for number in range(120):
        with open(f"{out}/m{number}.c", "w", encoding="ascii") as file:
            file.write("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <math.h>\n#include <pthread.h>\n")
            for part_number in range(60):
                factor, step, first = draw.randrange(99), draw.randrange(2, 50), draw.randrange(1000)
                file.write(f"static int helper{part_number}(int a,int b){{int s={first};for(int i=0;i<a;i++){{s+=i*{factor}^b;")
                file.write(f'if(s%{step}==0)printf("step {draw.randrange(10**6)} %d\\n",s);}}return s;}}\n')
                file.write(f"int run{number}_{part_number}(double x){{return helper{part_number}((int)(x*{draw.random():.4f}),{draw.randrange(100)})+(int)sin(x);}}\n")
        subprocess.run(["gcc", "-g", "-O1", "-c", f"m{number}.c"], cwd=out, check=True)
    subprocess.run(["ar", "rcs", "liball.a", *(f"m{number}.o" for number in range(120))], cwd=out, check=True)


def history(out, draw):
    """A repository of Git with its objects loose, and one that is packed."""
    tree, loose, packed = fresh(f"{out}/tree"), f"{out}/loose", f"{out}/packed.git"
    text = sources()

    def git(*command):
        names = {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in (("NAME", "n"), ("EMAIL", "e"), ("DATE", "1760000000 +0000"))}
        subprocess.run(["git", "-c", "gc.auto=0", *command], cwd=tree, env={**os.environ, **names}, check=True, stdout=subprocess.DEVNULL)

    git("init", "-q")
    for commit in range(60):
        for _ in range(20):
            name = f"{tree}/d{draw.randrange(20)}/f{draw.randrange(30)}.pm"
            os.makedirs(os.path.dirname(name), exist_ok=True)
            old = content(name) if os.path.exists(name) else part(draw, text, draw.randrange(500, 20000))
            at = draw.randrange(len(old))
            with open(name, "wb") as file:
                file.write(old[:at] + b"# change %d\n" % commit + old[at:])
        git("add", "-A")
        git("commit", "-q", "-m", f"change {commit}")
    subprocess.run(["git", "clone", "-q", "--bare", tree, packed], check=True, stderr=subprocess.DEVNULL)
    subprocess.run(["git", "repack", "-adq"], cwd=packed, check=True)
    os.rename(f"{tree}/.git", loose)


def main(base):
    makers = (tablespace, edges, deep, pictures, columns, mixed, journals, vectors, office, packets, checkpoints, shards, build, history)
    for make in makers:
        make(fresh(f"{base}/latest/{make.__name__}"), random.Random(f"{SEED} {make.__name__}"))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
