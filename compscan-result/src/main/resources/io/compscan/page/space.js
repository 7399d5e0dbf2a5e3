// The space that the data takes where it lies now, a row for each file system.

function spaceText(space) {
  const sum = figure => space.fileSystems.reduce((total, row) => total + Number(figure(row)), 0);
  const extents = name => sum(row => (row.extents ? row.extents[name] : 0));
  const silent = space.fileSystems.filter(row => !row.extents);
  const told = silent.length === space.fileSystems.length
    ? ""
    : " Reflinks among them save " + human(extents("sharedWithinBytes")) + "; " + human(extents("sharedOutsideBytes"))
      + " are shared with snapshots or files outside of the scan; " + human(extents("encodedBytes")) + " are compressed already.";
  const unknown = silent.length === 0
    ? ""
    : " Extents are not told by " + silent.map(row => row.type + " on " + row.device).join(", ") + ".";
  const unasked = Number(space.unaskedFileCount) === 0
    ? ""
    : " " + count(space.unaskedFileCount, "file", "files") + " could not be asked for.";
  const other = Number(space.otherUnitCount) === 0
    ? ""
    : " " + count(space.otherUnitCount, "unit is no local file", "units are no local files") + ".";
  return human(sum(row => row.logicalBytes)) + " in files take " + human(sum(row => row.allocatedBytes)) + " of blocks." + told
    + unknown + unasked + other;
}

function showSpace() {
  const space = result.sourceSpace;
  if (!space) {
    hide("space");
    return;
  }
  const bytes = (title, name) => bytesColumn(title, row => row[name]);
  const extents = (title, name) => bytesColumn(title, row => (row.extents ? row.extents[name] : null));
  byId("space-text").textContent = spaceText(space);
  put("space-table", table({
    caption: "File systems of the source",
    rows: space.fileSystems,
    columns: [
      nameColumn("File system", row => row.type + " on " + row.device),
      bytes("Logical", "logicalBytes"),
      bytes("Allocated", "allocatedBytes"),
      extents("Occupied", "occupiedBytes"),
      extents("Saved by reflinks", "sharedWithinBytes"),
      extents("Shared outside", "sharedOutsideBytes"),
      extents("Compressed", "encodedBytes"),
      extents("Never written", "unwrittenBytes"),
      extents("Inline", "inlineBytes"),
      extents("Delayed", "delayedBytes"),
    ],
  }));
}
