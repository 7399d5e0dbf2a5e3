"""Makes the synthetic data sets of docs/internals/accuracy.md: make.py KIND HALF DIR [SCALE].

HALF is "fit" or "held". The two halves of a kind differ in their seed, in their parameters and in what they are made of, and were fixed before
any rule or figure of a profile was set. The same arguments make the same bytes, but for what is taken from the machine (see source_bytes).
"""

import array
import base64
import gzip
import math
import os
import random
import sqlite3
import subprocess
import sys

WORDS = "the of storage block a chunk in index to file and is disk that data it for was on are as with system they be at one have this".split()


def write(path, content):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)


def source_bytes(half, suffixes, count, draw):
    """Contents of files of this machine: one half of the paths for each half of the sets."""
    found = []
    for root in ("/usr/bin", "/usr/lib/x86_64-linux-gnu", "/usr/share/doc", "/usr/share/perl", "/usr/lib/python3"):
        for directory, names, files in os.walk(root):
            names.sort()
            for name in sorted(files):
                path = os.path.join(directory, name)
                if name.endswith(suffixes) and os.path.isfile(path) and not os.path.islink(path):
                    if (sum(path.encode()) % 2 == 0) == (half == "fit") and 500 < os.path.getsize(path) < 3 << 20:
                        found.append(path)
    contents = []
    for path in draw.sample(found, min(count, len(found))):
        with open(path, "rb") as file:
            contents.append(file.read())
    return contents


def sentence(draw):
    return " ".join(draw.choices(WORDS, k=draw.randrange(6, 15))) + "."


def mail(half, out, draw, scale):
    """Messages of text, half of them with an attachment in base64."""
    attached = source_bytes(half, (".gz", ".so", ".pyc", ".png", ".bin", ""), 60, draw)
    texts = source_bytes(half, (".txt", ".py", ".pm", "copyright", ".pod"), 200, draw)
    for number in range(int((700 if half == "fit" else 900) * scale)):
        head = f"From: user{draw.randrange(400)}@example.org\r\nMessage-ID: <{draw.getrandbits(128):032x}@example.org>\r\n"
        text = draw.choice(texts)
        at = draw.randrange(len(text))
        body = head.encode() + b"\r\n" + text[at : at + draw.randrange(300, 6000)]
        if draw.random() < (0.5 if half == "fit" else 0.7):
            content = draw.choice(attached)
            at = draw.randrange(len(content))
            body += b"\r\n\r\n" + base64.encodebytes(content[at : at + int(draw.lognormvariate(11, 1))])
        write(f"{out}/{number % 17}/{number}.eml", body)


def logs(half, out, draw, scale):
    """Logs of services, the older ones compressed."""
    for service in range(4 if half == "fit" else 7):
        for age in range(4):
            lines = []
            second = 1700000000 + draw.randrange(10**6)
            for _ in range(int((60000 if half == "fit" else 35000) * scale)):
                second += draw.randrange(3)
                if half == "fit":
                    lines.append(f"{second} host{service} app[{draw.randrange(30000)}]: request {draw.getrandbits(48):012x} took {draw.randrange(2000)} us")
                else:
                    address = ".".join(str(draw.randrange(256)) for _ in range(4))
                    page = "/".join(draw.choices(WORDS, k=3))
                    lines.append(f'{address} - - [{second}] "GET /{page}?id={draw.randrange(10**6)} HTTP/1.1" {draw.choice((200, 200, 200, 304, 404))} {draw.randrange(90000)}')
            text = "\n".join(lines).encode()
            write(f"{out}/{service}/log.{age}" + (".gz" if age > 1 else ""), gzip.compress(text, mtime=0) if age > 1 else text)


def keys(half, out, draw, scale):
    """Lists of digests in hexadecimal, tokens in base64, identifiers."""
    for number in range(8):
        lines = []
        for _ in range(int(70000 * scale)):
            if half == "fit":
                lines.append(draw.randbytes(32).hex())
            elif number % 2:
                lines.append(base64.b64encode(draw.randbytes(30)).decode())
            else:
                lines.append(f'{{"id":"{draw.randbytes(16).hex()}","owner":{draw.randrange(5000)}}}')
        write(f"{out}/keys-{number}", "\n".join(lines).encode())


def floats(half, out, draw, scale):
    """Sound of 16 bits, and numbers in floating point."""
    for number in range(6):
        samples = array.array("h")
        pitch = draw.uniform(0.002, 0.05)
        loud = draw.uniform(800, 9000)
        noise = draw.uniform(5, 400) if half == "fit" else draw.uniform(1, 1500)
        for i in range(int(1600000 * scale)):
            samples.append(int(loud * math.sin(pitch * i) + noise * (draw.random() + draw.random() - 1)))
        write(f"{out}/sound-{number}.raw", samples.tobytes())
        values = array.array("d" if half == "fit" else "f")
        level = 0.0
        for i in range(int(500000 * scale)):
            level += draw.gauss(0, 1)
            values.append(level if number % 2 else round(level, 2))
        write(f"{out}/series-{number}.bin", values.tobytes())


