"""Makes more sets: DIR/more/SET. All are synthetic, or made of this machine's files: more.py DIR."""

import gzip
import io
import os
import random
import shutil
import struct
import subprocess
import sys
import tarfile
import zipfile
import zlib

from further import content, files_below, words
from later import PROGRAM, fresh
from latest import part, sources

SEED = 20261130
PYTHON = "/usr/lib/python3"


def albums(out, draw):
    """Media of 200 KB to 9 MB in three states: labels at the beginning or the end change, some files are cut short, some come."""
    media = []
    for number in range(60):
        body = draw.randbytes(int(min(9e6, 200_000 + draw.lognormvariate(13.8, 1))))
        media.append([number, b"ID3\x04" + bytes(4092), body, bytes(128)])
    for state in range(3):
        os.makedirs(f"{out}/{state}")
        for one in media:
            if state and draw.random() < 0.3:
                kind = draw.randrange(4)
                if kind == 0:
                    one[1] = b"ID3\x04" + b" ".join(draw.choices([word.encode() for word in words()], k=40)).ljust(4092, b"\0")[:4092]
                elif kind == 1:
                    one[3] = b"TAG" + draw.randbytes(20).hex().encode().ljust(125, b"\0")
                elif kind == 2:
                    one[1] += bytes(2048)
                else:
                    one[2] = one[2][: len(one[2]) * 2 // 3]
            with open(f"{out}/{state}/track-{one[0]:03}.mp3", "wb") as file:
                file.write(one[1] + one[2] + one[3])


def archives(out, draw):
    """Six versions of an archive of compressed members: some are replaced, some come."""
    files = files_below(PYTHON)
    chosen = {path: content(path) for path in draw.sample(files, 500)}
    for version in range(6):
        with zipfile.ZipFile(f"{out}/app-1.{version}.jar", "w", zipfile.ZIP_DEFLATED) as archive:
            for path, data in sorted(chosen.items()):
                archive.writestr(zipfile.ZipInfo(path.lstrip("/"), (2024, 1 + version, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
        for path in draw.sample(sorted(chosen), 25):
            chosen[path] += b"# version %d\n" % version
        for path in draw.sample(files, 10):
            chosen[path] = content(path)


def maildir(out, draw):
    """Mail as a server keeps it: directories of messages for each of 40 users, many of them empty."""
    text = words()
    for user in range(40):
        for box in ["", ".Sent", ".Drafts", ".Trash", ".Junk", *(f".List{i}" for i in range(draw.randrange(6)))]:
            base = f"{out}/user{user:02}/{box}"
            for name in ("cur", "new", "tmp"):
                os.makedirs(f"{base}/{name}")
            for number in range(int(draw.expovariate(1 / 12)) if box != ".Drafts" else 0):
                size = int(min(40000, draw.lognormvariate(7.5, 1.1)))
                head = f"Return-Path: <{draw.choice(text)}@example.org>\nReceived: from mx{draw.randrange(9)}.example.org (10.0.0.{draw.randrange(255)})\n"
                head += f"Message-ID: <{draw.getrandbits(80):x}@example.org>\nSubject: {' '.join(draw.choices(text, k=6))}\n\n"
                body = " ".join(draw.choices(text, k=size // 7))
                with open(f"{base}/cur/{1760000000 + number * 977}.M{draw.randrange(10**6)}P{draw.randrange(30000)}.mx,S={size}:2,S", "w", encoding="ascii") as file:
                    file.write(head + body + "\n")


def environments(out, draw):
    """Four environments of one language with packages in common, in other versions in part."""
    packages = sorted(name for name in os.listdir(f"{PYTHON}/dist-packages") if os.path.isdir(f"{PYTHON}/dist-packages/{name}"))
    for number in range(4):
        target = f"{out}/service{number}/lib/python3.11/site-packages"
        os.makedirs(target)
        for name in packages:
            if draw.random() < 0.75:
                shutil.copytree(f"{PYTHON}/dist-packages/{name}", f"{target}/{name}", symlinks=True)
        for path in draw.sample(files_below(target), 40):
            if not os.path.islink(path):
                with open(path, "ab") as file:
                    file.write(b"# service %d\n" % number)


def tables(out, draw):
    """Sorted tables of a key-value store in three states: between two, some tables are merged into new ones."""
    text = words()

    def table(number, keys):
        block, blocks = b"", []
        for key in keys:
            value = " ".join(draw.choices(text, k=draw.randrange(3, 25))).encode()
            block += struct.pack(">HH", len(key), len(value)) + key + value
            if len(block) > 4096:
                blocks.append(zlib.compress(block, 1))
                block = b""
        return number, b"".join(struct.pack(">I", len(one)) + one for one in blocks) + struct.pack(">QQ", number, len(blocks))

    def keys(count):
        return sorted(b"user:%010d" % draw.randrange(10**9) for _ in range(count))

    held = [table(number, keys(draw.randrange(8000, 14000))) for number in range(24)]
    for state in range(3):
        os.makedirs(f"{out}/{state}")
        if state:
            held = held[6:] + [table(100 * state + i, keys(draw.randrange(8000, 14000))) for i in range(8)]
        for number, data in held:
            with open(f"{out}/{state}/{number:06}.sst", "wb") as file:
                file.write(data)


def patches(out, draw):
    """Five versions of a game's container of 40 to 50 MB: members are replaced in place or moved to the end."""
    program = content(PROGRAM)
    members = []
    for _ in range(400):
        size = int(min(1 << 20, draw.lognormvariate(11, 1)))
        members.append(draw.randbytes(size) if draw.random() < 0.5 else part(draw, program, min(size, len(program) - 1)))
    for version in range(5):
        with open(f"{out}/data-{version}.pak", "wb") as file:
            at = 4096
            index = b""
            for one in members:
                index += struct.pack("<QI", at, len(one))
                at += len(one)
            file.write(struct.pack("<4sII", b"PACK", version, len(members)) + bytes(4084))
            for one in members:
                file.write(one)
            file.write(index)
        for number in draw.sample(range(len(members)), 12):
            old = members[number]
            if draw.random() < 0.5:
                members[number] = part(draw, program, min(len(old), len(program) - 1)).ljust(len(old), b"\0")
            else:
                members.append(part(draw, program, 20000))


def segments(out, draw):
    """Segments of a write-ahead log, 16 MiB each: some are full, the last ones are old ones with a new beginning."""
    text = sources()

    def segment(number, old=None):
        data = bytearray(old or bytes(16 << 20))
        end = len(data) if old is None else draw.randrange(len(data) // 3)
        at = 0
        while at < end:
            body = part(draw, text, draw.choice((24, 80, 300, 8000)))
            record = struct.pack("<IIQII", len(body), draw.getrandbits(32), number << 24 | at, draw.getrandbits(31), 0) + body
            record = record[: len(data) - at]
            data[at : at + len(record)] = record
            at += len(record)
        return bytes(data)

    made = []
    for number in range(8):
        made.append(segment(number, made[number - 5] if number > 5 else None))
        with open(f"{out}/0000000100000000000000{number:02X}", "wb") as file:
            file.write(made[-1])


def images(out, draw):
    """Layers of images of containers, as a registry keeps them: compressed archives, and the same unpacked."""
    for number in range(5):
        paths = draw.sample(files_below(PYTHON), 300)
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w") as archive:
            for path in sorted(paths):
                archive.add(path, recursive=False)
        with open(f"{out}/layer-{number}.tar.gz", "wb") as file:
            file.write(gzip.compress(buffer.getvalue(), 6, mtime=0))
        if number < 3:
            with open(f"{out}/layer-{number}.tar", "wb") as file:
                file.write(buffer.getvalue())


def cache(out, draw):
    """A cache of the web: 9,000 files named by digests in 256 directories, most of them small, a third compressed."""
    text = sources()
    for _ in range(9000):
        digest = f"{draw.getrandbits(160):040x}"
        os.makedirs(f"{out}/{digest[:2]}", exist_ok=True)
        data = part(draw, text, int(min(300000, 200 + draw.lognormvariate(8, 1.4))))
        with open(f"{out}/{digest[:2]}/{digest[2:]}", "wb") as file:
            file.write(b"HTTP/1.1 200 OK\r\nETag: %s\r\n\r\n" % digest[:16].encode() + (gzip.compress(data, mtime=0) if draw.random() < 0.33 else data))


def snapshots(out, draw):
    """Encrypted containers of 6 to 12 MiB in four states: sectors change in a few places."""
    held = [bytearray(draw.randbytes(size << 20)) for size in (6, 8, 12)]
    for state in range(4):
        for number, data in enumerate(held):
            for _ in range(6 if state else 0):
                at = draw.randrange(len(data) // 4096) * 4096
                data[at : at + 4096] = draw.randbytes(4096)
            with open(f"{out}/vault-{number}-{state}.hc", "wb") as file:
                file.write(data)


def logs(out, draw):
    """Logs of builds, with colours, and traces that come again."""
    text = words()
    traces = ["\n".join(f"\tat org.{draw.choice(text)}.{draw.choice(text)}({draw.choice(text)}.java:{draw.randrange(900)})" for _ in range(40)) for _ in range(30)]
    for job in range(150):
        with open(f"{out}/job-{job}.log", "w", encoding="ascii") as file:
            now = 1760000000 + job * 911
            for _ in range(draw.randrange(300, 6000)):
                now += draw.random() * 2
                file.write(f"\x1b[32m{now:.3f}\x1b[0m [\x1b[1mINFO\x1b[m] {' '.join(draw.choices(text, k=draw.randrange(3, 12)))}\n")
                if draw.random() < 0.01:
                    file.write(draw.choice(traces) + "\n")


def floppies(out, draw):
    """Images of file systems that are old: FAT with text and programs, not sparse, two of them changed copies."""
    for number in range(3):
        path = f"{out}/disk{number}.img"
        with open(path, "wb") as file:
            file.write(bytes(48 << 20))
        subprocess.run(["mkfs.vfat", path], check=True, stdout=subprocess.DEVNULL)
        with open(path, "r+b") as file:
            at = 1 << 20
            while at < 40 << 20:
                path_in = draw.choice(files_below("/usr/share/perl"))
                data = content(path_in)
                file.seek(at)
                file.write(data)
                at += (len(data) + 2047) // 2048 * 2048
    data = bytearray(content(f"{out}/disk0.img"))
    for _ in range(20):
        at = draw.randrange(len(data) // 2048) * 2048
        data[at : at + 2048] = draw.randbytes(2048)
    with open(f"{out}/disk0-later.img", "wb") as file:
        file.write(data)


def system(out, _draw):
    """What a machine is set up by: files of many owners, and links."""
    subprocess.run(["cp", "-a", "/etc", "/var/lib/dpkg", "/usr/lib/systemd", "/usr/share/bash-completion", out], check=True)


def revisions(out, draw):
    """Twelve revisions of a presentation, an archive of XML and pictures, saved under a new name each time."""
    pictures = [draw.randbytes(draw.randrange(100_000, 900_000)) for _ in range(6)]
    text = words()
    slides = [" ".join(draw.choices(text, k=300)) for _ in range(40)]
    for number in range(12):
        with zipfile.ZipFile(f"{out}/talk-v{number}.pptx", "w", zipfile.ZIP_DEFLATED) as archive:
            for i, slide in enumerate(slides):
                archive.writestr(zipfile.ZipInfo(f"ppt/slides/slide{i}.xml"), f"<p:sld><a:t>{slide}</a:t></p:sld>", zipfile.ZIP_DEFLATED)
            for i, picture in enumerate(pictures):
                archive.writestr(zipfile.ZipInfo(f"ppt/media/image{i}.png"), picture)
        slides[draw.randrange(len(slides))] += " " + " ".join(draw.choices(text, k=20))
        if number % 4 == 3:
            pictures.append(draw.randbytes(draw.randrange(100_000, 900_000)))


def main(base):
    makers = (albums, archives, maildir, environments, tables, patches, segments, images, cache, snapshots, logs, floppies, system, revisions)
    for make in makers:
        make(fresh(f"{base}/more/{make.__name__}"), random.Random(f"{SEED} {make.__name__}"))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
