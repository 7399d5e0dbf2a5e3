// A comparison of fingerprint sets: the changes from one to the next, and the bytes that a backup of them holds.

const page = JSON.parse(byId("data").textContent);
const sets = page.sets;

/** The steps of a chunking, each with the set at its end. */
function rowsOf(layout) {
  return layout.steps.map((step, i) => ({ ...step, name: sets[i].name, set: sets[i] }));
}

function showSubject() {
  const names = shown(sets[0].name) + " to " + shown(sets[sets.length - 1].name);
  byId("subject").textContent = names;
  document.title = "compscan: " + names;
  byId("origin").textContent = count(sets.length, "set", "sets") + ", each compared with the one before; compscan " + shown(page.toolVersion);
  const banners = page.unknown === null ? [] : [page.unknown];
  if (sets.some(set => set.partial)) {
    banners.push("Partial: a scan was stopped before its end. What it did not read counts as removed.");
  }
  put("banners", ...banners.map(text => el("p", { class: "banner", role: "note" }, text)));
}

/** The mean over all sets but the first, which has no predecessor. */
function meanOf(rows, group) {
  const later = rows.slice(1);
  return later.reduce((sum, row) => sum + Number(row[group].bytes), 0) / later.length;
}

function showAnswer(number) {
  const layout = page.layouts[number];
  const rows = rowsOf(layout);
  const last = rows[rows.length - 1];
  const added = Math.round(meanOf(rows, "added"));
  const removed = Math.round(meanOf(rows, "removed"));
  const next = rows.filter(row => (row.nextBackup ?? null) !== null);
  byId("headline").textContent = next.length > 0 ? next.map(nextText).join(" ") : "From set to set " + human(added) + " are added and " + human(removed)
    + " removed, on the mean of " + count(rows.length - 1, "step", "steps") + ", as " + layout.chunking + ".";
  put("answer-tiles",
    tile("Unique in the last set", human(last.unique.bytes), exact(last.unique.bytes) + " bytes", last.unique.bytes),
    tile("Added in the last step", human(last.added.bytes), percent(part(last.added.bytes, last.unique.bytes)) + " of the set", last.added.bytes),
    tile("Removed in the last step", human(last.removed.bytes), exact(last.removed.bytes) + " bytes", last.removed.bytes),
    tile("Kept", human(last.kept.bytes), "by a backup of the last " + exact(page.keep), last.kept.bytes));
  showChanges(rows);
  showBackup(rows);
  showStored(layout, rows);
  drawNew();
}

function mostOf(rows, bytes) {
  return Math.max(1, ...rows.map(bytes));
}

function showChanges(rows) {
  put("changes-chart", chart({
    id: "chart-changes",
    label: "For each set the bytes that are common with the set before, added and removed; the table has the numbers",
    height: 80 + rows.length * 44,
    option: (colors, width) => bars(colors, width, rows.map(row => row.name), [
      { name: "common", stack: "unique", color: colors.accent, data: rows.map(row => Number(row.common.bytes)) },
      { name: "added", stack: "unique", color: colors.added, data: rows.map(row => Number(row.added.bytes)) },
      { name: "removed", stack: "gone", color: colors.aside, data: rows.map(row => Number(row.removed.bytes)) },
    ], mostOf(rows, row => Math.max(Number(row.unique.bytes), Number(row.removed.bytes))), i => tip(rows[i].name,
      "common " + human(rows[i].common.bytes), "added " + human(rows[i].added.bytes), "removed " + human(rows[i].removed.bytes)), "unique bytes"),
  }));
  put("changes-table", table({
    caption: "Each set against the one before; before the first there was nothing",
    rows,
    columns: [
      nameColumn("Set", row => row.name + (row.set.partial ? " (partial)" : "")),
      bytesColumn("Unique", row => row.unique.bytes),
      bytesColumn("Common", row => row.common.bytes),
      bytesColumn("Added", row => row.added.bytes),
      bytesColumn("Removed", row => row.removed.bytes),
      percentColumn("Added of unique", row => part(row.added.bytes, row.unique.bytes)),
      bytesColumn("Kept", row => row.kept.bytes),
    ],
  }));
}

