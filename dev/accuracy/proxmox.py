#!/usr/bin/env python3
"""What Proxmox Backup would store, by arithmetic, and what compscan predicts. No server takes part, so nothing here checks a profile against the program.

    dev/accuracy/proxmox.py pxar SET...          each directory as one archive; states of a tree as an archive each, in one datastore
    dev/accuracy/proxmox.py vm IMAGE|DIR...      each image by itself (of a directory: ext4, which needs mkfs.ext4)
    dev/accuracy/proxmox.py archive DIR FILE     writes the archive of DIR alone, which needs no other program
    dev/accuracy/proxmox.py cuts FILE            prints the lengths of the chunks of FILE

Environment: SOURCES=a checkout of proxmox-backup, whose chunker.rs has the table of the hash; COMPSCAN=compscan; PXAR=a program that writes the archive of
DIR to FILE (PXAR DIR FILE), whose bytes must be the same as those of this script; JOBS=2.
Needs python3-numpy and libzstd. Prints set, profile, predicted and computed bytes and the deviation, a row each; then the datastore's parts.

Written from the documents of the formats and the sources of proxmox-backup 3.2.4 and pxar 1.0.0; the order of a walk from pbs-client's create.rs. Attributes,
access lists, flags of chattr and project quotas are left out: the data has none.
"""
import ctypes
import ctypes.util
import hashlib
import json
import os
import re
import shlex
import stat
import struct
import subprocess
import sys
import tempfile

# The types of records, and the keys of the hash of a name.
ENTRY, FILENAME, SYMLINK, DEVICE = 0xD5956474E588ACEF, 0x16701121063917B3, 0x27F971E7DBF5DC5F, 0x9FC9E906586D5CE9
HARDLINK, PAYLOAD, GOODBYE, TAIL = 0x51269C8422BD7275, 0x28147A1B0B7C1A25, 0x2FEC4FA642D5731D, 0xEF5EED5B753E1555
KEYS = 0x83AC3F1CFBB450DB, 0xAA4F1B6879369FBD
MASK = (1 << 64) - 1
BLOB_HEAD, INDEX_HEAD, DYNAMIC_ITEM, FIXED_ITEM = 12, 4096, 40, 32
AVERAGE, WINDOW = 4 << 20, 64


def siphash(data):
    """SipHash-2-4 as its paper defines it."""
    v0, v1 = KEYS[0] ^ 0x736F6D6570736575, KEYS[1] ^ 0x646F72616E646F6D
    v2, v3 = KEYS[0] ^ 0x6C7967656E657261, KEYS[1] ^ 0x7465646279746573

    def rotated(x, by):
        return (x << by | x >> (64 - by)) & MASK

    padded = data + bytes(7 - len(data) % 8) + bytes([len(data) & 255])
    words = [(word, 2) for word, in struct.iter_unpack("<Q", padded)] + [(None, 4)]
    for word, rounds in words:
        if word is None:
            v2 ^= 255
        else:
            v3 ^= word
        for _ in range(rounds):
            v0, v2 = (v0 + v1) & MASK, (v2 + v3) & MASK
            v1, v3 = rotated(v1, 13) ^ v0, rotated(v3, 16) ^ v2
            v0, v2 = (rotated(v0, 32) + v3) & MASK, (v2 + v1) & MASK
            v3, v1 = rotated(v3, 21) ^ v0, rotated(v1, 17) ^ v2
            v2 = rotated(v2, 32)
        v0 ^= word or 0
    return v0 ^ v1 ^ v2 ^ v3


