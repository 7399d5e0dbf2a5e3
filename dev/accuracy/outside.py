"""Makes the sets of an outsider: DIR/outside/SET, and DIR/KIND/days for states of one tree: outside.py DIR [SET...].

All are synthetic, or made of this machine's files and of the history of this repository. As root: some files are devices.
"""

import hashlib
import math
import os
import random
import shutil
import stat
import statistics
import struct
import subprocess
import sys
import zlib

from further import content, files_below, words
from later import PROGRAM, fresh
from latest import part, sources

SEED = 20261203
HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PYTHON = "/usr/lib/python3/dist-packages"
LETTERS = [chr(code) for first, last in ((0x430, 0x44F), (0x4E00, 0x4FFF), (0x3B1, 0x3C9), (0x1F600, 0x1F640)) for code in range(first, last)]


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def overlays(out, draw):
    """Layers of containers, not archived: changed copies, devices for what is deleted, marks of directories that are replaced."""
    shutil.copytree(PYTHON, f"{out}/1/diff/lib", symlinks=True)
    paths = [os.path.relpath(path, PYTHON) for path in files_below(PYTHON)]
    for layer in range(2, 6):
        base = f"{out}/{layer}/diff/lib"
        for path in draw.sample(paths, 300):
            target = f"{base}/{path}"
            os.makedirs(os.path.dirname(target), exist_ok=True)
            what = draw.random()
            if what < 0.5:
                os.mknod(target, stat.S_IFCHR | 0o600, os.makedev(0, 0))
            elif not os.path.islink(f"{PYTHON}/{path}"):
                write(target, content(f"{PYTHON}/{path}") + (b"# layer %d\n" % layer if what < 0.8 else b""))
        for name in draw.sample(sorted(os.listdir(base)), 5):
            if os.path.isdir(f"{base}/{name}"):
                os.setxattr(f"{base}/{name}", "trusted.overlay.opaque", b"y")


def generations(out, draw):
    """A week of backups in which what has not changed is a further name of the day before."""
    shutil.copytree("/usr/share/perl", f"{out}/day.0", symlinks=True)
    for day in range(1, 7):
        today = f"{out}/day.{day}"
        shutil.copytree(f"{out}/day.{day - 1}", today, symlinks=True, copy_function=lambda source, target: os.link(source, target, follow_symlinks=False))
        for path in draw.sample([path for path in files_below(today) if not os.path.islink(path)], 60):
            data = content(path)
            os.remove(path)
            if draw.random() < 0.9:
                write(path, data + b"# day %d\n" % day)


def labels(out, draw):
    """Files with attributes, as desktops, file servers and mandatory access control leave them."""
    text = sources()
    for number in range(4000):
        path = f"{out}/{number % 40}/download-{number}.txt"
        write(path, part(draw, text, int(min(60000, draw.lognormvariate(8, 1)))))
        os.setxattr(path, "security.selinux", b"unconfined_u:object_r:user_home_t:s0\0")
        if number % 2:
            os.setxattr(path, "user.xdg.origin.url", f"https://example.org/{draw.getrandbits(96):x}/{number}.txt".encode())
        if number % 4 == 1:
            os.setxattr(path, "user.checksum.sha256", hashlib.sha256(path.encode()).hexdigest().encode())
        if number % 10 == 3:
            os.setxattr(path, "user.DOSATTRIB", draw.randbytes(60))


def letters(out, draw):
    """Long names in many alphabets, and short texts in them."""

    def name(most):
        text = "".join(draw.choices(LETTERS, k=draw.randrange(10, 70)))
        while len(text.encode()) > most:
            text = text[:-1]
        return text

    places = [f"{out}/{name(120)}/{name(120)}" for _ in range(150)]
    for _ in range(5000):
        text = " ".join("".join(draw.choices(LETTERS[:31], k=draw.randrange(2, 11))) for _ in range(draw.randrange(2, 400)))
        write(f"{draw.choice(places)}/{name(240)}.txt", text.encode())


