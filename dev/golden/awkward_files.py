"""Makes the awkward part of the golden tree: awkward_files.py WORK writes WORK/tree/awkward, and WORK/days for comparing days."""

import os
import random
import socket
import sys

MIB = 1 << 20


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)


def blocks(rng, count, distinct, size=4096):
    """Random blocks, of which there are only so many."""
    return b"".join(random.Random(rng.randrange(distinct)).randbytes(size) for _ in range(count))


def text(rng, size):
    words = [bytes(rng.choices(b"abcdefghijklmnopqrstuvwxyz", k=rng.randint(1, 12))) for _ in range(500)]
    return b" ".join(rng.choice(words) for _ in range(size // 5))[:size]


def awkward(top):
    rng = random.Random(15)
    os.makedirs(top)
    # Of every size around those of chunks, sectors and pages.
    sizes = os.path.join(top, "sizes")
    os.mkdir(sizes)
    for base in (0, 512, 4096, 8192, 65536, MIB):
        for size in {max(0, base - 1), base, base + 1}:
            write(os.path.join(sizes, f"{size}.bin"), rng.randbytes(size))
    # Tiny ones, many of them equal.
    for d in range(10):
        sub = os.path.join(top, f"tiny{d}")
        os.mkdir(sub)
        for f in range(120):
            write(os.path.join(sub, f"{f}.t{f % 7}"), random.Random(rng.randrange(400)).randbytes(rng.randrange(3000)))
    for f in range(60):
        write(os.path.join(top, f"text{f}.txt"), text(rng, rng.randrange(60_000)))
    # An image: duplicates, zeros that are written, zeros that are holes, an end within a sector.
    write(os.path.join(top, "image.raw"), blocks(rng, 1200, 600) + bytes(3 * MIB + 77) + blocks(rng, 500, 600) + b"end")
    with open(os.path.join(top, "sparse.img"), "wb") as file:
        for offset in (0, 70 * MIB + 4096, 130 * MIB + 123, 199 * MIB):
            file.seek(offset)
            file.write(blocks(rng, 100, 600) + rng.randbytes(1000))
        file.truncate(200 * MIB + 7)
    with open(os.path.join(top, "hole.img"), "wb") as file:
        file.truncate(1 << 30)
    write(os.path.join(top, "zeros.raw"), bytes(5 * MIB + 1))
    # Names that are not UTF-8, of more than one line, of no extension, of escapes.
    for name in (b"latin-\xe9\xff.txt", b"two\nlines.txt", "grüße-日本.txt".encode(), b"escape-\x1b[31m", b"a,\"b\".csv", b".hidden", b"end."):
        write(os.path.join(os.fsencode(top), name), name * 900)
    deep = os.path.join(top, *["d" * 60] * 12)
    os.makedirs(deep)
    write(os.path.join(deep, "deep.txt"), text(rng, 20_000))
    # Links, hard and symbolic, in circles and to nothing.
    for name in ("linked.raw", "tiny3/linked", "tiny4/linked.bin"):
        os.link(os.path.join(top, "image.raw"), os.path.join(top, name))
    os.link(os.path.join(top, "text1.txt"), os.path.join(top, "tiny1", "text1.other"))
    os.symlink("sizes", os.path.join(top, "link-to-directory"))
    os.symlink("..", os.path.join(top, "tiny2", "link-upwards"))
    os.symlink("../text2.txt", os.path.join(top, "tiny2", "link-to-file"))
    os.symlink("nowhere", os.path.join(top, "link-to-nothing"))
    # What is not a file, and what cannot be read.
    os.mkfifo(os.path.join(top, "fifo"))
    with socket.socket(socket.AF_UNIX) as listener:
        here = os.getcwd()
        os.chdir(top)
        listener.bind("socket")
        os.chdir(here)
    os.mkdir(os.path.join(top, "empty-directory"))
    for name in ("secret.txt", "tiny5/secret.raw"):
        write(os.path.join(top, name), rng.randbytes(12_345))
        os.chmod(os.path.join(top, name), 0)
    locked = os.path.join(top, "locked")
    os.mkdir(locked)
    write(os.path.join(locked, "inside.txt"), b"x" * 999)
    os.chmod(locked, 0)


def days(top):
    """The same image on three days, each with other blocks than the day before, and some files that come and go."""
    rng = random.Random(16)
    image = [rng.randbytes(4096) for _ in range(400)]
    for day in (1, 2, 3):
        directory = os.path.join(top, str(day))
        os.makedirs(directory)
        for _ in range(60):
            image[rng.randrange(len(image))] = rng.randbytes(4096)
        image += [rng.randbytes(4096) for _ in range(40)]
        write(os.path.join(directory, "disk.img"), b"".join(image))
        for f in range(day, day + 20):
            write(os.path.join(directory, f"{f}.txt"), text(random.Random(f), 9000))


if __name__ == "__main__":
    awkward(os.path.join(sys.argv[1], "tree", "awkward"))
    days(os.path.join(sys.argv[1], "days"))