class Archive:
    """One directory as an archive of version 1."""

    def __init__(self, top, out):
        self.out, self.position, self.links = out, 0, {}
        status = os.lstat(top)
        self.device = status.st_dev
        self.entry(status)
        self.contents(os.fsencode(top), b"", 0)

    def write(self, data):
        self.out.write(data)
        self.position += len(data)

    def record(self, kind, content, length=None):
        self.write(struct.pack("<QQ", kind, 16 + (len(content) if length is None else length)) + content)

    def entry(self, status):
        seconds, nanos = divmod(status.st_mtime_ns, 1_000_000_000)
        self.record(ENTRY, struct.pack("<QQIIqII", status.st_mode, 0, status.st_uid, status.st_gid, seconds, nanos, 0))

    def contents(self, directory, relative, entry_position):
        items = []
        for name in sorted(os.listdir(directory)):
            start = self.position
            self.child(os.path.join(directory, name), name, os.path.join(relative, name))
            items.append((siphash(name), start, self.position - start))
        end = self.position
        table = [(name_hash, end - start, size) for name_hash, start, size in in_tree(sorted(items))]
        size = 16 + 24 * (len(table) + 1)
        self.record(GOODBYE, b"".join(struct.pack("<QQQ", *item) for item in [*table, (TAIL, end - entry_position, size)]))

    def child(self, path, name, relative):
        status = os.lstat(path)
        start = self.position
        self.record(FILENAME, name + b"\0")
        inode = status.st_dev, status.st_ino
        if stat.S_ISREG(status.st_mode) and status.st_nlink > 1 and inode in self.links:
            first, first_name = self.links[inode]
            # Both positions are those of the records of the names.
            return self.record(HARDLINK, struct.pack("<Q", start - first) + first_name + b"\0")
        entry_position = self.position
        self.entry(status)
        if stat.S_ISREG(status.st_mode):
            self.record(PAYLOAD, b"", status.st_size)
            with open(path, "rb") as file:
                while data := file.read(1 << 20):
                    self.write(data)
            if status.st_nlink > 1:
                self.links[inode] = start, relative
        elif stat.S_ISLNK(status.st_mode):
            self.record(SYMLINK, os.readlink(path) + b"\0")
        elif stat.S_ISDIR(status.st_mode):
            if status.st_dev == self.device:
                self.contents(path, relative, entry_position)
            else:
                self.record(GOODBYE, struct.pack("<QQQ", TAIL, self.position - entry_position, 40))
        elif stat.S_ISBLK(status.st_mode) or stat.S_ISCHR(status.st_mode):
            self.record(DEVICE, struct.pack("<QQ", os.major(status.st_rdev), os.minor(status.st_rdev)))
        return None


def in_tree(items):
    """The items of a sorted list as a search tree whose node i has the children 2i + 1 and 2i + 2: its levels are full, but the last, which fills from the left."""
    tree, ordered = [None] * len(items), iter(items)
    open_nodes, node = [], 0
    while open_nodes or node < len(tree):
        while node < len(tree):
            open_nodes.append(node)
            node = 2 * node + 1
        node = open_nodes.pop()
        tree[node] = next(ordered)
        node = 2 * node + 2
    return tree


def table_of_hash():
    path = os.path.join(os.environ.get("SOURCES") or sys.exit("SOURCES: a checkout of proxmox-backup"), "pbs-datastore/src/chunker.rs")
    with open(path) as file:
        table = re.search(r"BUZHASH_TABLE[^=]*=\s*\[(.*?)\]", file.read(), re.DOTALL).group(1)
    numbers = [int(number, 16) for number in re.findall(r"0x[0-9a-fA-F]+", table)]
    assert len(numbers) == 256
    return numbers


def dynamic(path):
    """The chunks of a file: a chunk ends behind a byte where the hash of the last 64 leaves one of the three largest remainders."""
    import numpy
    table = numpy.array(table_of_hash(), dtype=numpy.uint32)
    least, most = AVERAGE // 4, AVERAGE * 4
    data = numpy.memmap(path, dtype=numpy.uint8, mode="r") if os.path.getsize(path) else numpy.zeros(0, numpy.uint8)
    begin, size = 0, len(data)
    while begin < size:
        end, at = min(size, begin + most), begin + least
        while at <= end:
            # Hashes of the windows that end behind the bytes from at - 1 on.
            to = min(end, at + (1 << 20))
            sums = table[data[at - WINDOW : to]]
            width = 1
            while width < WINDOW:
                left, right = sums[:-width], sums[width:]
                sums = (left << numpy.uint32(width % 32) | left >> numpy.uint32(32 - width % 32) if width % 32 else left) ^ right
                width *= 2
            found = numpy.flatnonzero((sums & numpy.uint32(2 * AVERAGE - 1)) >= 2 * AVERAGE - 3)
            if len(found):
                end = at + int(found[0])
                break
            at = to + 1
        yield bytes(data[begin:end])
        begin = end


def fixed(path):
    with open(path, "rb") as file:
        while chunk := file.read(AVERAGE):
            yield chunk


class Buffer(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t), ("position", ctypes.c_size_t)]