def packages(half, out, draw, scale):
    """Archives that are compressed already, beside bytes without any order."""
    trees = ["/usr/share/perl", "/usr/include/linux", "/usr/share/vim", "/usr/share/zoneinfo"] if half == "fit" else ["/usr/lib/python3", "/usr/share/bash-completion", "/usr/include/c++", "/usr/share/X11"]
    # Of little data, archives of one tree: xz would take longer than all else.
    for number, tree in enumerate(trees[-max(1, round(len(trees) * scale)) :]):
        if os.path.isdir(tree):
            for flag, end in (("-z", "gz"), ("-J", "xz")):
                os.makedirs(out, exist_ok=True)
                subprocess.run(["tar", "-C", tree, "--sort=name", flag, "-cf", f"{out}/{number}.tar.{end}", "."], check=True)
    for number in range(int(40 * scale) + 1):
        write(f"{out}/media-{number}.jpg", b"\xff\xd8\xff\xe0JFIF" + draw.randbytes(draw.randrange(30000, 2500000)))


def database(half, out, draw, scale):
    """A database of SQLite in states, each with rows that were changed, added and deleted."""
    os.makedirs(f"{out}/1", exist_ok=True)
    path = f"{out}/1/data.sqlite"
    states = 4 if half == "fit" else 6
    def row():
        blob = draw.randbytes(draw.randrange(20, 120)) if half == "fit" else draw.randbytes(8).hex() * 3
        return (draw.randrange(1 << 30), sentence(draw), blob)
    for state in range(1, states + 1):
        if state > 1:
            os.makedirs(f"{out}/{state}")
            with open(path, "rb") as file:
                write(f"{out}/{state}/data.sqlite", file.read())
            path = f"{out}/{state}/data.sqlite"
        with sqlite3.connect(path) as connection:
            connection.execute("pragma journal_mode=off")
            if state == 1:
                connection.execute("create table t (id integer primary key, k integer, s text, b blob)")
                connection.execute("create index i on t (k)" if half == "fit" else "create index i on t (s)")
            count = int((110000 if half == "fit" else 60000) * scale) if state == 1 else int(800 * scale)
            connection.executemany("insert into t (k, s, b) values (?, ?, ?)", [row() for _ in range(count)])
            first = draw.randrange(40000)
            for _ in range(60 if half == "fit" else 25):
                connection.execute("update t set s = ? where id = ?", (sentence(draw), first + draw.randrange(9000)))
        connection.close()


def tiny(half, out, draw, scale):
    """Many files of less than 1,500 bytes."""
    for number in range(int((30000 if half == "fit" else 45000) * scale)):
        text = sentence(draw).encode() * draw.randrange(1, 4) + (draw.randbytes(40).hex().encode() if half == "fit" else draw.randbytes(draw.randrange(900)))
        write(f"{out}/{number % 101:03d}/{number // 101 % 7}/{'note' if half == 'fit' else 'object'}-{number}", text)


def small(half, out, draw, scale):
    """Files of 200 bytes to 4 KiB, of source text."""
    texts = source_bytes(half, (".py", ".pm", ".txt", ".h", ".pl"), 400, draw)
    for number in range(int((12000 if half == "fit" else 16000) * scale)):
        text = draw.choice(texts)
        length = draw.randrange(200, 4096) if half == "fit" else int(200 * math.exp(draw.random() * 3))
        at = draw.randrange(max(1, len(text) - length))
        write(f"{out}/{number % 53}/{draw.choice(WORDS)}-{number}.c", b"%d " % number + text[at : at + length])


def pieces(half, out, draw, scale):
    """Large files that have pieces in common, at other places."""
    texts = source_bytes(half, (".so", ".py", "", ".pm"), 150, draw)
    stock = []
    for _ in range(14):
        piece = bytearray()
        while len(piece) < 4 << 20:
            piece += draw.choice(texts) if draw.random() < 0.6 else draw.randbytes(60000)
        stock.append(bytes(piece))
    for number in range(6):
        content = bytearray()
        while len(content) < (22 << 20) * scale:
            piece = draw.choice(stock)
            length = min(len(piece), int(draw.lognormvariate(14.3 if half == "fit" else 14.8, 0.7)))
            at = draw.randrange(len(piece) - length + 1)
            content += piece[at : at + length]
            content += draw.randbytes(draw.randrange(60000, 400000))
        write(f"{out}/large-{number}", bytes(content))


