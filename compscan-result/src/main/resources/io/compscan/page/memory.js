// Memory: three totals, the savings of merging, the processes or dumps, and the common bytes of each pair.

function mergingText(ksm) {
  const saved = merging => human(merging.savedBytes) + " (" + count(merging.sharingPages, "page", "pages") + " in "
    + count(merging.sharedPages, "frame", "frames") + ")";
  const before = Number(ksm.mergedBytes) === 0 ? "" : "Kernel samepage merging has merged " + human(ksm.mergedBytes) + " already. ";
  return before + "Kernel samepage merging can merge " + saved(ksm.advised) + " of what processes have asked for (madvise), and " + saved(ksm.all)
    + " of all areas. One pass over those takes up to " + elapsed(ksm.all.passSeconds * 1e9) + " at " + exact(ksm.pagesToScan)
    + " pages in " + exact(ksm.sleepMillis) + "\u00a0ms" + (ksm.running ? "." : "; it does not run now.");
}

function residentText(memory) {
  return memory.framesVisible
    ? human(memory.residentBytesHigh) + " resident in distinct frames"
    : human(memory.residentBytesLow) + " to " + human(memory.residentBytesHigh)
      + " resident (the kernel shows page frames to root alone)";
}

function showMemory() {
  const memory = result.memory;
  if (!memory) {
    hide("memory");
    return;
  }
  const bytes = (title, name) => bytesColumn(title, row => row[name]);
  byId("memory-text").textContent = human(memory.mappedBytes) + " mapped, " + residentText(memory)
    + (memory.mergedBytes === null ? "" : ", " + human(memory.mergedBytes) + " if equal pages were merged") + ". "
    + (memory.ksm === null ? "" : mergingText(memory.ksm));
  put("memory-table", table({
    caption: "Processes or dumps, the largest first",
    rows: [...memory.accounts].sort((a, b) => Number(b.residentBytes) - Number(a.residentBytes)),
    columns: [
      nameColumn("Process or dump", row => row.name),
      bytes("Mapped", "mappedBytes"),
      bytes("Resident", "residentBytes"),
      bytes("Shared", "sharedBytes"),
      bytes("Zero", "zeroBytes"),
      bytes("Volatile", "volatileBytes"),
      bytes("Same within", "selfDuplicateBytes"),
      bytes("Same elsewhere", "otherDuplicateBytes"),
      bytes("Swapped", "swappedBytes"),
      ...(memory.ksm === null ? [] : [bytes("KSM saves", "ksmSavedBytes")]),
    ],
  }));
  if (memory.overlaps.length > 0) {
    put("memory-overlap", table({
      caption: "Contents that two of them have in common, without zeros and volatile pages",
      rows: memory.overlaps,
      columns: [
        nameColumn("Of", row => memory.accounts[row.first].name),
        nameColumn("And", row => memory.accounts[row.second].name),
        bytes("In common", "commonBytes"),
      ],
    }));
  }
}
