// The answer, the waterfall and the ratios.

function showHeader() {
  const names = subject.slice(0, 3).map(shown).join(", ")
    + (subject.length > 3 ? " and " + exact(subject.length - 3) + " more" : "");
  byId("subject").textContent = names;
  document.title = "compscan: " + names;
  const origin = result.timing.origin;
  byId("origin").textContent = "Scanned " + (origin === null || origin.host === "" ? "" : "on " + shown(origin.host) + " ")
    + (origin === null ? "at " + instant(result.timing.startedAt)
      : "from " + instant(result.timing.startedAt) + " to " + instant(origin.endedAt)) + ", "
    + count(totals.fileCount, "file", "files") + " in " + count(totals.directoryCount, "directory", "directories")
    + ", compscan " + shown(result.settings.toolVersion);
  const banners = page.unknown === null ? [] : [page.unknown];
  if (result.indexDamage) {
    banners.push("Partial: unique, physical and all that follows from them are upper bounds, because the index could not be read back: "
      + result.indexDamage);
  } else if (result.partial) {
    banners.push("Partial: the scan was stopped before its end. " + coverageText()
      + "The figures hold for what was read. That is no random part of the data, so the rest may give other figures.");
  }
  if (page.sampled !== null) {
    banners.push(page.sampled);
  }
  if (Number(totals.unreadPathCount) > Number(totals.unreadDirectoryCount)) {
    banners.push("Not read, or not whole: " + page.unread + ". The figures say nothing about them.");
  }
  if (page.question !== null) {
    banners.push(page.question);
  }
  put("banners", ...banners.map(text => el("p", { class: "banner", role: "note" }, text)));
}

/** How much a stopped scan has read; empty where that is not known. */
function coverageText() {
  const coverage = result.timing.coverage;
  if (coverage === null) {
    return "";
  }
  const share = part(coverage.coveredBytes, coverage.foundBytes);
  return "It read " + human(coverage.coveredBytes) + " of " + (coverage.allFound ? "" : "at least ") + human(coverage.foundBytes)
    + (coverage.allFound && share !== null ? " (" + percent(Math.min(1, share)) + ")" : "") + ". ";
}

function showAnswer(viewNumber) {
  if (Number(totals.scannedBytes) === 0 || views.length === 0) {
    byId("answer-text").textContent = "Nothing was scanned.";
    ["waterfall", "ratios", "forecast"].forEach(hide);
    return;
  }
  put("answer-tools", ...(views.length > 1
    ? [choice("Show", views.map(view => shown(view.name)), viewNumber, showView)] : []));
  showView(viewNumber);
}

function showView(viewNumber) {
  const view = views[viewNumber];
  const tilde = view.estimated ? "~" : "";
  const where = view.profile ? "on " + view.profile.profile + " (" + view.profile.title + ")" : "as " + view.name;
  byId("answer-text").textContent = human(totals.scannedBytes) + (result.partial ? " read so far" : " of data")
    + " would take " + tilde + human(view.storedBytes) + " " + shown(where)
    + ": " + (view.reductionRatio === null ? ""
      : "data reduction " + reductionText(tilde, writtenRatio(view, view.storedBytes), view.reductionRatio) + ", ")
    + "saves " + tilde + percent(view.savings) + ".";
  const bounded = BigInt(view.lowBytes) !== BigInt(view.highBytes);
  put("answer-tiles",
    tile("Scanned", human(totals.scannedBytes), exact(totals.scannedBytes) + " bytes", totals.scannedBytes),
    tile(view.profile ? "Allocated" : "Stored", tilde + human(view.storedBytes),
      bounded ? bytesInterval(view.lowBytes, view.highBytes) + " (" + view.interval + ")" : exact(view.storedBytes) + " bytes",
      view.storedBytes),
    tile("Data reduction", view.reductionRatio === null ? NONE : tilde + perOne(writtenRatio(view, view.storedBytes)),
      thinText(view, tilde), writtenRatio(view, view.storedBytes)),
    tile("Saves", tilde + percent(view.savings), "of what was scanned", view.savings));
  byId("answer-tiles").after(product(view));
  showWaterfall(view);
}

/** Below the data reduction ratio: what thin provisioning makes of it. */
function thinText(view, tilde) {
  const written = writtenRatio(view, view.storedBytes);
  return perOne(written) === perOne(view.reductionRatio) ? "written over " + (view.profile ? "allocated" : "stored")
    : tilde + perOne(view.reductionRatio) + " with thin provisioning";
}