class Zstd:
    """Level 1 as a stream whose length the library is not told."""

    def __init__(self):
        self.library = ctypes.CDLL(ctypes.util.find_library("zstd"))
        self.library.ZSTD_createCCtx.restype = ctypes.c_void_p
        self.library.ZSTD_compressBound.restype = self.library.ZSTD_compressStream2.restype = self.library.ZSTD_compress.restype = ctypes.c_size_t
        self.library.ZSTD_compressBound.argtypes = [ctypes.c_size_t]
        self.library.ZSTD_versionString.restype = ctypes.c_char_p
        self.context = ctypes.c_void_p(self.library.ZSTD_createCCtx())
        self.library.ZSTD_CCtx_setParameter(self.context, 100, 1)

    def version(self):
        return self.library.ZSTD_versionString().decode()

    def compressed(self, data):
        """The length as a stream, and that of data that is compressed at once."""
        room = self.library.ZSTD_compressBound(len(data)) + 64
        memory = ctypes.create_string_buffer(room)
        out = Buffer(ctypes.cast(memory, ctypes.c_void_p), room, 0)
        source = Buffer(ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p), len(data), 0)
        while source.position < source.size:
            self.library.ZSTD_compressStream2(self.context, ctypes.byref(out), ctypes.byref(source), 0)
        nothing = Buffer(None, 0, 0)
        while self.library.ZSTD_compressStream2(self.context, ctypes.byref(out), ctypes.byref(nothing), 2):
            pass
        return out.position, self.library.ZSTD_compress(memory, ctypes.c_size_t(room), data, ctypes.c_size_t(len(data)), 1)


def datastore(paths, cut, item):
    """The bytes of a datastore that holds these archives or images, and its parts."""
    zstd, seen = Zstd(), set()
    parts = dict.fromkeys(("archive", "references", "chunks", "blobs", "atOnce", "index"), 0)
    for path in paths:
        parts["archive"] += os.path.getsize(path)
        parts["index"] += INDEX_HEAD
        for chunk in cut(path):
            parts["references"] += 1
            parts["index"] += item
            digest = hashlib.sha256(chunk).digest()
            if digest not in seen:
                seen.add(digest)
                stream, once = zstd.compressed(chunk)
                parts["chunks"] += 1
                parts["blobs"] += BLOB_HEAD + min(stream, len(chunk))
                parts["atOnce"] += BLOB_HEAD + min(once, len(chunk))
    return parts["blobs"] + parts["index"], {**parts, "zstd": zstd.version()}


def predicted(places, profile):
    command = [*shlex.split(os.environ.get("COMPSCAN", "compscan")), "scan", *places, "--profile", profile, "--exact", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return json.loads(done.stdout)["profiles"][0]["allocatedBytes"]


def write_archive(tree, path):
    with open(path, "wb") as out:
        Archive(tree, out)


def of_directory(name, work):
    from measure import states_of
    states, archives = states_of(name), []
    for number, state in enumerate(states):
        archives.append(f"{work}/{number}.pxar")
        write_archive(state, archives[-1])
        if "PXAR" in os.environ:
            subprocess.run([*shlex.split(os.environ["PXAR"]), state, f"{work}/theirs"], check=True)
            subprocess.run(["cmp", f"{work}/theirs", archives[-1]], check=True)
    yield "proxmox-pxar", ["pxar:" + state for state in states], *datastore(archives, dynamic, DYNAMIC_ITEM)
    yield "proxmox-pxar, file by file", states, *datastore(archives, dynamic, DYNAMIC_ITEM)


def of_image(name, work):
    image = name
    if os.path.isdir(name):
        image = f"{work}/image"
        used = int(subprocess.run(["du", "-s", "-B1M", "--apparent-size", name], capture_output=True, text=True, check=True).stdout.split()[0])
        files = sum(len(names) + len(dirs) for _, dirs, names in os.walk(name))
        # Half as much again, so that the file system has free blocks, as those of machines have.
        subprocess.run(["mkfs.ext4", "-q", "-F", "-N", str(files + 1000), "-d", name, image, f"{used * 3 // 2 + 64 + files // 200}M"],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    yield "proxmox-vm", [image], *datastore([image], fixed, FIXED_ITEM)


def main(how, *names):
    if how == "archive":
        return write_archive(*names)
    if how == "cuts":
        return print(*(len(chunk) for chunk in dynamic(names[0])), sep="\n")
    for name in names:
        with tempfile.TemporaryDirectory(dir=os.environ.get("WORK")) as work:
            for profile, places, actual, parts in (of_directory if how == "pxar" else of_image)(os.path.abspath(name), work):
                guess = predicted(places, profile.split(",")[0])
                print(f"{os.path.basename(name)}\t{profile}\t{guess}\t{actual}\t{guess / actual - 1:+.4f}\t{json.dumps(parts)}", flush=True)
    return None


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in ("pxar", "vm", "archive", "cuts"):
        sys.exit(__doc__)
    main(*sys.argv[1:])
