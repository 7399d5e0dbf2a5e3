// The top of the page, for the reader who decides.

/** A share with its sign, such as 20 %. */
function givenPercent(share) {
  return grouped(share * 100, Number.isInteger(share * 100) ? 0 : 1) + "\u00a0%";
}

/** The snapshots that are kept: 30d,8w,12m,3y. */
function retentionText({ days, weeks, months, years }) {
  return [[days, "d"], [weeks, "w"], [months, "m"], [years, "y"]].filter(([number]) => number > 0).map(part => part.join("")).join(",") || "0d";
}

/** The data reduction ratio, and that with thin provisioning where it is another. */
function reductionText(tilde, data, thin) {
  const whole = tilde + perOne(thin);
  if (data === null) {
    return whole + " with thin provisioning";
  }
  const written = tilde + perOne(data);
  return written + (written === whole ? "" : " (" + whole + " with thin provisioning)");
}

/** The same on two lines, for a table with many columns. */
function reductionLines(tilde, data, thin) {
  const whole = tilde + perOne(thin);
  const written = data === null ? NONE : tilde + perOne(data);
  return el("span", {}, written, el("span", { class: "range" }, written === whole ? "" : whole + " with thin"));
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
  const written = (footprint, bytes) => (footprint.writtenBytes === null ? null : part(footprint.writtenBytes, bytes));
  const reduction = footprint => written(footprint, footprint.allocatedBytes);
  const grade = footprint => page.grades[footprint.profile ?? ""];
  const isBounded = footprint => String(footprint.allocatedBytesLow) !== String(footprint.allocatedBytesHigh);
  byId("headline").textContent = human(totals.scannedBytes) + (result.partial ? " read so far" : " of data") + " would take "
    + tilde(first) + human(first.allocatedBytes) + (first.profile ? " on " : " as ") + shown(title(first))
    + (footprints.length > 1 ? "; " + count(footprints.length - 1, "other system", "other systems") + " below" : "") + ".";
  const systems = footprints.some(footprint => footprint.profile);
  put("headline-table", table({
    caption: systems ? "What the data takes on each system" : "What the data takes, before a system's rounding and metadata",
    rows: footprints,
    limit: 40,
    cards: true,
    sortable: footprints.length > 2,
    columns: [
      { ...nameColumn(systems ? "System" : "Stored as", title) },
      bytesColumn("Capacity used", footprint => footprint.allocatedBytes, tilde),
      { title: "How sure", text: footprint => el("span", {}, grade(footprint).words.replaceAll(" %", "\u00a0%"),
        el("span", { class: "range" }, isBounded(footprint)
          ? bytesInterval(footprint.allocatedBytesLow, footprint.allocatedBytesHigh) + " (" + grade(footprint).covers + ")"
          : footprint.estimated ? "estimate without interval" : "")) },
      ratioColumn("Data reduction", reduction, footprint => el("span", {}, reductionText(tilde(footprint), reduction(footprint),
        part(totals.scannedBytes, footprint.allocatedBytes)),
        el("span", { class: "range" }, isBounded(footprint) && footprint.writtenBytes !== null
          ? interval(written(footprint, footprint.allocatedBytesHigh), written(footprint, footprint.allocatedBytesLow)) : ""))),
      percentColumn("Saves", footprint => 1 - Number(footprint.allocatedBytes) / Number(totals.scannedBytes), tilde),
    ],
  }));
  showFacts();
  showIndexMemory(footprints);
}

function showFacts() {
  const timing = result.timing;
  const origin = timing.origin;
  const whole = Number(totals.unreadPathCount) === 0 ? "every path was read whole" : "not read: " + page.unread;
  const facts = [
    ["Data", subject.slice(0, 3).map(shown).join(", ") + (subject.length > 3 ? " and " + exact(subject.length - 3) + " more" : "")],
    ...(origin !== null && origin.host !== "" ? [["Host", shown(origin.host)]] : []),
    ["When", instant(timing.startedAt) + (origin === null ? "" : ", for " + elapsed(timing.elapsedNanos).replaceAll(" ", "\u00a0"))],
    ["How much", human(totals.scannedBytes) + " in " + count(totals.fileCount, "file", "files")],
    ["Coverage", page.sampled !== null ? page.sampled : result.partial ? (coverageText() || "stopped before its end; ") + whole.replace("every path", "what was found") : whole],
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
  const missing = notGiven(assumed);
  const range = rangeOfLast(plan);
  byId("purchase").textContent = missing.length > 0
    ? "Not given: " + missing.join(", ") + ". Fill in the fields of \u201cCapacity in the years to come\u201d: without them no capacity to buy follows."
    : tilde + decimal(last.usableBytes) + " (" + tilde + human(last.usableBytes) + ") of usable capacity"
    + (target.profile ? " on " + target.profile.profile : "") + (last.year === 0 ? " today" : " for " + count(last.year, "year", "years"))
    + (range === "" ? "" : "; " + range)
    + (last.priceHundredths === null ? "" : ", at a price of " + tilde + priceText(last.priceHundredths)) + ".";
  const { growth, headroom, retention, change } = assumed;
  const lines = [
    growth === null ? "Growth: not given."
      : "The data grows by " + (growth.low === growth.high ? givenPercent(growth.middle)
        : givenPercent(growth.low) + " to " + givenPercent(growth.high)) + (growth.isLinear ? " of today\u2019s" : "") + " a year (assumed).",
    ...(page.plan.measured === null ? [] : ["Measured: " + page.plan.measured + "."]),
    assumed.years === null ? "Years: not given." : "The plan looks ahead " + count(assumed.years, "year", "years") + ".",
    headroom === null ? "Headroom: not given." : givenPercent(headroom) + " of the capacity stays free (assumed).",
    retention === null ? "Snapshots: not given, so none are included."
      : givenPercent(change) + " of the stored data changes a day, and snapshots keep it: " + retentionText(retention) + " (assumed).",
    "New data reduces like the data that was scanned (assumed).",
    target.profile ? target.profile.profile + ": " + target.words + "."
      : "Measured. A system\u2019s own rounding and metadata are not included.",
  ];
  lines.push(...[ifWorse(plan), guaranteeText(plan)].filter(text => text !== ""));
  if (last.rawBytes !== null && last.effectiveBytes !== null) {
    lines.push("Raw " + tilde + decimal(last.rawBytes) + ", usable " + tilde + decimal(last.usableBytes) + ", effective " + tilde
      + decimal(last.effectiveBytes) + " of written data.");
  }
  if (page.unknown !== null) {
    lines.unshift(page.unknown);
  }
  if (Number(totals.unreadBytes) > 0) {
    lines.push(human(totals.unreadBytes) + " that could not be read are not included.");
  }
  if (result.partial) {
    lines.push("The scan was stopped: the plan covers only what was read.");
  }
  put("assumptions", ...lines.map(line => el("li", {}, line)));
}
