"""Makes sets of files with extended attributes: DIR/fit/SET and DIR/held/SET: attributes.py DIR [SET...].

As root, on a file system that keeps attributes of every kind. The figures of profiles were set by the half fit alone.
"""

import os
import random
import struct
import sys

from later import fresh
from latest import part, sources
from outside import write

SEED = 20261204
LABEL = "security.selinux"
TYPES = ["lib_t", "bin_t", "usr_t", "etc_t", "man_t", "locale_t", "cert_t", "fonts_t", "shell_exec_t", "systemd_unit_file_t"]


def label(path, kind, user="system_u"):
    os.setxattr(path, LABEL, f"{user}:object_r:{kind}:s0\0".encode(), follow_symlinks=False)


def directories(out):
    return [directory for directory, _, _ in os.walk(out)]


def size(draw, mean):
    return int(min(40_000, draw.lognormvariate(mean, 1)))


def marked(out, draw):
    """Labels alone: a directory, its files and its links have one, and now and then another."""
    text = sources()
    for number in range(3000):
        at = number % 60
        path = f"{out}/{at % 7}/{at}/unit-{number:x}"
        write(path, part(draw, text, size(draw, 7)))
        kind = TYPES[at % 6] if draw.random() < 0.9 else draw.choice(TYPES)
        label(path, kind)
        if number % 20 == 0:
            os.symlink(f"unit-{number:x}", f"{path}.link")
            label(f"{path}.link", TYPES[at % 6])
    for directory in directories(out):
        label(directory, "usr_t")


def tagged(out, draw):
    """What desktops note: tags, ratings, origins with an identity, an icon's place."""
    text = sources()
    names = ["holiday", "invoice", "draft", "garden", "2024", "family", "to read", "done"]
    for number in range(2400):
        path = f"{out}/{number % 80}/{draw.choice(names)} {number}.dat"
        write(path, part(draw, text, size(draw, 7.5)))
        if draw.random() < 0.6:
            os.setxattr(path, "user.xdg.tags", ",".join(draw.sample(names, draw.randint(1, 3))).encode())
        if draw.random() < 0.3:
            os.setxattr(path, "user.baloo.rating", str(draw.randint(0, 10)).encode())
        if draw.random() < 0.4:
            who = draw.randbytes(16).hex().upper()
            os.setxattr(path, "user.com.apple.quarantine", f"0083;{draw.getrandbits(28) + (6 << 28):x};Safari;{who[:8]}-{who[8:12]}-{who[12:]}".encode())
        if draw.random() < 0.2:
            os.setxattr(path, "user.com.apple.FinderInfo", b"TEXTttxt" + struct.pack(">HhH", 0, draw.randint(0, 500), draw.randint(0, 500)) + bytes(18))


def sealed(out, draw):
    """A signature of random bytes for each file, a label, and rights of few programs."""
    text = sources()
    for number in range(1600):
        path = f"{out}/{number % 25}/{number}.so"
        write(path, part(draw, text, size(draw, 8)))
        os.setxattr(path, "security.ima", b"\3\2\4\x9f\x1b\xd3\x22\0\x80" + draw.randbytes(128))
        label(path, TYPES[number % 3])
        if number % 16 == 0:
            os.setxattr(path, "security.capability", struct.pack("<IIIII", 0x02000001, 1 << draw.choice([10, 12, 13]), 0, 0, 0))


def access(*entries):
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", tag, right, who) for tag, right, who in entries)


def rights(users):
    nobody = 0xFFFFFFFF
    return access((1, 7, nobody), *((2, right, user) for user, right in users), (4, 5, nobody), (0x10, 7, nobody), (0x20, 0, nobody))


def share(out, draw):
    """A share of Samba: attributes of DOS with times, lists of rights by directory, descriptors of Windows for some files."""
    text = sources()
    for at in range(120):
        directory = f"{out}/team {at % 8}/project {at}"
        os.makedirs(directory)
        users = sorted((3000000 + draw.randrange(40), draw.choice([5, 7])) for _ in range(draw.randint(1, 4)))
        users = sorted(dict(users).items())
        os.setxattr(directory, "system.posix_acl_access", rights(users))
        os.setxattr(directory, "system.posix_acl_default", rights(users))
        for number in range(draw.randint(5, 50)):
            path = f"{directory}/Report {number} of {at}.docx"
            write(path, part(draw, text, size(draw, 8)))
            created = 133_000_000_000_000_000 + draw.randrange(10**15)
            os.setxattr(path, "user.DOSATTRIB", b"\0\0\5\0\5\0\0\0\x11\0\0\0" + struct.pack("<IQQ", 0x20, created, 0) + bytes(28))
            os.setxattr(path, "system.posix_acl_access", rights(users))
            if draw.random() < 0.3:
                sid = struct.pack("<BB6sIIIII", 1, 5, b"\0\0\0\0\0\5", 21, 1004336348, 1177238915, 682003330, 1000 + draw.randrange(40))
                os.setxattr(path, "security.NTACL", b"\4\0\4\0\0\0\2\0\4\0\2\0\1\0" + draw.randbytes(32) + bytes(40) + sid + sid)


def server(out, draw):
    """A machine with mandatory access control: labels by place, on links and directories too, and rights of few programs."""
    text = sources()
    kinds = [f"{draw.choice('httpd named postfix samba squid dovecot cups ntpd auditd mysqld'.split())}_{part}_t" for part in
             "exec conf log cache content spool var_lib unit_file tmp keytab db script".split() for _ in range(2)]
    for number in range(6000):
        at = int(draw.paretovariate(0.7)) % 400
        path = f"{out}/usr/{at % 11}/{at % 37}/{at}/file{number}.conf"
        write(path, part(draw, text, size(draw, 6.5)))
        label(path, kinds[at % len(kinds)] if draw.random() < 0.95 else draw.choice(kinds), draw.choice(["system_u", "unconfined_u"]) if at % 5 == 0 else "system_u")
        if number % 9 == 0:
            os.symlink(f"file{number}.conf", f"{path}.1")
            label(f"{path}.1", kinds[at % len(kinds)])
        if number % 250 == 0:
            os.setxattr(path, "security.capability", struct.pack("<IIIII", 0x02000001, 1 << 10, 0, 0, 0))
    for directory in directories(out):
        label(directory, kinds[len(directory) % 5])


SETS = {"fit": (marked, tagged, sealed), "held": (share, server)}


def main(base, *names):
    for half, makers in SETS.items():
        for make in makers:
            if not names or make.__name__ in names:
                print(make.__name__, file=sys.stderr)
                make(fresh(f"{base}/{half}/{make.__name__}"), random.Random(f"{SEED} {make.__name__}"))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
