"""Makes ten sets of kinds that no other series has, and two that check a rule: blind.py DIR [SET...].

They are DIR/blind/SET, and DIR/KIND/days for states of one tree.
The ten were chosen and made before any result was looked at. All are synthetic, or made of this machine's files, of what Maven keeps, and of the history
of this repository. As root: `backups` runs a server of PostgreSQL as its own user, and needs its programs; `vaults` needs restic, `formats` qemu-img.
"""

import glob
import os
import shutil
import statistics
import struct
import subprocess
import sys
import zipfile
import zlib

from further import content, files_below, words
from later import PROGRAM, fresh
from latest import part, sources
from outside import HOME, make_all, write

SEED = 20261126
MAVEN = os.path.expanduser("~/.m2/repository")


def quiet(*command, **more):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more)


def clones(out, _draw):
    """Six work trees of one repository, at other commits; their packs are one file with several names, as a local clone makes them."""
    commits = subprocess.run(["git", "rev-list", "--first-parent", "HEAD"], cwd=HOME, check=True, capture_output=True, text=True).stdout.split()
    quiet("git", "clone", "-q", "--bare", "--no-local", HOME, f"{out}/origin.git")
    for number in range(6):
        quiet("git", "clone", "-q", "--no-checkout", f"{out}/origin.git", f"{out}/work{number}")
        quiet("git", "checkout", "-q", commits[number * 40], cwd=f"{out}/work{number}")