function showBackup(rows) {
  byId("backup-note").textContent = "The distinct chunks of each set and of those before it that a backup of the last "
    + exact(page.keep) + " still keeps, each once.";
  put("backup-chart", chart({
    id: "chart-backup",
    label: "Kept bytes after each set; the table above has the numbers",
    height: 80 + rows.length * 26,
    option: (colors, width) => bars(colors, width, rows.map(row => row.name), [
      { name: "kept", color: colors.accent, data: rows.map(row => Number(row.kept.bytes)) },
    ], mostOf(rows, row => Number(row.kept.bytes)), i => tip(rows[i].name, "kept " + human(rows[i].kept.bytes)), "bytes kept"),
  }));
}

/** Bytes by a compressor that not all sets know: the index of a repository lacks those of a scan. */
function knownText(stored) {
  return stored === undefined ? "unknown" : (stored.method === "chunk" ? "" : "~") + human(stored.physicalBytes);
}

/** What the next backup adds, where a set is the index of a repository. */
function nextText(row) {
  const next = row.nextBackup;
  return "The next backup of " + shown(next.format) + " adds " + human(next.bytes) + " in "
    + count(Number(next.chunkCount), "new chunk", "new chunks") + " (" + gradeWords(next.grade) + ")"
    + next.stored.map(one => "; with " + shown(one.compressor) + " " + knownText(one) + " (" + gradeWords(one.grade) + ")").join("")
    + ". Left out are chunks of zeros and metadata: " + shown(next.leavesOut) + "."
    + (next.grade === "assumed" ? " Nothing is in common, so the repository may be encrypted; then the backup may add less." : "");
}

function gradeWords(grade) {
  return { measured: "measured", checked: "modelled, checked", modelled: "modelled, not checked", assumed: "assumed" }[grade];
}

function showStored(layout, rows) {
  const compressors = [...new Set(layout.steps.flatMap(step => step.unique.physical.map(one => one.compressor)))];
  const tables = compressors.flatMap(compressor => {
    if (compressor === "none") {
      return [];
    }
    const stored = (row, group) => row[group].physical.find(one => one.compressor === compressor);
    const isKnown = group => rows.every(row => stored(row, group) !== undefined);
    const column = (title, group) => (isKnown(group)
      ? bytesColumn(title, row => stored(row, group).physicalBytes, row => (stored(row, group).method === "chunk" ? "" : "~"))
      : { title, kind: "number", text: row => knownText(stored(row, group)), value: row => stored(row, group)?.physicalBytes ?? -1 });
    return [table({
      caption: "Stored with " + shown(compressor),
      rows,
      columns: [nameColumn("Set", row => row.name), column("Unique", "unique"), column("Common", "common"),
        column("Added", "added"), column("Removed", "removed"), column("Kept", "kept")],
    })];
  });
  byId("stored").hidden = tables.length === 0;
  put("stored-tables", ...tables);
}

function showCompared() {
  put("compared-table", table({
    caption: "The sets, in the order given",
    rows: sets,
    columns: [
      nameColumn("Set", row => row.name),
      nameColumn("File", row => row.file),
      nameColumn("Hosts", row => row.hosts.join(", ")),
      nameColumn("Scanned at", row => instant(row.scannedAt)),
      bytesColumn("Scanned", row => row.scannedBytes),
      { title: "Unread", kind: "number", text: row => (Number(row.unreadDirectoryCount) > 0 ? "unknown" : human(row.unreadBytes)),
        value: row => row.unreadBytes },
    ],
  }));
}

followTheme();
showSubject();
put("answer-tools", ...(page.layouts.length > 1
  ? [choice("Chunking", page.layouts.map(layout => shown(layout.chunking)), 0, showAnswer)] : []));
showAnswer(0);
showCompared();
showNavigation();
followWidth();
followPrinting();
labelPaper(instant(sets[sets.length - 1].scannedAt) + ", compscan " + shown(page.toolVersion));
followCutTables();
document.documentElement.dataset.ready = "true";