/** dedup x compression (x what the system adds) = data reduction, x thin = reduction */
function product(view) {
  document.querySelector("#waterfall .product")?.remove();
  const line = el("p", { class: "product" });
  if (view.variant === null || view.reductionRatio === null) {
    return line;
  }
  const { layout, compression } = view.variant;
  const sample = compression.sample;
  const factors = [
    ["deduplication", layout.dedupRatio, layout.method ? " (" + interval(layout.dedupRatioLow, layout.dedupRatioHigh) + ")" : ""],
    ["compression", compression.compressionRatio,
      sample ? " (" + interval(sample.compressionRatioLow, sample.compressionRatioHigh) + ")" : ""],
  ];
  if (view.profile) {
    const { physicalBytes, copiesBytes, allocatedBytes } = view.profile;
    const keptBytes = String(BigInt(physicalBytes) + BigInt(copiesBytes ?? 0));
    if (hasCopies(view.profile)) {
      factors.push(["copies the system keeps", part(physicalBytes, keptBytes), ""]);
    }
    factors.push(["rounding and metadata", part(keptBytes, allocatedBytes), ""]);
  }
  const marks = [counted(layout), mark(compression), view.estimated ? "~" : ""];
  factors.forEach(([name, value, note], i) => line.append(
    el("span", {}, (i ? "\u00d7 " : "") + name + " ", el("b", {}, marks[i] + ratio(value)), note)));
  const tilde = view.estimated ? "~" : "";
  line.append(el("span", {}, "= data reduction ", el("b", {}, tilde + ratio(writtenRatio(view, view.storedBytes)))));
  if (Number(layout.zeroBytes) > 0) {
    line.append(el("span", {}, "\u00d7 zeros left out ", el("b", {}, ratio(layout.thinRatio))),
      el("span", {}, "= with thin provisioning ", el("b", {}, tilde + ratio(view.reductionRatio))));
  }
  return line;
}

/** Rows of {name, bytes, level, sign, estimated, note, color}. A row with level is a total; any other row goes away (sign -1) or is added (sign 1). */
function waterfallRows(view) {
  const rows = [];
  const { profile, variant } = view;
  const level = (name, bytes, note, estimated = false) => rows.push({ name, bytes, level: true, note, estimated, color: "accent" });
  const step = (name, bytes, note, color = "saved", sign = -1, estimated = false) =>
    rows.push({ name, bytes, level: false, note, color, sign, estimated });
  level("Logical", totals.logicalBytes, "what the names add up to, as ls shows sizes");
  if (BigInt(totals.hardLinkBytes) > 0n) {
    step("Further hard links", totals.hardLinkBytes, "further names of a file, read once", "aside");
  }
  if (BigInt(totals.unreadBytes) > 0n) {
    step("Unread", totals.unreadBytes, "could not be read; listed below", "aside");
  }
  level("Scanned", totals.scannedBytes, page.sampled === null ? "what was read" : "all data, of which a part was read");
  if (variant !== null) {
    const { layout, compression } = variant;
    step("Zeros", layout.zeroBytes, "chunks of nothing but zeros, never stored", "saved", -1, page.sampled !== null);
    step("Duplicates", layout.duplicateBytes, "further references to a chunk already seen", "saved", -1, Boolean(layout.method));
    level("Unique", layout.uniqueBytes, "one copy of each distinct chunk", Boolean(layout.method));
    if (compression.compressor !== "none") {
      step("Compressed away", compression.compressedAwayBytes, "what " + compression.compressor + " saves on those",
        "saved", -1, isEstimated(compression));
    }
    level("Physical", compression.physicalBytes,
      compression.compressor === "none" ? "what remains, uncompressed" : "what remains", isEstimated(compression));
  }
  if (profile) {
    const estimated = name => (profile[name + "Low"] === undefined ? view.estimated : hasEnds(profile, name));
    if (variant === null || BigInt(profile.physicalBytes) !== BigInt(variant.compression.physicalBytes)) {
      level("Physical in the system", profile.physicalBytes, "what its chunks are stored in before they are laid out",
        estimated("physicalBytes"));
    }
    if (hasCopies(profile)) {
      step("Copies kept", profile.copiesBytes, "further copies of chunks that the system does not share", "added", 1,
        estimated("copiesBytes"));
    }
    if (Number(profile.roundingBytes) < 0) {
      step("Rounding", -BigInt(profile.roundingBytes), "less than nothing: chunks in the metadata, or other draws of the system",
        "saved", -1, estimated("roundingBytes"));
    } else {
      step("Rounding", profile.roundingBytes, "allocation units, buckets, compression given up", "added", 1,
        estimated("roundingBytes"));
    }
    step("Metadata", profile.metadataBytes, "what the system keeps on the same disks to find the chunks", "added", 1,
      estimated("metadataBytes"));
    level("Allocated", profile.allocatedBytes, "what is used on " + profile.title, view.estimated);
  }
  return rows;
}