def crowd(out, draw):
    """One directory of 30,000 files from a byte to 8 KiB."""
    program, text = content(PROGRAM), sources()
    for number in range(30_000):
        write(f"{out}/all/{draw.getrandbits(32):08x}.{number}", part(draw, text if draw.random() < 0.7 else program, int(math.exp(draw.random() * math.log(8192)))))


def prefixed(out, draw):
    """Six states of texts that grow at the beginning, the newest entry first."""
    text = sources()
    held = [part(draw, text, int(min(6e6, draw.lognormvariate(13.6, 1)))) for _ in range(30)]
    for state in range(1, 7):
        for number, one in enumerate(held):
            if state > 1 and draw.random() < 0.7:
                held[number] = b"== state %d ==\n" % state + part(draw, text, draw.randrange(100, 4000)) + one
            write(f"{out}/days/{state}/history-{number:02}.txt", held[number])


def guests(out, draw):
    """The memory of three machines, and of the first one later: pages of the same files in another order, zeros, pointers, noise."""
    files = b"".join(content(path) for path in sorted(files_below("/usr/lib/x86_64-linux-gnu/perl"))[:60]) + content(PROGRAM)
    cached = [files[at : at + 4096] for at in range(0, len(files) - 4096, 4096)]

    def heap():
        base = 0x7F0000000000 + draw.getrandbits(30)
        return b"".join(struct.pack("<Q", draw.choice((0, 1, 0x21, base + 16 * draw.randrange(100_000), draw.getrandbits(16)))) for _ in range(512))

    def pages():
        kind = draw.random()
        if kind < 0.2:
            return [bytes(4096)] * draw.randrange(1, 40)
        if kind < 0.75:
            at = draw.randrange(len(cached))
            return cached[at : at + draw.randrange(1, 16)]
        return [heap() if kind < 0.92 else draw.randbytes(4096) for _ in range(draw.randrange(1, 10))]

    for number in range(3):
        memory = []
        while len(memory) < 12_000:
            memory += pages()
        write(f"{out}/guest{number}.mem", b"".join(memory))
        if number == 0:
            for _ in range(250):
                new = pages()
                at = draw.randrange(len(memory) - 40)
                memory[at : at + len(new)] = new
            write(f"{out}/guest0-later.mem", b"".join(memory))


def brokers(out, draw):
    """Two topics as three brokers keep them: the same batches in segments that end elsewhere, and indexes that are partly holes."""
    text = words()

    def record():
        return b'{"key":"%012x","user":%d,"what":"%s"}' % (draw.getrandbits(48), draw.randrange(9000), " ".join(draw.choices(text, k=draw.randrange(3, 12))).encode())

    for topic in ("clicks", "orders"):
        batches, offset = [], 0
        for _ in range(1500):
            count = draw.randrange(20, 120)
            records = b"".join(record() for _ in range(count))
            body = zlib.compress(records, 4) if topic == "orders" else records
            times = 1760000000000 + offset * 7, 1760000000000 + (offset + count) * 7
            batches.append((offset, struct.pack(">qiibIhiqq", offset, len(body) + 49, 3, 2, zlib.crc32(body), 1, count - 1, *times) + body))
            offset += count
        for broker in range(3):
            base = f"{out}/broker{broker}/{topic}-0"
            at, rolled = 0, draw.randrange(400_000, 1 << 20)
            while at < len(batches):
                first, log, index = batches[at][0], b"", b""
                while at < len(batches) and len(log) < rolled:
                    index += struct.pack(">II", batches[at][0] - first, len(log))
                    log += batches[at][1]
                    at += 1
                rolled = 2 << 20
                write(f"{base}/{first:020}.log", log)
                write(f"{base}/{first:020}.index", index)
            os.truncate(f"{base}/{first:020}.index", 10 << 20)


