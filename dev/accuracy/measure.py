"""Stores data sets with restic, Borg, ..., twice each, and asks compscan what they would take; prints rows of docs/internals/accuracy-sets.md.

  measure.py run DATA RESULTS SET...     SET is HALF/NAME; adds a line of JSON for each program to RESULTS
  measure.py again DATA RESULTS          predicts again what is in RESULTS, and runs no program: for another version of compscan, on the same data
  measure.py table RESULTS [DOCUMENT]    prints the table, or puts it between the marks in the document
  measure.py draws DATA SET...           prints how the draws of restic and Borg differ: in unique bytes, as weighed by a scan, compressed one and all
  measure.py matrix RESULTS              prints a row for each set with the deviations of all programs

Programs that are not installed are left out, and so is Btrfs without the right to mount. A set with directories 1, 2, ... holds states of one
tree: backup programs see one directory that changes in place. COMPSCAN is the command to run (default: the checkout's compscan). WORK is where
repositories and images are written (default: a temporary directory).
"""

import json
import os
import re
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile

HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOLERANCE = 0.02
PROFILES = {"restic": "restic", "rustic": "rustic", "borg": "borg", "borg2": "borg2", "squashfs": "mksquashfs", "btrfs-zstd": "mkfs.btrfs", "erofs": "mkfs.erofs",
            "casync": "casync", "casync-tree": "casync", "kopia": "kopia"}
# Rows of a profile that is given directories in another form: the profile, and what stands before a directory.
FORM_OF = {"casync-tree": ("casync", "catar:")}
# Programs that draw at random where they cut. Intervals of others are about what --exact predicts, where files are few.
DRAWING = {"restic", "rustic", "borg", "borg2"}
# Sets of these names hold states of one tree, in directories 1, 2, ...
STATES = ("days", "database")
# Of sets with more files, no program is run for each of them.
MOST_FILES = 1000


def run(*command, cwd=None, env=None, out=subprocess.DEVNULL):
    subprocess.run(command, cwd=cwd, env={**os.environ, **(env or {})}, stdout=out, stderr=subprocess.DEVNULL, check=True)


def bytes_in(tree):
    return sum(os.path.getsize(os.path.join(directory, name)) for directory, _, names in os.walk(tree) for name in names)


def states_of(data):
    numbers = sorted((name for name in os.listdir(data) if name.isdigit()), key=int)
    is_states = numbers and len(numbers) == len(os.listdir(data)) and os.path.basename(data) in STATES
    return [os.path.join(data, name) for name in numbers] if is_states else [data]


def change_in_place(tree, state):
    """Makes a tree equal to a state, touching nothing that is equal already."""
    for directory, names, files in os.walk(tree, topdown=False):
        other = os.path.join(state, os.path.relpath(directory, tree))
        for name in files:
            if not os.path.lexists(os.path.join(other, name)):
                os.remove(os.path.join(directory, name))
        for name in names:
            path = os.path.join(directory, name)
            if not os.path.islink(path) and not os.path.isdir(os.path.join(other, name)):
                os.rmdir(path)
    for directory, names, files in os.walk(state):
        other = os.path.join(tree, os.path.relpath(directory, state))
        os.makedirs(other, exist_ok=True)
        for name in files + [name for name in names if os.path.islink(os.path.join(directory, name))]:
            source, target = os.path.join(directory, name), os.path.join(other, name)
            if os.path.islink(source):
                if not os.path.lexists(target):
                    os.symlink(os.readlink(source), target)
                continue
            is_same = os.path.exists(target) and os.path.getsize(source) == os.path.getsize(target)
            if is_same and os.stat(source).st_mtime_ns == os.stat(target).st_mtime_ns:
                continue
            shutil.copyfile(source, target)
            shutil.copystat(source, target)


def each_state(states, work, store):
    """Calls store(directory, number) for each state."""
    if len(states) == 1:
        store(states[0], 1)
        return
    tree = os.path.join(work, "tree")
    for number, state in enumerate(states, 1):
        change_in_place(tree, state)
        store(tree, number)


def restic(states, work):
    env = {"RESTIC_PASSWORD": "secret"}
    command = ["restic", "--quiet", "--no-cache", "--repo", f"{work}/repository"]
    run(*command, "init", env=env)
    each_state(states, work, lambda tree, number: run(*command, "backup", ".", cwd=tree, env=env))
    return bytes_in(f"{work}/repository")


def rustic(states, work):
    """No file of the user's settings is read."""
    env = {"RUSTIC_PASSWORD": "secret", "RUSTIC_REPOSITORY": f"{work}/repository", "XDG_CONFIG_HOME": work, "RUSTIC_NO_CACHE": "true"}
    run("rustic", "init", env=env)
    each_state(states, work, lambda tree, number: run("rustic", "backup", ".", cwd=tree, env=env))
    return bytes_in(f"{work}/repository")