function showWaterfall(view) {
  const rows = waterfallRows(view);
  const tilde = row => (row.estimated ? "~" : "");
  let left = 0;
  const spans = rows.map(row => {
    const bytes = Number(row.bytes);
    if (row.level) {
      left = bytes;
      return [0, bytes];
    }
    const before = left;
    left += row.sign * bytes;
    return [Math.min(before, left), Math.abs(left - before)];
  });
  put("waterfall-chart", chart({
    id: "chart-waterfall",
    label: "Waterfall of " + rows.map(row => row.name + " " + tilde(row) + human(row.bytes)).join(", ")
      + ". The table below has every number.",
    height: rows.length * 30 + 58,
    option: (colors, width) => ({
      grid: { left: width > 560 ? 160 : 118, right: 84, top: 4, bottom: 46 },
      tooltip: tooltip(colors, point => tip(rows[point.dataIndex].name, tilde(rows[point.dataIndex])
        + exact(rows[point.dataIndex].bytes) + " bytes", rows[point.dataIndex].note)),
      xAxis: bytesAxis(colors, Math.max(...rows.map(row => Number(row.bytes))), axisTitle(colors, "bytes", 26), width > 560 ? 5 : 3),
      yAxis: categoryAxis(colors, rows.map(row => row.name), { inverse: true }),
      series: [
        { type: "bar", stack: "all", silent: true, itemStyle: { color: "transparent" }, data: spans.map(span => span[0]) },
        {
          type: "bar",
          stack: "all",
          barWidth: "65%",
          barMaxWidth: 18,
          data: rows.map((row, i) => ({ value: spans[i][1], itemStyle: { color: colors[row.color], borderRadius: 2 } })),
          label: {
            show: true,
            position: "right",
            color: colors.ink,
            formatter: point => tilde(rows[point.dataIndex]) + human(rows[point.dataIndex].bytes),
          },
        },
      ],
    }),
  }));
  put("waterfall-table", table({
    caption: "From logical to stored, to the byte: " + shown(view.name),
    sortable: false,
    rows,
    rowClass: row => (row.level ? "level" : null),
    columns: [
      { title: "", kind: "step", text: row => (row.level ? "= " : row.sign < 0 ? "\u2212 " : "+ ") + row.name },
      { title: "Bytes", kind: "number", text: row => tilde(row) + exact(row.bytes), value: row => row.bytes },
      { title: "Size", kind: "number aside", text: row => tilde(row) + human(row.bytes) },
      { title: "Of scanned", kind: "number", text: row => tilde(row) + percent(part(row.bytes, totals.scannedBytes)) },
      { title: "What it is", kind: "words aside", text: row => shown(row.note) },
    ],
  }));
  drawNew();
}

function showRatios() {
  const sampled = variants.some(variant => variant.compression.sample);
  const withRange = (text, range) => el("span", {}, text, range === "" ? "" : el("span", { class: "range" }, " (" + range + ")"));
  const within = (low, high) => row => (row.compression.sample ? interval(row.compression.sample[low], row.compression.sample[high]) : "");
  const compressionRange = within("compressionRatioLow", "compressionRatioHigh");
  const reductionRange = within("reductionRatioLow", "reductionRatioHigh");
  put("ratios-table", table({
    caption: "Every chunking with every compressor"
      + (page.asked.length > 1 ? "; of those asked for, the one that takes the least is marked" : ""),
    rows: variants,
    rowClass: row => (row === leastVariant && page.asked.length > 1 ? "chosen" : null),
    cards: true,
    columns: [
      { ...nameColumn("Chunking", row => layoutName(row.layout)) },
      { title: "Compressor", text: row => row.compression.compressor, value: row => row.compression.compressor },
      bytesColumn("Stored", row => row.compression.physicalBytes, row => mark(row.compression)),
      ratioColumn("Zeros", row => row.layout.thinRatio),
      ratioColumn("Dedup", row => row.layout.dedupRatio, row => withRange(counted(row.layout) + ratio(row.layout.dedupRatio),
        row.layout.method ? interval(row.layout.dedupRatioLow, row.layout.dedupRatioHigh) : "")),
      ratioColumn("Compression", row => row.compression.compressionRatio,
        row => withRange(mark(row.compression) + ratio(row.compression.compressionRatio), compressionRange(row))),
      ratioColumn("Data reduction", row => part(row.layout.nonZeroBytes, row.compression.physicalBytes),
        row => mark(row.compression) + ratio(part(row.layout.nonZeroBytes, row.compression.physicalBytes))),
      ratioColumn("With thin provisioning", row => row.compression.reductionRatio,
        row => withRange(mark(row.compression) + ratio(row.compression.reductionRatio), reductionRange(row))),
      percentColumn("Saves", row => row.compression.savings, row => mark(row.compression)),
    ],
  }));
  const notes = [];
  if (sampled) {
    notes.push("~ from a random sample of the distinct chunks, with the 95 % interval in brackets.");
  }
  if (variants.some(variant => variant.compression.method === "superblock" && isEstimated(variant.compression))) {
    notes.push("~ from superblocks: their ratio over all data, applied to the unique bytes.");
  }
  notes.push("Stored is before the target's own metadata and its rounding to allocation units.");
  byId("ratios-table").append(...notes.map(note => el("p", { class: "note" }, note)));
}
