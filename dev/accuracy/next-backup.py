"""Backs up ten states of three trees with restic and casync, and compares what they add with what compscan says before; see next-backup.sh."""

import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys

HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COMPSCAN = shlex.split(os.environ.get("COMPSCAN", os.path.join(HOME, "compscan")))
STATES = 10
PAGE = 8192
DATABASE_PAGES = 12_000
RESTIC = {"RESTIC_PASSWORD": "secret", "RESTIC_PROGRESS_FPS": "0"}
SOURCES = {"source": ["/usr/include", "/usr/share/perl"], "documents": ["/usr/share/doc"]}
MOST_BYTES = 150 << 20


def run(*command, env=None, cwd=None):
    return subprocess.run(command, env={**os.environ, **(env or {})}, cwd=cwd, check=True, stdout=subprocess.PIPE).stdout.decode()


# ---- trees


def copy(sources, tree):
    """Copies regular files in the order of their names, until there are enough bytes."""
    total = 0
    for source in sources:
        for directory, names, files in os.walk(source):
            names.sort()
            for name in sorted(files):
                path = os.path.join(directory, name)
                if os.path.islink(path) or not os.path.isfile(path) or total > MOST_BYTES:
                    continue
                target = os.path.join(tree, os.path.relpath(path, "/"))
                os.makedirs(os.path.dirname(target), exist_ok=True)
                shutil.copyfile(path, target)
                total += os.path.getsize(target)


def database(tree, draw):
    os.makedirs(tree)
    with open(os.path.join(tree, "base"), "wb") as out:
        for page in range(DATABASE_PAGES):
            out.write(content(draw, page))


def content(draw, page):
    """A page with rows: half of it compresses."""
    rows = b"".join(b"%010d account %08d balance %012d " % (page, draw.randrange(10**8), draw.randrange(10**9)) for _ in range(80))
    return (rows + draw.randbytes(PAGE))[:PAGE]


def files_of(tree):
    return sorted(os.path.join(directory, name) for directory, _, names in os.walk(tree) for name in names)