def borg(states, work):
    env = {"BORG_PASSPHRASE": "secret", "BORG_BASE_DIR": f"{work}/home"}
    run("borg", "init", "--encryption=repokey", f"{work}/repository", env=env)
    each_state(states, work, lambda tree, number: run("borg", "create", f"{work}/repository::{number}", ".", cwd=tree, env=env))
    return bytes_in(f"{work}/repository")


def borg2(states, work):
    env = {"BORG_PASSPHRASE": "secret", "BORG_BASE_DIR": f"{work}/home", "BORG_REPO": f"{work}/repository"}
    run("borg2", "rcreate", "--encryption=repokey-aes-ocb", env=env)
    each_state(states, work, lambda tree, number: run("borg2", "create", f"state{number}", ".", cwd=tree, env=env))
    return bytes_in(f"{work}/repository")


def kopia(states, work):
    env = {"KOPIA_PASSWORD": "secret", "KOPIA_CONFIG_PATH": f"{work}/config", "KOPIA_CACHE_DIRECTORY": f"{work}/cache", "KOPIA_LOG_DIR": f"{work}/log",
           "KOPIA_CHECK_FOR_UPDATES": "false"}
    run("kopia", "repository", "create", "filesystem", f"--path={work}/repository", env=env)
    each_state(states, work, lambda tree, number: run("kopia", "snapshot", "create", tree, env=env))
    return bytes_in(f"{work}/repository")


def squashfs(states, work):
    run("mksquashfs", *states, f"{work}/image", "-no-progress", "-quiet")
    return os.path.getsize(f"{work}/image")


def erofs(states, work):
    run("mkfs.erofs", f"{work}/image", states[0] if len(states) == 1 else os.path.dirname(states[0]))
    return os.path.getsize(f"{work}/image")