def partitions(out, draw):
    """Four states of a table in columns: pages of packed bits and dictionaries, compressed; days come, and those before become one file."""
    text = words()

    def page(data):
        packed = zlib.compress(data, 1)
        return struct.pack("<III", 0, len(data), len(packed)) + packed

    def columns(rows):
        groups, footer = b"PAR1", b""
        for first in range(0, len(rows), 50_000):
            for column in zip(*rows[first : first + 50_000]):
                footer += struct.pack("<QQ", len(groups), len(column))
                dictionary = sorted(set(column))
                if len(dictionary) < 4000:
                    groups += page(b"".join(str(value).encode() + b"\0" for value in dictionary))
                    places, bits = {value: i for i, value in enumerate(dictionary)}, max(1, (len(dictionary) - 1).bit_length())
                    chunks = [column[at : at + 64] for at in range(0, len(column), 64)]
                    groups += page(b"".join(sum(places[value] << bits * i for i, value in enumerate(chunk)).to_bytes(8 * bits, "little") for chunk in chunks))
                else:
                    for at in range(0, len(column), 10_000):
                        groups += page(b"".join(struct.pack("<q", value) for value in column[at : at + 10_000]))
        return groups + footer + struct.pack("<I", len(footer)) + b"PAR1"

    def day(number):
        first = number * 10**9
        return [
            (first + i * 700 + draw.randrange(700), draw.choice(text), draw.randrange(64), draw.getrandbits(62), int(draw.expovariate(1 / 900)))
            for i in range(110_000)
        ]

    held = {f"day-{number}": day(number) for number in range(3)}
    for state in range(1, 5):
        if state > 1:
            names = sorted(held)[-2:]
            held[f"compacted-{state}"] = [row for name in names for row in held.pop(name)] if state == 3 else held.pop(names[0])
            held[f"day-{state + 2}"] = day(state + 2)
        for name, rows in held.items():
            write(f"{out}/days/{state}/{name}.parquet", columns(rows))


def quantized(out, draw):
    """Weights of 8 bits with a scale for each 32, and two models that were trained further: some layers differ."""
    normal = statistics.NormalDist(0, 33)
    table = bytes(max(-127, min(127, round(normal.inv_cdf((i + 0.5) / 256)))) & 255 for i in range(256))

    def layer():
        values = draw.randbytes(1 << 20).translate(table)
        return b"".join(struct.pack("<e", draw.uniform(0.001, 0.004)) + values[at : at + 32] for at in range(0, len(values), 32))

    layers = [layer() for _ in range(28)]
    for model in range(3):
        for number in draw.sample(range(28), 9 if model else 0):
            layers[number] = layer()
        head = b"GGUF" + b"".join(struct.pack("<I", len(word)) + word.encode() for word in draw.choices(words(), k=20_000 + model * 37))
        write(f"{out}/model-{model}.gguf", head + bytes(-len(head) % 32) + b"".join(layers))