def change(tree, draw, kind, state):
    """Makes the next state: edits, additions, removals, renames; in a database pages, and more behind its end."""
    if kind == "database":
        with open(os.path.join(tree, "base"), "r+b") as out:
            first = draw.randrange(DATABASE_PAGES)
            # Half of the writes go to a hot range, as those of an index do.
            for _ in range(draw.randrange(20, 120)):
                page = (first + draw.randrange(400)) % DATABASE_PAGES if draw.random() < 0.5 else draw.randrange(DATABASE_PAGES)
                out.seek(page * PAGE)
                out.write(content(draw, page))
            out.seek(0, os.SEEK_END)
            out.write(draw.randbytes(draw.randrange(200_000, 900_000)))
        return
    files = files_of(tree)
    for path in draw.sample(files, max(4, len(files) // 50)):
        edit = draw.randrange(6)
        with open(path, "rb") as old:
            data = old.read()
        at = draw.randrange(len(data) + 1)
        words = b"edited in state %d: %d\n" % (state, draw.randrange(10**12))
        if edit == 0:
            os.remove(path)
        elif edit == 1:
            os.rename(path, path + ".%d" % state)
        elif edit == 2:
            shutil.copyfile(path, path + ".copy%d" % state)
        else:
            new = {3: data[:at] + words + data[at:], 4: data + words * 20, 5: data[:at] + words + data[at + len(words):]}[edit]
            with open(path, "wb") as out:
                out.write(new)
    with open(os.path.join(tree, "added%d" % state), "wb") as out:
        out.write(draw.randbytes(draw.randrange(100_000, 3_000_000)))


# ---- programs


class Restic:
    name = "restic"

    def __init__(self, work):
        self.repository = os.path.join(work, "restic")
        self.restic("init")

    def restic(self, *words):
        return run("restic", "--no-cache", "-q", "-r", self.repository, *words, env=RESTIC)

    def indexes(self):
        return [self.restic("cat", "index", name) for name in self.restic("list", "index").split()]

    def save_index(self, work):
        file = os.path.join(work, "repository.json")
        with open(file, "w") as out:
            out.write(self.restic("cat", "config") + "\n".join(self.indexes()))
        return [file]

    def blobs(self):
        """By id, the plain and the stored bytes of the blobs of data."""
        return {blob["id"]: (blob.get("uncompressed_length", blob["length"] - 32), blob["length"] - 32)
                for index in self.indexes() for pack in json.loads(index)["packs"] or [] for blob in pack["blobs"] if blob["type"] == "data"}

    def backup(self, tree, state):
        before = self.blobs()
        said = json.loads(run("restic", "--no-cache", "-r", self.repository, "backup", "--json", ".", cwd=tree, env=RESTIC).splitlines()[-1])
        new = [sizes for name, sizes in self.blobs().items() if name not in before]
        if said["data_blobs"] != len(new):
            raise SystemExit("restic says %d new blobs, its index has %d" % (said["data_blobs"], len(new)))
        return sum(plain for plain, _ in new), sum(stored for _, stored in new), said["data_added"]


class Casync:
    name = "casync"

    def __init__(self, work):
        self.directory = os.path.join(work, "casync")
        os.makedirs(self.directory)
        self.indexes = []

    def save_index(self, work):
        return self.indexes

    def chunks(self):
        store = os.path.join(self.directory, "default.castr")
        return {os.path.join(directory, name) for directory, _, names in os.walk(store) for name in names}

    def backup(self, tree, state):
        before = self.chunks()
        # A database is one file, which casync stores as an image.
        is_image = os.listdir(tree) == ["base"]
        index = os.path.join(self.directory, "%d.%s" % (state, "caibx" if is_image else "caidx"))
        run("casync", "make", "--store=" + os.path.join(self.directory, "default.castr"), index, os.path.join(tree, "base") if is_image else tree)
        self.indexes.append(index)
        new = self.chunks() - before
        plain = sum(len(subprocess.run(["zstd", "-dc", chunk], check=True, stdout=subprocess.PIPE).stdout) for chunk in new)
        return plain, sum(os.path.getsize(chunk) for chunk in new), None


# ---- compscan


def predict(program, tree, work):
    """The bytes that are new, and what they are stored in."""
    index, today = os.path.join(work, "repository.fpr"), os.path.join(work, "today.fpr")
    said = subprocess.run([*COMPSCAN, "import", program.name, *program.save_index(work), "--save", index, "--overwrite", "--json"], check=True,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE).stderr.decode()
    words = shlex.split(re.search(r"compscan (scan .*?--save today.fpr)", said).group(1))
    place = {"DIR": tree, "catar:DIR": "catar:" + tree, "IMAGE": os.path.join(tree, "base")}[words[1]]
    words = ["scan", place, *words[2:-1], today, "--overwrite", "-q"]
    subprocess.run([*COMPSCAN, *words], check=True, stdout=subprocess.DEVNULL)
    step = json.loads(run(*COMPSCAN, "diff", index, today, "--json"))["layouts"][0]["steps"][1]["nextBackup"]
    return int(step["bytes"]), int(step["stored"][0]["physicalBytes"])


def off(said, truth):
    return 100 * (said - truth) / truth if truth else 0.0


def measure(kind, program, tree, work):
    draw = random.Random(kind)
    if kind == "database":
        database(tree, draw)
    else:
        copy(SOURCES[kind], tree)
    program.backup(tree, 0)
    rows = []
    for state in range(1, STATES + 1):
        change(tree, draw, kind, state)
        said, stored = predict(program, tree, work)
        plain, kept, all_added = program.backup(tree, state)
        rows.append((said, plain, stored, kept, all_added))
        print("%s %s %d: %d said, %d added (%+.2f %%); stored %d said, %d taken (%+.2f %%)%s" % (
            kind, program.name, state, said, plain, off(said, plain), stored, kept, off(stored, kept),
            "; with trees %d" % all_added if all_added else ""), file=sys.stderr, flush=True)
    mean = sum(row[1] for row in rows) / len(rows)
    return "| `%s` | %s | %d | %.1f MB | %.2f to %.2f %% | %+.2f to %+.2f %% |" % (
        kind, program.name, len(rows), mean / 1e6,
        min(off(row[0], row[1]) for row in rows), max(off(row[0], row[1]) for row in rows),
        min(off(row[2], row[3]) for row in rows), max(off(row[2], row[3]) for row in rows))


def main():
    directory, *kinds = sys.argv[1:]
    table = ["| tree | program | states | added on the mean | new bytes off by | stored bytes off by |", "|---|---|---|---|---|---|"]
    for kind in kinds or ["source", "documents", "database"]:
        for program in (Restic, Casync):
            if not shutil.which(program.name):
                continue
            work = os.path.abspath(os.path.join(directory, kind + "-" + program.name))
            os.makedirs(work)
            table.append(measure(kind, program(work), os.path.join(work, "tree"), work))
            shutil.rmtree(work)
    print("\n".join(table))


main()