def tiles(out, draw):
    """Tiles of two maps, a directory for each column: nearly half are the same sea, some one of few plains, the others noise with a head."""

    def tile(size):
        body = draw.randbytes(size)
        return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sIIBBBBB", 13, b"IHDR", 256, 256, 8, 3, 0, 0, 0) + b"PLTE" + bytes(range(48)) + b"IDAT" + body + b"IEND\xaeB`\x82"

    sea = tile(24)
    plains = [tile(draw.randrange(100, 400)) for _ in range(9)]
    for style, middle in (("roads", 7.6), ("relief", 8.6)):
        for zoom, columns, rows in ((10, 20, 20), (11, 40, 40), (12, 90, 100)):
            for x in range(500, 500 + columns):
                shore = int(draw.gauss(rows * 0.45, rows * 0.03))
                for y in range(300, 300 + rows):
                    if y - 300 < shore:
                        data = sea
                    elif draw.random() < 0.2:
                        data = draw.choice(plains)
                    else:
                        data = tile(int(min(50_000, draw.lognormvariate(middle, 0.7))))
                    write(f"{out}/{style}/{zoom}/{x}/{y}.png", data)


def formats(out, draw):
    """One disk (ext4) in two states, as the sparse images of five hypervisors, one of which is compressed."""
    tree = fresh(f"{out}/tree")
    shutil.copytree("/usr/share/perl", f"{tree}/perl", symlinks=True)
    shutil.copy(PROGRAM, tree)
    for number in range(8):
        write(f"{tree}/data/{number}.bin", draw.randbytes(1_500_000))
    quiet("mke2fs", "-q", "-t", "ext4", "-d", tree, f"{out}/disk.raw", "160M")
    for state in (1, 2):
        for kind, option in (("vmdk", ()), ("vdi", ()), ("vhdx", ()), ("vpc", ()), ("vmdk", ("-o", "subformat=streamOptimized"))):
            if state == 1 or kind != "vhdx":
                quiet("qemu-img", "convert", "-O", kind, *option, f"{out}/disk.raw", f"{out}/disk-{state}{'-stream' if option else ''}.{kind}")
        for number in range(12):
            write(f"{out}/new", part(draw, sources(), draw.randrange(20_000, 900_000)))
            quiet("debugfs", "-w", "-R", f"write {out}/new new-{state}-{number}", f"{out}/disk.raw")
    for name in ("new", "disk.raw"):
        os.remove(f"{out}/{name}")
    shutil.rmtree(tree)


def gauges(out, draw):
    """Five states of rings of measurements: files of one length, of which some hours are written over each day."""

    def points(first, count, step, level):
        return b"".join(struct.pack(">Id", first + i * step, round(level + draw.gauss(0, level / 50), 2)) for i in range(count))

    rings = [(60, 2880), (600, 4320), (3600, 4000)]
    names = [f"{host}/{kind}/{part_of}.wsp" for host in (f"host{n:02}" for n in range(14)) for kind in ("cpu", "disk", "net") for part_of in ("max", "mean", "total", "wait", "idle")]
    held, level = {}, {}
    for name in names:
        level[name] = draw.choice((1, 100, 4e6)) * draw.random() + 0.01
        data = struct.pack(">IIfI", 1, 14_400_000, 0.5, len(rings))
        at = len(data) + 12 * len(rings)
        for step, count in rings:
            data += struct.pack(">III", at, step, count)
            at += count * 12
        for step, count in rings:
            known = count if draw.random() < 0.7 else draw.randrange(count)
            data += points(1_760_000_000, known, step, level[name]) + bytes((count - known) * 12)
        held[name] = bytearray(data)
    for state in range(1, 6):
        base = f"{out}/days/{state}"
        if state > 1:
            shutil.copytree(f"{out}/days/{state - 1}", base)
        for name in names:
            if state > 1:
                if name < "host04":
                    continue  # hosts that are gone
                at = 16 + 12 * len(rings)
                for step, count in rings:
                    count_new = 86_400 // step // 2
                    start = (state * count_new) % (count - count_new)
                    held[name][at + start * 12 : at + (start + count_new) * 12] = points(1_762_000_000 + state * 86_400, count_new, step, level[name])
                    at += count * 12
            write(f"{base}/{name}", held[name])


def indexes(out, draw):
    """Five states of a search index: segments come, and are merged. A merge copies blocks of stored texts as they are, and writes postings anew."""
    text, all_words = sources(), sorted(set(words()))

    def varint(value):
        data = bytearray()
        while value > 127:
            data.append(value & 127 | 128)
            value >>= 7
        data.append(value)
        return bytes(data)

    def postings(documents):
        lists = bytearray()
        for _ in range(documents * 2):
            for _ in range(int(draw.paretovariate(0.9)) % 300 + 1):
                lists += varint(int(draw.expovariate(1 / 90))) + varint(draw.choice((1, 1, 1, 2, 5)))
        return bytes(lists)

    def terms(documents):
        known, data, last = sorted(draw.sample(all_words, min(len(all_words), documents * 3))), bytearray(), ""
        for term in known:
            common = os.path.commonprefix((last, term))
            data += bytes((len(common), len(term) - len(common))) + term[len(common) :].encode() + varint(draw.getrandbits(18))
            last = term
        return bytes(data)

    def segment(blocks):
        documents = len(blocks) * 4
        return {
            "fdt": b"\x3f\xd7\x6c\x17Lucene90StoredFieldsFastData" + b"".join(blocks),
            "doc": postings(documents),
            "tim": terms(documents),
            "dvd": b"".join(struct.pack("<I", draw.randrange(1 << 22)) for _ in range(documents * 8)),
        }

    held, count = {}, 0
    for state in range(1, 6):
        for _ in range(7 if state == 1 else 2):
            blocks = [zlib.compress(part(draw, text, 24_000)) for _ in range(draw.randrange(100, 700))]
            held[count] = blocks, segment(blocks)
            count += 1
        if state in (3, 5):
            merged = [block for number in sorted(held)[-5:] for block in held.pop(number)[0]]
            held[count] = merged, segment(merged)
            count += 1
        base = f"{out}/days/{state}"
        os.makedirs(base)
        for number, (_, files) in held.items():
            for kind, data in files.items():
                path, before = f"{base}/_{number}.{kind}", f"{out}/days/{state - 1}/_{number}.{kind}"
                if os.path.exists(before):
                    shutil.copy2(before, path)
                else:
                    write(path, data)


def vaults(out, draw):
    """Four states of a repository of restic, as data: encrypted packs that come, and some that are packed anew when backups are forgotten."""
    tree, env = fresh(f"{out}/tree"), {**os.environ, "RESTIC_PASSWORD": "secret"}
    command = ["restic", "--no-cache", "--repo", f"{out}/now"]
    quiet(*command, "init", env=env)
    text, program = sources(), content(PROGRAM)
    for number in range(60):
        write(f"{tree}/{number}", draw.randbytes(900_000) if number % 4 else part(draw, text + program, 4_000_000))
    for state in range(1, 5):
        quiet(*command, "backup", tree, env=env)
        if state > 2:
            quiet(*command, "forget", "--keep-last", "1", "--prune", env=env)
        shutil.copytree(f"{out}/now", f"{out}/days/{state}")
        for number in draw.sample(range(60), 12):
            write(f"{tree}/{number}", draw.randbytes(1_100_000) if number % 3 else part(draw, text, 2_000_000))
    shutil.rmtree(tree)
    shutil.rmtree(f"{out}/now")


def classes(out, _draw):
    """Classes of Java as archives hold them, unpacked: of what Maven has in three versions or more, each version beside the other."""
    size = 0
    for directory in sorted(glob.glob(f"{MAVEN}/**/", recursive=True)):
        jars = sorted(glob.glob(f"{directory}*/*.jar"))
        jars = [jar for jar in jars if os.path.basename(os.path.dirname(jar)) in os.path.basename(jar)]
        if len({os.path.dirname(jar) for jar in jars}) < 3:
            continue
        for jar in jars:
            with zipfile.ZipFile(jar) as file:
                size += sum(info.file_size for info in file.infolist())
                if size < 130_000_000:
                    file.extractall(f"{out}/{os.path.relpath(jar, MAVEN)}")


def scans(out, draw):
    """Slices of 12 bits of bodies, one file each or all in one, and copies without the patients' names, whose heads are shorter."""
    normal = statistics.NormalDist(120, 22)
    noise = bytes(max(0, min(255, round(normal.inv_cdf((i + 0.5) / 256)))) for i in range(256))

    def frame(level):
        data = bytearray(2 * 256 * 256)
        data[0::2] = draw.randbytes(256 * 256).translate(noise)
        rows = []
        for row in range(256):
            body = max(0, 110 - abs(row - 128) + draw.randrange(3))
            rows.append(bytes(128 - body) + bytes([2 + level % 3]) * body + bytes([3]) * body + bytes(128 - body))
        data[1::2] = b"".join(rows)
        for row in range(256):
            edge = 128 - max(0, 100 - abs(row - 128))
            data[row * 512 : row * 512 + edge * 2] = bytes(edge * 2)
        return bytes(data)

    def head(patient, series, number):
        tags = [
            (0x0008, 0x0018, f"1.2.840.113619.2.55.{series}.{number}"),
            (0x0008, 0x103E, f"SERIES {series}"),
            (0x0010, 0x0010, patient),
            (0x0010, 0x0020, f"{zlib.crc32(patient.encode()):010}"),
            (0x0020, 0x0013, str(number)),
        ]
        data = bytes(128) + b"DICM"
        for group, element, value in tags:
            data += struct.pack("<HH2sH", group, element, b"LO", len(value) + len(value) % 2) + value.encode() + b" " * (len(value) % 2)
        return data

    for series in range(6):
        patient = " ".join(draw.choices(words(), k=4)).upper()
        frames = [frame(level) for level in range(90)]
        for name, folder in ((patient, "clinic"), ("ANON", "study")):
            if series < 3:
                write(f"{out}/{folder}/series{series}.dcm", head(name, series, 0) + b"".join(frames))
            else:
                for number, one in enumerate(frames):
                    write(f"{out}/{folder}/series{series}/IM{number:04}", head(name, series, number) + one)


def ledgers(out, draw):
    """Six generations of a file of records of 240 bytes in EBCDIC: accounts come and go, and those of some branches have other sums."""
    names = words()

    def packed(value, digits):
        return bytes.fromhex(f"{value:0{digits}d}"[-digits:] + "C")

    def account(key):
        text = f"{key:012}{' '.join(draw.choices(names, k=2)):<50.50}{draw.choice(names):<40.40}{'EUR' if draw.random() < 0.8 else 'USD'}{draw.randrange(19700101, 20261231)}"
        return bytearray(f"{text:<190}".encode("cp037", "replace")) + packed(draw.randrange(10**9), 13) + packed(draw.randrange(10**6), 9) + bytes(20) + b"\x40" * 18

    held = {key: account(key) for key in draw.sample(range(80 * 10_000), 70_000)}
    for generation in range(1, 7):
        if generation > 1:
            busy = set(draw.sample(range(80), 9))
            for key in list(held):
                if key // 10_000 in busy and draw.random() < 0.3:
                    held[key][190:197] = packed(draw.randrange(10**9), 13)
            for key in draw.sample(sorted(held), 30):
                del held[key]
            for key in draw.sample(range(80 * 10_000), 40):
                held[key] = account(key)
        write(f"{out}/BANK.MASTER.G{generation:04}V00", b"".join(bytes(held[key]) for key in sorted(held)))
        journal = b"".join(packed(key, 13) + f"{draw.randrange(10**6):08}".encode("cp037") + packed(draw.randrange(10**7), 9) + held[key][12:40] for key in draw.choices(sorted(held), k=25_000))
        write(f"{out}/BANK.JOURNAL.G{generation:04}V00", bytes(journal))


def backups(out, _draw):
    """Base backups of a server of PostgreSQL as archives, on three days, one of them compressed, and the log that it archives."""
    programs = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1]
    server, archive = fresh(f"{out}/server"), fresh(f"{out}/wal")

    def as_postgres(program, *arguments):
        quiet("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", f"{programs}/{program}", *arguments, cwd=server)

    for directory in (server, archive):
        shutil.chown(directory, "postgres", "postgres")
    data = f"{server}/data"
    as_postgres("initdb", "-D", data, "-A", "trust")
    with open(f"{data}/postgresql.conf", "a", encoding="ascii") as file:
        file.write(f"archive_mode = on\narchive_command = 'cp %p {archive}/%f'\nlisten_addresses = ''\nunix_socket_directories = '{server}'\n")
    as_postgres("pg_ctl", "-D", data, "-l", f"{server}/log", "-w", "start")
    try:
        as_postgres("createdb", "-h", server, "bench")
        as_postgres("pgbench", "-h", server, "-i", "-q", "-s", "2", "bench")
        for day in (1, 2, 3):
            as_postgres("pgbench", "-h", server, "-t", "2500", "bench")
            as_postgres("pg_basebackup", "-h", server, "-D", f"{server}/base-{day}", "-c", "fast", "-Ft", "-X", "none", *(("-z",) if day == 3 else ()))
            shutil.move(f"{server}/base-{day}", f"{out}/base-{day}")
    finally:
        as_postgres("pg_ctl", "-D", data, "-w", "stop", "-m", "fast")
    shutil.rmtree(server)


def flags(out, draw):
    """20,000 files in 40 directories, of eight contents. Made after the others, for the rule that these had shown."""
    for _ in range(20_000):
        write(f"{out}/{draw.randrange(40)}/{draw.getrandbits(32):08x}.flag", b"state: %s\n" % (b"%c" % draw.randrange(65, 73) * 40))


def stamps(out, draw):
    """30,000 files in one directory, of 300 contents. Made after the others, too."""
    texts = [b"state: %032x\n" % draw.getrandbits(128) for _ in range(300)]
    for _ in range(30_000):
        write(f"{out}/all/{draw.getrandbits(32):08x}.stamp", draw.choice(texts))


SETS = (clones, tiles, formats, classes, scans, ledgers, backups, flags, stamps)
STATES = (gauges, indexes, vaults)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    make_all("blind", SETS, STATES, SEED, *sys.argv[1:])
