"""Makes the synthetic ones of the sets that came later: later.py DIR."""

import base64
import gzip
import json
import math
import os
import random
import shutil
import struct
import sys
import uuid

SEED = 20261125
# Bytes of a program, for attachments and for what is written over.
PROGRAM = "/usr/bin/qemu-img"


def fresh(path):
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    return path


def events(out, draw):
    """What visitors of a shop did, a line of JSON each."""
    for day in range(6):
        with open(f"{out}/{day}.jsonl", "w", encoding="ascii") as file:
            for number in range(20000):
                event = {
                    "id": str(uuid.UUID(int=draw.getrandbits(128))),
                    "ts": 1760000000000 + day * 86400000 + number * 4320 + draw.randrange(900),
                    "user": draw.randrange(5000),
                    "action": draw.choice(["view", "buy", "click", "scroll", "login"]),
                    "price": round(draw.gauss(50, 20), 2),
                    "agent": draw.choice(["Mozilla/5.0 (X11; Linux x86_64)", "curl/8.1", "Safari/605.1.15"]),
                    "path": f"/p/{draw.randrange(900)}/{draw.choice('abcdef')}",
                }
                file.write(json.dumps(event) + "\n")


def waves(out, draw):
    """Sound of 16 bits: tones and noise."""
    for number in range(4):
        steps = [draw.uniform(0.01, 0.2) for _ in range(5)]
        samples = (int(sum(math.sin(i * step) * 2000 for step in steps) + draw.gauss(0, 60)) for i in range(1500000))
        sound = b"".join(struct.pack("<h", max(-32768, min(32767, sample))) for sample in samples)
        form = struct.pack("<IHHIIHH", 16, 1, 1, 44100, 88200, 2, 16)
        with open(f"{out}/{number}.wav", "wb") as file:
            file.write(b"RIFF" + struct.pack("<I", len(sound) + 36) + b"WAVEfmt " + form + b"data" + struct.pack("<I", len(sound)) + sound)


def empty(out, draw):
    """Files and directories without content."""
    for _ in range(4000):
        directory = f"{out}/{draw.randrange(200):02x}"
        os.makedirs(directory, exist_ok=True)
        open(f"{directory}/{draw.getrandbits(40):x}", "w", encoding="ascii").close()
    for number in range(800):
        os.makedirs(f"{out}/d/{number % 20}/{number}")


def rotation(out, draw):
    """Six states of logs that grow, are renamed and then compressed."""
    now = fresh(f"{out}/now")
    second = 1700000000
    for state in range(1, 7):
        for number in range(12):
            path = f"{now}/app{number}.log"
            if state > 1 and number % 3 == state % 3:
                if os.path.exists(path + ".1"):
                    with open(path + ".1", "rb") as old, gzip.GzipFile(f"{path}.{state}.gz", "wb", mtime=0) as packed:
                        packed.write(old.read())
                    os.remove(path + ".1")
                os.rename(path, path + ".1")
            with open(path, "a", encoding="ascii") as file:
                for _ in range(draw.randrange(2000, 20000)):
                    second += 1
                    what = draw.choice(["Accepted publickey", "Failed password", "Connection closed"])
                    where = ".".join(str(draw.randrange(255)) for _ in range(3))
                    file.write(f"{second} host{draw.randrange(5)} sshd[{draw.randrange(60000)}]: {what} for user{draw.randrange(400)} from 10.{where}\n")
        shutil.copytree(now, f"{out}/days/{state}")
    shutil.rmtree(now)


def boxes(out, draw):
    """Five states of mailboxes that only grow."""
    now = fresh(f"{out}/now")
    words = open("/etc/services", encoding="ascii").read().split()
    program = open(PROGRAM, "rb").read()
    for state in range(1, 6):
        for number in range(6):
            with open(f"{now}/box{number}", "a", encoding="ascii") as file:
                for _ in range(draw.randrange(20, 200)):
                    file.write(f"From u{draw.randrange(99)}@example.org\nSubject: {' '.join(draw.choices(words, k=5))}\n\n")
                    file.write("\n".join(" ".join(draw.choices(words, k=9)) for _ in range(draw.randrange(2, 60))) + "\n")
                    if draw.random() < 0.08:
                        start = draw.randrange(len(program) - 60000)
                        file.write(base64.encodebytes(program[start : start + draw.randrange(1000, 60000)]).decode() + "\n")
        shutil.copytree(now, f"{out}/days/{state}")
    shutil.rmtree(now)


def blocks(out, draw):
    """Four states of a disk, with pieces of up to 64 KiB overwritten in place."""
    disk = bytearray(open(f"{os.path.dirname(out)}/later/disks/a.img", "rb").read()[: 128 << 20])
    program = open(PROGRAM, "rb").read()
    for state in range(1, 5):
        os.makedirs(f"{out}/database/{state}")
        with open(f"{out}/database/{state}/disk.img", "wb") as file:
            file.write(disk)
        for _ in range(300):
            start = draw.randrange(len(disk) // 4096 - 16) * 4096
            length = draw.randrange(1, 16) * 4096
            source = draw.randrange(len(program) - length)
            disk[start : start + length] = program[source : source + length]


def main(base):
    for make in (events, waves, empty):
        make(fresh(f"{base}/later/{make.__name__}"), random.Random(f"{SEED} {make.__name__}"))
    for make in (rotation, boxes, blocks):
        make(fresh(f"{base}/{make.__name__}"), random.Random(f"{SEED} {make.__name__}"))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