def images(half, out, draw, scale):
    """File systems in images, with files in common; always of this size, as in less data a program's draw decides too much."""
    contents = source_bytes(half, (".so", ".py", "", ".pm", ".gz"), 160, draw)
    for number in range(3):
        tree = f"{out}.tree"
        for i, content in enumerate(contents):
            if draw.random() < (0.75 if half == "fit" else 0.5):
                write(f"{tree}/{i % 11}/{i}", content)
        os.makedirs(out, exist_ok=True)
        subprocess.run(["/usr/sbin/mkfs.ext4", "-q", "-F", "-E", "hash_seed=00000000-0000-0000-0000-000000000001", "-d", tree, f"{out}/{number}.img", "96m"], check=True)
        subprocess.run(["rm", "-rf", tree], check=True)


def settle(out, first, span, draw):
    """Gives all below the times of a release: whole seconds, all the same or somewhere in so many."""
    for directory, names, files in os.walk(out):
        names.sort()
        for name in sorted(files):
            second = first + draw.randrange(span)
            os.utime(f"{directory}/{name}", (second, second), follow_symlinks=False)


def modules(half, out, draw, scale):
    """Packages of a language's libraries, as its package manager unpacks them: many are there again below others."""
    texts = source_bytes(half, (".py", ".pm", ".h", ".js", ".json", ".txt"), 500, draw)
    licences = [draw.choice(texts)[:1100] for _ in range(4)]
    words = WORDS + ["core", "util", "parse", "stream", "color", "glob", "path", "babel", "lint", "type"]
    packages = []
    for number in range(int((420 if half == "fit" else 600) * scale)):
        name = "-".join(draw.choices(words, k=draw.randrange(1, 4))) + (str(number) if draw.random() < 0.3 else "")
        version = f"{draw.randrange(9)}.{draw.randrange(30)}.{draw.randrange(20)}"
        files = {
            "package.json": f'{{\n  "name": "{name}",\n  "version": "{version}",\n  "description": "{sentence(draw)}",\n  "license": "MIT",\n'
            f'  "_integrity": "sha512-{base64.b64encode(draw.randbytes(64)).decode()}",\n  "dependencies": {{}}\n}}\n'.encode(),
            "LICENSE": draw.choice(licences),
            "README.md": f"# {name}\n\n".encode() + "\n".join(sentence(draw) for _ in range(draw.randrange(3, 60))).encode(),
            "index.js": b"module.exports = require('./lib')\n",
        }
        for _ in range(int(draw.lognormvariate(1.2 if half == "fit" else 1.6, 1))):
            text = draw.choice(texts)
            at = draw.randrange(len(text))
            length = int(draw.lognormvariate(7.5, 1.3))
            files[f"{draw.choice(('lib', 'dist', 'src', 'types'))}/{draw.choice(words)}{draw.randrange(40)}.js"] = text[at : at + length]
        packages.append((name, files))
    for name, files in packages:
        places = [f"{out}/node_modules/{name}"]
        if draw.random() < 0.25:
            places += [f"{out}/node_modules/{other}/node_modules/{name}" for other, _ in draw.sample(packages, draw.randrange(1, 4))]
        for place in places:
            for path, content in files.items():
                write(f"{place}/{path}", content)
        if draw.random() < 0.2:
            os.makedirs(f"{out}/node_modules/.bin", exist_ok=True)
            if not os.path.lexists(f"{out}/node_modules/.bin/{name}"):
                os.symlink(f"../{name}/index.js", f"{out}/node_modules/.bin/{name}")
    settle(out, 499162500, 1 if half == "fit" else 10**8, draw)


