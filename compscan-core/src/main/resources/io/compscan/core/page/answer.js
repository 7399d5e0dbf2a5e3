// The top of the page, for the reader who decides.

/** A share with its sign, such as 20 %. */
function givenPercent(share) {
  return grouped(share * 100, Number.isInteger(share * 100) ? 0 : 1) + "\u00a0%";
}

function showHeadline() {
  const footprints = page.headline.footprints;
  if (Number(totals.scannedBytes) === 0 || footprints.length === 0) {
    byId("headline").textContent = "Nothing was scanned.";
    ["headline-table", "signatures"].forEach(hide);
    showFacts();
    document.querySelectorAll(".brief > div:not(:first-child)").forEach(box => {
      box.hidden = true;
    });
    return;
  }
  const first = footprints[0];
  const tilde = footprint => (footprint.estimated ? "~" : "");
  const title = footprint => footprint.profile ?? footprint.chunking + " with " + footprint.compressor;
  const reduction = footprint => part(totals.scannedBytes, footprint.allocatedBytes);
  const isBounded = footprint => String(footprint.allocatedBytesLow) !== String(footprint.allocatedBytesHigh);
  byId("headline").textContent = human(totals.scannedBytes) + (result.partial ? " read so far" : " of data") + " would take "
    + tilde(first) + human(first.allocatedBytes) + (first.profile ? " on " : " as ") + shown(title(first))
    + (footprints.length > 1 ? "; " + count(footprints.length - 1, "other system", "other systems") + " below" : "") + ".";
  const systems = footprints.some(footprint => footprint.profile);
  put("headline-table", table({
    caption: systems ? "What the data takes on each system" : "What the data takes, before a system's rounding and metadata",
    rows: footprints,
    limit: 40,
    sortable: footprints.length > 2,
    columns: [
      { ...nameColumn(systems ? "System" : "Stored as", title) },
      bytesColumn("Capacity used", footprint => footprint.allocatedBytes, tilde),
      { title: "How sure", text: footprint => (isBounded(footprint)
        ? bytesInterval(footprint.allocatedBytesLow, footprint.allocatedBytesHigh) + " (95 %)"
        : footprint.estimated ? "estimate without interval" : "every chunk measured") },
      ratioColumn("Reduction", reduction, footprint => tilde(footprint) + ratio(reduction(footprint))
        + (isBounded(footprint) ? " (" + interval(Number(totals.scannedBytes) / Number(footprint.allocatedBytesHigh),
          Number(totals.scannedBytes) / Number(footprint.allocatedBytesLow)) + ")" : "")),
      percentColumn("Saves", footprint => 1 - Number(footprint.allocatedBytes) / Number(totals.scannedBytes), tilde),
    ],
  }));
  showFacts();
  showIndexMemory(footprints);
}

function showFacts() {
  const timing = result.timing;
  const origin = timing.origin;
  const unread = Number(totals.unreadPathCount);
  const whole = unread === 0 ? "every path was read whole"
    : count(unread, "path", "paths") + " (" + human(totals.unreadBytes) + ") could not be read";
  const facts = [
    ["Data", subject.slice(0, 3).map(shown).join(", ") + (subject.length > 3 ? " and " + exact(subject.length - 3) + " more" : "")],
    ...(origin !== null && origin.host !== "" ? [["Host", shown(origin.host)]] : []),
    ["When", instant(timing.startedAt) + (origin === null ? "" : ", for " + elapsed(timing.elapsedNanos).replaceAll(" ", "\u00a0"))],
    ["How much", human(totals.scannedBytes) + " in " + count(totals.fileCount, "file", "files")],
    ["Coverage", result.partial ? (coverageText() || "stopped before its end; ") + whole.replace("every path", "what was found") : whole],
  ];
  put("scanned-facts", ...facts.flatMap(([name, value]) => [el("dt", {}, name), el("dd", { class: "name" }, value)]));
}

/** The memory that the index of each system takes today. */
function showIndexMemory(footprints) {
  const known = footprints.filter(footprint => footprint.memoryBytes !== null && Number(footprint.memoryBytes) > 0);
  byId("purchase-memory").textContent = known.length === 0 ? ""
    : "Memory for the index today: " + known.map(footprint => footprint.profile + " " + human(footprint.memoryBytes)).join(", ") + ".";
}

/** The meaning of the plan below in a sentence, and its assumptions. */
function showPurchase(plan) {
  if (page.headline.footprints.length === 0) {
    return;
  }
  if (plan === null) {
    byId("purchase").textContent = "The plan below has a field to correct.";
    return;
  }
  const { target, assumed, rows } = plan;
  const last = rows[rows.length - 1];
  const tilde = target.estimated ? "~" : "";
  const bounded = BigInt(target.lowBytes) !== BigInt(target.highBytes);
  byId("purchase").textContent = tilde + decimal(last.usableBytes) + " (" + tilde + human(last.usableBytes) + ") of usable capacity"
    + (target.profile ? " on " + target.profile.profile : "") + (last.year === 0 ? " today" : " for " + count(last.year, "year", "years"))
    + (bounded ? ", " + decimalInterval(last.usableBytesLow, last.usableBytesHigh) + " with a certainty of 95\u00a0%" : "")
    + (last.priceHundredths === null ? "" : ", at a price of " + tilde + priceText(last.priceHundredths)) + ".";
  const lines = [
    "The data grows by " + givenPercent(assumed.growth) + " a year.",
    givenPercent(assumed.headroom) + " of the capacity stays free.",
    assumed.retention > 0 && assumed.change > 0
      ? givenPercent(assumed.change) + " of the stored data changes a day, and snapshots keep it for " + count(assumed.retention, "day", "days") + "."
      : "No snapshots.",
    "New data reduces like the data that was scanned.",
  ];
  if (target.profile) {
    lines.push(target.profile.profile + " is a model; \u201cTarget systems\u201d lists where it differs.");
  } else {
    lines.push("A system's own rounding and metadata are not included.");
  }
  if (Number(totals.unreadBytes) > 0) {
    lines.push(human(totals.unreadBytes) + " that could not be read are not included.");
  }
  if (result.partial) {
    lines.push("The scan was stopped: the plan covers only what was read.");
  }
  put("assumptions", ...lines.map(line => el("li", {}, line)));
}
