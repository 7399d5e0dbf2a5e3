// Single files, errors of reading, and the origin of the numbers.

function showFiles() {
  const files = page.files;
  if (files.length === 0) {
    hide("files");
    return;
  }
  const tilde = file => (file.estimated ? "~" : "");
  byId("files-note").textContent = "Each deduplicated within itself alone, with " + variantName(firstVariant) + ". "
    + (page.left.files > 0 ? "The largest " + exact(files.length) + "; " + exact(page.left.files) + " more are in files.csv." : "");
  const dataReduction = file => part(Number(file.scannedBytes) - Number(file.zeroBytes), file.physicalBytes);
  put("files-table", table({
    caption: "Files, the largest first",
    rows: files,
    columns: [
      nameColumn("File", file => file.path),
      bytesColumn("Read", file => file.scannedBytes),
      percentColumn("Zeros", file => part(file.zeroBytes, file.scannedBytes)),
      ratioColumn("Dedup", file => file.dedupRatio),
      ratioColumn("Compression", file => file.compressionRatio, file => tilde(file) + ratio(file.compressionRatio)),
      ratioColumn("Data reduction", dataReduction, file => tilde(file) + ratio(dataReduction(file))),
      bytesColumn("Stored", file => file.physicalBytes, tilde),
    ],
  }));
}

function showUnread() {
  const skipped = [
    [totals.hardLinkCount, "further hard link (read once)", "further hard links (read once)"],
    [totals.symlinkCount, "symbolic link not followed", "symbolic links not followed"],
    [totals.specialFileCount, "FIFO, socket or device", "FIFOs, sockets or devices"],
    [totals.excludedCount, "file or directory excluded", "files or directories excluded"],
  ].filter(([number]) => Number(number) > 0).map(([number, one, many]) => count(number, one, many));
  const unread = Number(totals.unreadPathCount);
  const changed = Number(totals.changedPathCount);
  const whole = page.sampled !== null ? "Every path that was chosen was read. " : result.partial ? "Every path that was read by then was read whole. " : "Every path was read whole. ";
  byId("unread-note").textContent = (unread === 0 && changed === 0 ? whole
    : (page.unknown === null ? "" : page.unknown + " ") + (unread === 0 ? "" : "Not read, or not whole: " + page.unread + ". ")
      + (changed > 0 ? count(changed, "path", "paths") + " changed while being read. " : ""))
    + (skipped.length > 0 ? "Skipped: " + skipped.join(", ") + "." : "");
  if (result.errors.length > 0) {
    put("unread-table", table({
      caption: "Paths not read whole, or that changed meanwhile"
        + (page.left.errors > 0 ? "; " + exact(page.left.errors) + " more are in errors.csv" : ""),
      rows: result.errors,
      columns: [
        nameColumn("Path", error => error.path),
        { title: "What happened", text: error => error.kind, value: error => error.kind },
        { title: "Unread bytes", kind: "number", text: error => (error.unreadBytes === null ? "unknown" : exact(error.unreadBytes)), value: error => error.unreadBytes },
        { title: "Reason", kind: "words name", text: error => shown(error.reason) },
      ],
    }));
  }
}

/** Behind the time: nothing where the bytes of a trace were never read. A write session waits for those who write. */
function speed(timing) {
  if (Number(timing.scannedBytesPerSecond) === 0 && Number(totals.scannedBytes) > 0) {
    return "";
  }
  return ", " + human(timing.scannedBytesPerSecond) + "/s" + (timing.readers === 0 ? " while its workers were busy" : "");
}

const GLOSSARY = [
  ["Logical", "What the names add up to: the sizes of all files, as ls -l shows them."],
  ["Scanned", "Logical without further hard links and without what could not be read. Ratios and savings are of this."],
  ["Zeros", "Chunks whose bytes are all zero. Every array leaves them out, so they never count as duplicates."],
  ["Duplicates", "Further references to a chunk already seen."],
  ["Unique", "One copy of each distinct chunk that is not all zero."],
  ["Physical, stored", "What remains when those are compressed, each chunk raw if it does not shrink."],
  ["Allocated", "Physical with the target system's rounding and its metadata: what is used of its disks."],
  ["Data reduction", "What was written over what is stored or allocated. Vendors guarantee this ratio."],
  ["With thin provisioning", "What was scanned over what is stored or allocated. Zeros count as reduced."],
  ["Written", "Scanned without zeros."],
  ["Raw, usable, effective", "All disks; what RAID and spares leave of them; the written data that this holds when reduced."],
  ["Measured", "From bytes that were read."],
  ["Modelled, checked", "From a model that was compared with the real system, with the deviations that were seen."],
  ["Modelled, not checked", "From a model that nobody has compared with the real system. Its error is unknown."],
  ["Assumed", "Growth, headroom, snapshots: somebody\u2019s word."],
  ["Saves", "1 minus stored over scanned: 75 % means that a quarter remains."],
  ["Attributed", "A chunk's stored bytes are shared equally among its references; this is the sum of a group's shares."],
  ["Reclaimable", "The stored bytes of chunks that this group alone holds: what would be freed if it went."],
  ["~", "Estimated: from a sample or superblocks, or what a system draws or compresses by chance. An interval names the errors that it holds."],
  ["KiB, MiB, TB", "KiB, MiB, GiB, TiB are powers of 1024; TB is 10^12 bytes, as disks are sold."],
];

function showAbout() {
  byId("command").textContent = shown(page.command);
  const timing = result.timing;
  const origin = timing.origin;
  const facts = [
    ...(origin === null ? [] : [
      ["Host", origin.host === "" ? "unknown" : origin.host],
      ["Operating system", origin.operatingSystem],
    ]),
    ["Started", instant(timing.startedAt)],
    ...(origin === null ? [] : [["Ended", instant(origin.endedAt)]]),
    ["Read", count(totals.fileCount, "file", "files") + " in " + count(totals.directoryCount, "directory", "directories")],
    ["Time", elapsed(timing.elapsedNanos) + speed(timing)],
    ["Threads", count(timing.readers, "reader", "readers") + ", " + count(timing.workers, "worker", "workers")],
    ["Memory of the index", human(timing.indexBytes)],
    ["Fingerprint", result.settings.fingerprint],
    ["Program", "compscan " + result.settings.toolVersion + " on Java " + timing.javaVersion],
    ...(result.settings.method.length === 0 ? [] : [["Sizes and rules", result.settings.method.join(", ")]]),
    ["Document", result.format + ", version " + result.version],
  ];
  put("about-table", table({
    caption: "The scan",
    rows: facts,
    sortable: false,
    columns: [{ title: "", text: ([name]) => name }, { title: "", text: ([, value]) => shown(String(value)) }],
  }));
  put("glossary", ...GLOSSARY.flatMap(([word, meaning]) => [el("dt", {}, word), el("dd", {}, meaning)]));
}
