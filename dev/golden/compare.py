"""Compares what two builds have written: compare.py [--numbers] OLD NEW; both hold the same GROUP/VARIANT/FILE... .

Prints a line for each command whose outputs differ. Within a group, variants of the new build must agree with its first one, too.
compare.py --fix-timing RESULT prints a result with a timing that is always the same.
"""

import hashlib
import itertools
import json
import re
import struct
import sys
from pathlib import Path

# What may differ: when, how long, with how much memory.
INSTANT = re.compile(rb"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?( UTC|Z)")
TIMING = re.compile(rb'"timing" *: *\{(?:[^{}]|\{[^{}]*\})*\}')
TEXT = [
    (re.compile(rb"(?m)^(Read .*?) (all scans together )?in [^()\n]*( \([^()\n]*/s\))?$"), rb"\1"),
    (re.compile(rb"(?m)^Used .* for the index$"), b"Used"),
    (re.compile(rb"(?m)^(Written .*), \d+ MB/s\)$"), rb"\1)"),
]
FIXED_TIMING = b'"timing":{"startedAt":"2026-01-01T00:00:00Z","elapsedNanos":12345678901,"scannedBytesPerSecond":123456789,' \
    b'"readers":2,"workers":2,"indexBytes":1234567,"javaVersion":"17"}'

# Groups whose variants are one scan done in several ways: they agree with each other.
SAME = {"fixed", "content", "superblock", "sample", "blocks", "profile", "salted", "per-file", "real-fixed", "real-content"}
# Of these only the exit code is compared, for nobody decides when they end.
EARLY = {"index-full"}
# Sets of samples hold the sizes of all chunks that were compressed before the sample was large enough, which depends on the threads.
SAMPLES = {"sample", "sample-auto"}
TEXTS = {"stdout", "stderr", "page.html"}


def set_parts(content):
    """A fingerprint set as its tables and its metadata; docs/reference/run-format.md says where they are."""
    footer_offset, footer_bytes = struct.unpack_from("<QI", content, len(content) - 32)
    footer = content[footer_offset:footer_offset + footer_bytes]
    (metadata_bytes,) = struct.unpack_from("<I", footer, footer_bytes - 8)
    tables = content[:footer_offset - metadata_bytes]
    metadata = content[footer_offset - metadata_bytes:footer_offset]
    return b"tables %s, %s\n" % (hashlib.sha256(tables).hexdigest().encode(), hashlib.sha256(footer[:-8]).hexdigest().encode()) + metadata


def comparable(path):
    """What of a file must be the same."""
    content = path.read_bytes()
    if path.suffix == ".fpr":
        content = set_parts(content)
    if "data" in path.parts:
        return hashlib.sha256(content).hexdigest().encode()
    content = INSTANT.sub(b"INSTANT", TIMING.sub(b'"timing":{}', content))
    if path.name == "stdout":
        for pattern, replacement in TEXT:
            content = pattern.sub(replacement, content)
    return content


def is_for_people(path, content):
    return path.name in TEXTS and not (path.name == "stdout" and content[:1] == b"{")


def outputs(command, numbers):
    """The files of a command, by name."""
    files = {}
    for path in sorted(command.rglob("*")):
        name = str(path.relative_to(command))
        if path.is_file() and not name.startswith("cp/") and name != "log":
            content = comparable(path)
            if not (numbers and is_for_people(path, content)):
                files[name] = content
    return files


def json_difference(old, new, where="$"):
    """The path of the first value that differs."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in itertools.chain(old, new):
            if key not in old or key not in new:
                return f"{where}.{key} is only in the {'old' if key in old else 'new'}"
            if old[key] != new[key]:
                return json_difference(old[key], new[key], f"{where}.{key}")
    if isinstance(old, list) and isinstance(new, list):
        for i, (a, b) in enumerate(zip(old, new)):
            if a != b:
                return json_difference(a, b, f"{where}[{i}]")
        return f"{where} has {len(old)} and {len(new)} elements"
    return f"{where} is {str(old)[:60]} and {str(new)[:60]}"


def difference(name, old, new):
    """Where two files differ first, in a few words."""
    if old is None or new is None:
        return f"{name} is only in the {'new' if old is None else 'old'}"
    try:
        a, b = json.loads(old), json.loads(new)
        if a != b:
            return f"{name}: {json_difference(a, b)}"
    except ValueError:
        pass
    for line, (a, b) in enumerate(itertools.zip_longest(old.splitlines(), new.splitlines()), 1):
        if a != b:
            at = next((i for i, (x, y) in enumerate(zip(a or b"", b or b"")) if x != y), 0)
            at = max(0, at - 20)
            return f"{name}, line {line}: {str((a or b'')[at:at + 60])[1:]} and {str((b or b'')[at:at + 60])[1:]}"
    return f"{name}: line ends"


def report(command, old, new, only=None):
    names = [name for name in sorted(old.keys() | new.keys()) if only is None or name in only]
    differences = [name for name in names if old.get(name) != new.get(name)]
    if differences:
        more = f" (and {len(differences) - 1} files more)" if len(differences) > 1 else ""
        print(f"DIFFERENT {command}: {difference(differences[0], old.get(differences[0]), new.get(differences[0]))}{more}")
    return bool(differences)


def main(numbers, old_root, new_root):
    commands = sorted({path.parent.relative_to(root) for root in (old_root, new_root) for path in root.glob("*/*/stdout")})
    different = 0
    files = 0
    first = {}
    for command in commands:
        group = command.parts[0]
        old, new = outputs(old_root / command, numbers), outputs(new_root / command, numbers)
        if group in SAMPLES:
            old.pop("set.fpr", None)
            new.pop("set.fpr", None)
        if group in EARLY:
            old, new = {"exit": old.get("exit")}, {"exit": new.get("exit")}
        files += len(old)
        is_different = report(command, old, new)
        for build, found in (("old", old), ("new", new)):
            if found.get("kills", b"2\n") != b"2\n":
                print(f"WRONG {command}: the scan of the {build} build was over before it was killed twice; make the data larger")
                is_different = True
            if group in EARLY and found["exit"] != b"1\n":
                print(f"WRONG {command}: the index of the {build} build has room for all; make the data larger")
                is_different = True
            if group in SAME | {"chunker", "compressor", "fingerprint", "sample-auto", "profile-alone"} and found.get("exit") not in (b"0\n", b"3\n"):
                print(f"WRONG {command}: the {build} build ends with exit code {found.get('exit', b'none').decode().strip()}")
                is_different = True
        if group in SAME:
            result = {name: content for name, content in new.items() if name.startswith(("out/", "set.fpr"))}
            if group not in first:
                first[group] = command, result
            else:
                begun, expected = first[group]
                # Spark writes no sets.
                is_different |= report(f"{command}, from the new build's {begun}", expected, result,
                                       {name for name in expected if name.startswith("out/") or name in result})
        different += is_different
    if not commands:
        print("no command was run")
        return 1
    if different:
        print(f"{different} of {len(commands)} commands differ")
        return 1
    print(f"all outputs are identical: {files} files of {len(commands)} commands{', less texts' if numbers else ''}")
    return 0


if __name__ == "__main__":
    if sys.argv[1] == "--fix-timing":
        sys.stdout.buffer.write(TIMING.sub(FIXED_TIMING, Path(sys.argv[2]).read_bytes()))
        sys.exit(0)
    roots = sys.argv[1:]
    numbers_only = roots[0] == "--numbers"
    sys.exit(main(numbers_only, *map(Path, roots[numbers_only:])))