def btrfs(states, work):
    with open(f"{work}/image", "wb") as image:
        image.truncate(16 << 30)
    run("mkfs.btrfs", "-q", f"{work}/image")
    os.makedirs(f"{work}/mount")
    run("mount", "-o", "loop,compress-force=zstd", f"{work}/image", f"{work}/mount")
    try:
        for state in states:
            run("cp", "-a", "--reflink=never", state, f"{work}/mount/")
        run("sync", "-f", f"{work}/mount")
        # A tree in which nothing is alike is no failure.
        subprocess.run(["duperemove", "-qdr", "-b", "128k", f"{work}/mount"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        run("btrfs", "filesystem", "sync", f"{work}/mount")
        text = subprocess.run(["btrfs", "filesystem", "df", "--raw", f"{work}/mount"], capture_output=True, text=True, check=True).stdout
        return sum(int(used) for used in re.findall(r"^(?:Data|Metadata), .*used=(\d+)", text, re.M))
    finally:
        run("umount", f"{work}/mount")


def casync(states, work):
    """Each file on its own, as images and devices are stored."""
    store = f"{work}/default.castr"
    paths = sorted(os.path.join(directory, name) for state in states for directory, _, names in os.walk(state) for name in names)
    paths = [path for path in paths if not os.path.islink(path)]
    if len(paths) > MOST_FILES:
        return None
    for number, path in enumerate(paths):
        run("casync", "make", "--what=blob-index", f"--store={store}", f"{work}/{number}.caibx", path)
    return bytes_in(work)


def casync_tree(states, work):
    """A directory as one archive; each state of a tree as an archive of its own."""
    for number, state in enumerate(states, 1):
        run("casync", "make", f"--store={work}/default.castr", f"{work}/{number}.caidx", state)
    return bytes_in(work)


STORES = {"restic": restic, "rustic": rustic, "borg": borg, "borg2": borg2, "squashfs": squashfs, "btrfs-zstd": btrfs, "erofs": erofs, "casync": casync,
          "casync-tree": casync_tree, "kopia": kopia}


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def predict(states, profiles):
    command = shlex.split(os.environ.get("COMPSCAN", f"{HOME}/compscan"))
    done = subprocess.run([*command, "scan", *states, "--profile", ",".join(profiles), "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    result = json.loads(done.stdout)
    return result["totals"], {row["profile"]: row for row in result["profiles"]}


def form_of(row):
    return FORM_OF.get(row, (row, ""))


def measure(data, name, results, only):
    rows = [row for row, program in PROFILES.items() if shutil.which(program) and (not only or row in only)]
    states = states_of(f"{data}/{name}")
    predictions = {}
    for form in sorted({form_of(row)[1] for row in rows}):
        before = processor_seconds()
        totals, predicted = predict([form + state for state in states], [form_of(row)[0] for row in rows if form_of(row)[1] == form])
        predictions[form] = totals, predicted, processor_seconds() - before
    for profile in rows:
        actual = []
        before = processor_seconds()
        for _ in range(2):
            with tempfile.TemporaryDirectory(dir=os.environ.get("WORK")) as work:
                try:
                    stored = STORES[profile](states, work)
                    if stored is None:
                        break
                    actual.append(stored)
                except subprocess.CalledProcessError as e:
                    print(f"{name} {profile}: {e}", file=sys.stderr)
                    break
        if len(actual) < 2:
            continue
        name_of_profile, form = form_of(profile)
        totals, predicted, cost = predictions[form]
        row = predicted[name_of_profile]
        line = {
            "half": name.split("/")[0],
            "set": name.split("/")[1],
            "profile": profile,
            "scanned": totals["scannedBytes"],
            "files": totals["fileCount"],
            "directories": totals["directoryCount"],
            "repeatedFiles": totals["repeatedFileCount"],
            "names": totals["nameBytes"],
            "symlinks": totals["symlinkCount"],
            "targets": totals["targetBytes"],
            "hardLinks": totals["hardLinkCount"],
            **sizes_of(row),
            "actual": actual,
            "scanSeconds": round(cost, 2),
            "programSeconds": round((processor_seconds() - before) / 2, 2),
        }
        add(results, line)


def predict_again(data, results, only):
    lines = [line for line in lines_of(results).values() if not only or line["profile"] in only]
    for half, name in dict.fromkeys((line["half"], line["set"]) for line in lines):
        states = states_of(f"{data}/{half}/{name}")
        old = [line for line in lines if (line["half"], line["set"]) == (half, name)]
        for form in sorted({form_of(line["profile"])[1] for line in old}):
            of_form = [line for line in old if form_of(line["profile"])[1] == form]
            totals, predicted = predict([form + state for state in states], [form_of(line["profile"])[0] for line in of_form])
            for line in of_form:
                if not form and totals["scannedBytes"] != line["scanned"]:
                    sys.exit(f"{data}/{half}/{name} is other data than what {line['profile']} has stored")
                row = predicted[form_of(line["profile"])[0]]
                add(results, {**line, **sizes_of(row)})


def sizes_of(row):
    return {
        "metadata": row["metadataBytes"],
        "predicted": row["allocatedBytes"],
        "low": row["allocatedBytesLow"],
        "high": row["allocatedBytesHigh"],
    }


def add(results, line):
    with open(results, "a", encoding="ascii") as file:
        file.write(json.dumps(line) + "\n")
    print(row_of(line), flush=True)


def deviation(line):
    return line["predicted"] / (sum(line["actual"]) / 2) - 1


def spread(line):
    return (max(line["actual"]) - min(line["actual"])) / (sum(line["actual"]) / 2)


def holds(line):
    return line["low"] <= min(line["actual"]) and max(line["actual"]) <= line["high"]


def is_near(line):
    return all(abs(line["predicted"] / actual - 1) <= TOLERANCE for actual in line["actual"])


def is_good(line):
    return is_near(line) or (holds(line) and (line["high"] - line["low"]) / line["predicted"] <= spread(line) + TOLERANCE)


def is_told(line):
    """Whether the sizes are near the prediction or in the interval, however wide that is."""
    return is_near(line) or holds(line)


def row_of(line):
    interval = f"{line['low']:,} to {line['high']:,}" if line["low"] < line["high"] else ""
    good = "yes" if is_good(line) else "no"
    return (
        f"| {line['half']} | {line['set']} | {line['profile']} | {line['scanned']:,} | {line['predicted']:,} | {interval} | "
        f"{line['actual'][0]:,} | {100 * spread(line):.1f} % | {100 * deviation(line):+.2f} % | {good} |"
    )


def lines_of(results):
    """The last line of each row."""
    lines = {}
    with open(results, encoding="ascii") as file:
        for text in file:
            line = json.loads(text)
            lines[line["half"], line["profile"], line["set"]] = line
    return lines


def table(results):
    lines = lines_of(results)
    out = [
        "| half | data | profile | scanned bytes | predicted bytes | interval | actual bytes | two repositories differ by | deviation | holds |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    out += [row_of(lines[key]) for key in sorted(lines, key=lambda key: (key[0] != "held", list(PROFILES).index(key[1]), key[2]))]
    out.append("")
    for half, words in (("held", "held out"), ("fit", "fitted")):
        for profile in PROFILES:
            rows = [line for line in lines.values() if line["half"] == half and line["profile"] == profile]
            if rows:
                near = sum(map(is_near, rows))
                told = f", {sum(map(is_told, rows))} within 2 % or in the interval" if near < len(rows) else ""
                drawn = [line for line in rows if profile in DRAWING and line["low"] < line["high"]]
                inside = sum(map(holds, drawn))
                interval = f"; the interval held in {inside} of the {len(drawn)} rows that have one" if drawn else ""
                out.append(f"- {words}, `{profile}`: {near} of {len(rows)} within 2 % of both{told}{interval}.")
    return "\n".join(out)


def matrix(results):
    lines = lines_of(results).values()
    programs = [program for program in PROFILES if any(line["profile"] == program for line in lines)]
    out = ["| data | scanned bytes | " + " | ".join(programs) + " |", "|---" * (2 + len(programs)) + "|"]
    for name in dict.fromkeys((line["half"], line["set"]) for line in lines):
        rows = {line["profile"]: line for line in lines if (line["half"], line["set"]) == name}
        cells = [f"{100 * deviation(rows[program]):+.2f} %{'' if is_good(rows[program]) else ' **no**'}" if program in rows else "" for program in programs]
        title = name[0] if name[1] in STATES else name[1]
        out.append(f"| {title} | {min(line['scanned'] for line in rows.values()):,} | " + " | ".join(cells) + " |")
    good = [f"{program} {sum(map(is_good, rows))} of {len(rows)}" for program in programs if (rows := [line for line in lines if line["profile"] == program])]
    return "\n".join([*out, "", "Rows that hold: " + ", ".join(good) + "."])


def scan(*arguments):
    command = shlex.split(os.environ.get("COMPSCAN", f"{HOME}/compscan"))
    return json.loads(subprocess.run([*command, "scan", *arguments, "--json"], capture_output=True, text=True, check=True).stdout)


# What an interval is made of: Student's t for eight draws and one more, and the share of the model's error.
ONE_MORE = 2.365 * (1 + 1 / 8) ** 0.5
MODEL_ERROR = 0.0096


def weighed(row):
    """The mean of the draws and their standard deviation, as shares of the first one."""
    more, stored = row["roundingBytes"], row["physicalBytes"]
    errors = (MODEL_ERROR * row["allocatedBytes"], row["metadataBytesHigh"] - row["metadataBytes"])
    squares = (row["allocatedBytesHigh"] - row["allocatedBytes"]) ** 2 - sum(error**2 for error in errors)
    return more / stored, max(0, squares) ** 0.5 / ONE_MORE / stored


def draws(data, name):
    """Prints mean and standard deviation of the draws, around the first one."""
    states = states_of(f"{data}/{name}")
    for profile in ("borg", "restic"):
        system = scan(*states, "--profile", profile, "--exact")
        compressor = system["profiles"][0]["compressor"]
        chunkings = [text for layout in system["layouts"] for text in ("--chunk", layout["chunking"])]
        layouts = scan(*states, *chunkings, "--compress", compressor, "--exact")["layouts"]
        unique = [layout["uniqueBytes"] for layout in layouts]
        stored = [layout["compression"][0]["physicalBytes"] for layout in layouts]
        of_unique, of_stored = ((statistics.mean(draw) / draw[0] - 1, statistics.stdev(draw) / draw[0]) for draw in (unique, stored))
        cells = [f"{100 * mean:+.1f} % +- {100 * deviation:.1f} %" for mean, deviation in (of_unique, weighed(system["profiles"][0]), of_stored)]
        print(f"| {name} | {profile} | " + " | ".join(cells) + " |", flush=True)


def main(verb, *rest):
    if verb == "run":
        data, results, *names = rest
        only = os.environ.get("PROFILES", "").split()
        for name in names:
            measure(data, name, results, only)
    elif verb == "again":
        predict_again(*rest, os.environ.get("PROFILES", "").split())
    elif verb == "draws":
        for name in rest[1:]:
            draws(rest[0], name)
    elif verb == "matrix":
        print(matrix(rest[0]))
    elif len(rest) == 1:
        print(table(rest[0]))
    else:
        begin, end = "<!-- rows: dev/accuracy/all.sh -->\n", "<!-- end of rows -->\n"
        with open(rest[1], encoding="utf-8") as file:
            text = file.read()
        head, tail = text.split(begin)[0], text.split(end)[1]
        with open(rest[1], "w", encoding="utf-8") as file:
            file.write(head + begin + "\n" + table(rest[0]) + "\n\n" + end + tail)


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in ("run", "again", "draws", "table", "matrix"):
        sys.exit(__doc__)
    main(*sys.argv[1:])