def checkout(half, out, draw, scale):
    """A tree of sources with its history: a pack, and objects that are not packed yet."""
    texts = source_bytes(half, (".py", ".pm", ".h", ".pl", ".txt"), int((900 if half == "fit" else 500) * scale) + 1, draw)
    day = {"GIT_AUTHOR_DATE": "2023-04-05T06:07:08Z", "GIT_COMMITTER_DATE": "2023-04-05T06:07:08Z", "GIT_CONFIG_GLOBAL": "/dev/null"}
    def git(*command):
        names = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "gc.auto=0", "-c", "pack.threads=1"]
        subprocess.run(["git", "-C", out, *names, *command], env={**os.environ, **day}, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.makedirs(out, exist_ok=True)
    git("init", "--template=", "-q", "-b", "main")
    paths = [f"{draw.choice(WORDS)}/{draw.choice(WORDS)}/file{i}.c" for i in range(len(texts))]
    contents = dict(zip(paths, texts))
    for commit in range(12):
        changed = paths if commit == 0 else draw.sample(paths, max(1, len(paths) // (20 if half == "fit" else 8)))
        for path in changed:
            content = contents[path]
            at = draw.randrange(len(content))
            contents[path] = content[:at] + sentence(draw).encode() + b"\n" + content[at:]
            write(f"{out}/{path}", contents[path])
        git("add", "-A")
        git("commit", "-q", "-m", sentence(draw))
        if commit == (8 if half == "fit" else 5):
            git("repack", "-a", "-d", "-q")


def links(half, out, draw, scale):
    """Symbolic links, further names of files, empty files, and long names, as stores of packages and of builds have them."""
    count = int((3000 if half == "fit" else 4000) * scale)
    files = []
    for number in range(count // 3):
        store = f"{draw.randbytes(16).hex()}-{draw.choice(WORDS)}-{draw.randrange(9)}.{draw.randrange(20)}"
        path = f"{out}/store/{store}/share/{draw.choice(WORDS)}{number}"
        write(path, (sentence(draw) + "\n").encode() * draw.randrange(1, 200) + draw.randbytes(draw.randrange(2000)))
        files.append(path)
    for number in range(count):
        target = draw.choice(files)
        name = f"{out}/profile/{number % 23}/{draw.choice(WORDS)}-{number}.so.{draw.randrange(9)}"
        os.makedirs(os.path.dirname(name), exist_ok=True)
        os.symlink(os.path.relpath(target, os.path.dirname(name)) if half == "held" else f"{os.path.basename(target)}.{draw.randrange(30)}", name)
    for number in range(count if half == "fit" else count // 2):
        name = f"{out}/names/{number % 17}/{draw.randbytes(8).hex()}" + (f".{draw.choice(WORDS)}" if half == "fit" else "")
        os.makedirs(os.path.dirname(name), exist_ok=True)
        os.link(draw.choice(files), name)
    for number in range(count):
        write(f"{out}/empty/{number % 31}/{draw.choice(WORDS)}.{number}" + (".stamp" if half == "fit" else ".lock"), b"")
    for number in range(count // 2):
        name = " ".join(draw.choices(WORDS, k=draw.randrange(8, 30)))[: 180 if half == "fit" else 230]
        write(f"{out}/long/{number % 13}/{number} {name}", draw.randbytes(draw.randrange(100)) + sentence(draw).encode())
    settle(out, 1680000000, 86400, draw)


def tables(half, out, draw, scale):
    """Tables with commas: orders, readings of sensors."""
    for number in range(4):
        lines = ["id,day,customer,item,count,price,note" if half == "fit" else "time;sensor;value;state"]
        second = 1600000000
        for row in range(int(130000 * scale)):
            if half == "fit":
                note = sentence(draw) if draw.random() < 0.1 else ""
                day = f"2023-{1 + row * 12 // 130001 % 12:02d}-{1 + draw.randrange(28):02d}"
                lines.append(f"{number * 10**6 + row},{day},{draw.randrange(20000)},{draw.choice(WORDS)}-{draw.randrange(300)},{draw.randrange(1, 9)},{draw.randrange(1, 99999) / 100},{note}")
            else:
                second += draw.randrange(1, 4)
                lines.append(f"{second};s{draw.randrange(40):03d};{draw.gauss(20 + number, 3):.{2 + number}f};{draw.choice(('ok', 'ok', 'ok', 'low', 'high'))}")
        write(f"{out}/table-{number}.csv", "\n".join(lines).encode())


def sparse(half, out, draw, scale):
    """Images of disks that are mostly holes, with runs of zeros that were written and of files that were deleted."""
    contents = source_bytes(half, (".so", ".py", "", ".pm", ".gz"), 120, draw)
    os.makedirs(out, exist_ok=True)
    for number in range(2):
        size = int((256 << 20) * scale)
        with open(f"{out}/{number}.raw", "wb") as file:
            file.truncate(size)
            at = 1 << 20
            while True:
                content = draw.choice(contents)
                zeros = draw.randrange(1 << 16, 3 << 20) if draw.random() < (0.2 if half == "fit" else 0.1) else 0
                if at + len(content) + zeros > size:
                    break
                file.seek(at)
                file.write(content + bytes(-len(content) % 4096) + bytes(zeros))
                at = file.tell() + (int(draw.expovariate(1 / (5 << 20 if half == "fit" else 2 << 20))) & -4096)


if __name__ == "__main__":
    kind, half, directory, *scale = sys.argv[1:]
    globals()[kind](half, directory, random.Random(f"{kind} {half}"), float(scale[0]) if scale else 1.0)