def points(out, draw):
    """Tiles of a laser's survey that overlap: records of 20 bytes along the strips of a flight."""
    strips = []
    for strip in range(30):
        x, y, z, records = 40_000_000 + strip * 9000, 500_000_000, 210_000, bytearray()
        for i in range(45_000):
            x, y, z = x + draw.randrange(-40, 45), y + draw.randrange(8, 14), z + int(draw.gauss(0, 25))
            records += struct.pack("<iiiHBBbBH", x, y, z, max(0, int(draw.gauss(900, 300))), 0x11 + 8 * draw.randrange(2), draw.choice((1, 2, 2, 2, 5)), i % 41 - 20, 0, 1000 + strip)
        strips.append(bytes(records))
    for tile in range(6):
        body = b"".join(strips[tile * 4 : tile * 4 + 9])
        write(f"{out}/tile-{tile}.las", (struct.pack("<4sHHIHH8sBB", b"LASF", tile, 1, 0, 0, 0, b"", 1, 2) + bytes(32) + struct.pack("<II", 227, len(body) // 20)).ljust(227, b"\0") + body)


def streams(out, draw):
    """A film in segments of packets of 188 bytes, in three qualities: heads that are alike, noise, stuffing, empty packets."""
    for name, size in (("360p", 120_000), ("720p", 350_000), ("1080p", 700_000)):
        counter = 0
        for number in range(45):
            data, frame = bytearray(), 0
            while len(data) < size * draw.uniform(0.8, 1.2):
                for packet in range(draw.randrange(4, 40)):
                    counter += 1
                    head = struct.pack(">BHB", 0x47, 0x4100 if packet == 0 else 0x0100, 0x10 | counter & 15)
                    data += head + draw.randbytes(184)
                frame += 1
                fill = draw.randrange(1, 180)
                data += struct.pack(">BHBBB", 0x47, 0x0100, 0x30 | counter & 15, fill, 0) + b"\xff" * (fill - 1) + draw.randbytes(183 - fill)
                if draw.random() < 0.5:
                    data += (struct.pack(">BHB", 0x47, 0x1FFF, 0x10) + b"\xff" * 184) * draw.randrange(1, 4)
            write(f"{out}/{name}/segment-{number:05}.ts", bytes(data))


def hives(out, draw):
    """Registries in two-byte characters, in bins of 4 KiB, each with two older copies that differ in some cells."""
    text = words()

    def cell():
        name = "\\".join(draw.choices(text, k=draw.randrange(1, 4)))
        value = draw.choice((f"{{{draw.getrandbits(128):032X}}}", " ".join(draw.choices(text, k=draw.randrange(1, 12))), "%SystemRoot%\\system32\\" + draw.choice(text) + ".dll"))
        body = b"vk" + struct.pack("<HIIIQ", len(name), len(value) * 2, draw.getrandbits(20) * 8, 1, 133_000_000_000_000_000 + draw.getrandbits(44)) + name.encode() + value.encode("utf-16-le")
        body += bytes(-(len(body) + 4) % 8)
        return struct.pack("<i", -len(body) - 4) + body

    for hive in ("SOFTWARE", "SYSTEM", "NTUSER.DAT"):
        bins = []
        for number in range(2400):
            one = struct.pack("<4sIIQQI", b"hbin", number * 4096, 4096, 0, 0, 0)[:32]
            while len(one) < 3700:
                one += cell()
            bins.append(one[:4096].ljust(4096, b"\0"))
        for age in ("", ".1", ".2"):
            write(f"{out}/{hive}{age}", b"regf".ljust(4096, b"\0") + b"".join(bins))
            for number in draw.sample(range(len(bins)), 40):
                bins[number] = (bins[number][:1000] + cell() + cell()).ljust(4096, bins[number][-1:])[:4096]


def repacks(out, _draw):
    """Four states of a repository of Git that is packed anew each time."""
    commits = subprocess.run(["git", "rev-list", "--reverse", "--first-parent", "HEAD"], cwd=HOME, check=True, capture_output=True, text=True).stdout.split()
    now = f"{out}/now"
    subprocess.run(["git", "init", "-q", "--bare", "--template=", now], check=True)
    for state, count in enumerate((200, 300, 400, 500), 1):
        subprocess.run(["git", "fetch", "-q", HOME, f"+{commits[count - 1]}:refs/heads/main"], cwd=now, check=True)
        subprocess.run(["git", "-c", "pack.threads=1", "repack", "-adfq"], cwd=now, check=True)
        shutil.copytree(now, f"{out}/days/{state}")
    shutil.rmtree(now)


def releases(out, draw):
    """Five versions of an archive, compressed so that a change moves little: by gzip and by Zstandard."""
    tree = fresh(f"{out}/tree")
    shutil.copytree("/usr/share/perl", f"{tree}/perl", symlinks=True)
    for version in range(5):
        subprocess.run(["tar", "--sort=name", "--mtime=@1760000000", "-C", tree, "-cf", f"{out}/all.tar", "perl"], check=True)
        subprocess.run(["gzip", "-nk", "--rsyncable", f"{out}/all.tar"], check=True)
        subprocess.run(["zstd", "-q", "-T1", "--rsyncable", "--rm", f"{out}/all.tar", "-o", f"{out}/perl-5.{version}.tar.zst"], check=True)
        os.rename(f"{out}/all.tar.gz", f"{out}/perl-5.{version}.tar.gz")
        for path in draw.sample([path for path in files_below(tree) if not os.path.islink(path)], 25):
            data = content(path)
            at = draw.randrange(len(data) + 1)
            os.chmod(path, 0o644)
            write(path, data[:at] + b"# version %d\n" % version + data[at:])
    shutil.rmtree(tree)


def huge(out, draw):
    """Two files of 2 and 5 GB that are nearly all holes, with pieces of a byte to a megabyte anywhere."""
    program, text = content(PROGRAM), sources()
    for name, size in (("thin.raw", 2_000_000_000), ("lastlog", 5_000_000_001)):
        with open(f"{out}/{name}", "wb") as file:
            for _ in range(120):
                file.seek(draw.randrange(size - (2 << 20)) // (4096 if name == "thin.raw" else 1) * (4096 if name == "thin.raw" else 1))
                file.write(part(draw, draw.choice([program, text]), int(min(1 << 20, math.exp(draw.random() * 14)))))
            file.truncate(size)


def thumbnails(out, draw):
    """Small pictures that do not shrink, with a head that does; some lie twice."""
    made = []
    for number in range(7000):
        if made and draw.random() < 0.1:
            data = draw.choice(made)
        else:
            note = f"Thumb::URI\0file:///home/user/Pictures/{1990 + number % 35}/IMG_{number:05}.JPG".encode()
            body = draw.randbytes(int(min(60000, draw.lognormvariate(8.6, 0.8))))
            parts = ((b"tEXt", note), (b"IDAT", body), (b"IEND", b""))
            data = b"\x89PNG\r\n\x1a\n"
            data += b"".join(struct.pack(">I", len(one)) + kind + one + struct.pack(">I", zlib.crc32(kind + one)) for kind, one in parts)
            made.append(data)
        write(f"{out}/{draw.choice(('normal', 'large', 'x-large'))}/{hashlib.md5(b'%d' % number).hexdigest()}.png", data)


def modules(out, _draw):
    """What the Go tool keeps of modules: the archives, and the same unpacked, for reading alone."""
    subprocess.run(["cp", "-a", os.path.expanduser("~/go/pkg/mod/cache"), os.path.expanduser("~/go/pkg/mod/golang.org"), out], check=True)


def toolchain(out, _draw):
    """Libraries of a compiler and their archives of objects."""
    chain = sorted(os.listdir(os.path.expanduser("~/.rustup/toolchains")))[0]
    base = os.path.expanduser(f"~/.rustup/toolchains/{chain}")
    subprocess.run(["cp", "-a", f"{base}/bin", f"{base}/etc", f"{base}/lib/rustlib", out], check=True)


SETS = (overlays, generations, labels, letters, crowd, guests, brokers, quantized, points, streams, hives, releases, huge, thumbnails, modules, toolchain)
STATES = (prefixed, partitions, repacks)


def make_all(series, sets, states, seed, base, *names):
    """Makes the sets, each in a directory of the series, and the states, each a series of its own; if names are given, these alone."""
    for make in (*sets, *states):
        if not names or make.__name__ in names:
            print(make.__name__, file=sys.stderr)
            make(fresh(f"{base}/{series}/{make.__name__}" if make in sets else f"{base}/{make.__name__}"), random.Random(f"{seed} {make.__name__}"))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    make_all("outside", SETS, STATES, SEED, *sys.argv[1:])
