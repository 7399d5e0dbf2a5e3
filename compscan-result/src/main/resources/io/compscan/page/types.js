// File types, with their charges where there is a ledger.

const BARS_SHOWN = 15;

/** The note for every figure that comes from the ledger. */
function sampleNote() {
  if (ledger.sampleShift === 0 && ledger.types.some(type => Number(type.attributedErrorBytes) !== 0)) {
    return "Attributed and reclaimable bytes come from stored sizes that are estimated, of " + shown(ledger.chunking) + " with " + ledger.compressor
      + "; \u00b1 is the sampling error only, 95\u00a0%.";
  }
  return ledger.sampleShift === 0
    ? "Attributed and reclaimable bytes are exact: of " + shown(ledger.chunking) + " with " + ledger.compressor + "."
    : "Attributed and reclaimable bytes are estimated from one distinct chunk in " + exact(2n ** BigInt(ledger.sampleShift))
      + " (" + count(ledger.sampledChunkCount, "chunk", "chunks") + ") of " + shown(ledger.chunking) + " with " + ledger.compressor
      + "; \u00b1 is the sampling error only, 95\u00a0%.";
}

function plusMinus(bytes, error) {
  return Number(error) === 0 ? human(bytes) : human(bytes) + " \u00b1\u00a0" + human(error);
}

/** Columns of a charge; `of` finds the charge in a row, or null. */
function chargeColumns(of) {
  const column = (title, name) => ({
    title,
    kind: "number",
    text: row => (of(row) === null ? NONE : (row.atLeast && name === "reclaimable" ? "\u2265\u00a0" : "")
      + plusMinus(of(row)[name + "Bytes"], of(row)[name + "ErrorBytes"])),
    hover: row => (of(row) === null ? null : exact(of(row)[name + "Bytes"]) + " bytes"),
    value: row => (of(row) === null ? null : of(row)[name + "Bytes"]),
  });
  return [
    column("Attributed", "attributed"),
    column("Reclaimable", "reclaimable"),
    ratioColumn("With thin provisioning", row => (of(row) === null ? null : reductionOf(of(row)))),
  ];
}

/** Bytes read over attributed bytes; null where these are 0. */
function reductionOf(charge) {
  return Number(charge.attributedBytes) === 0 ? null : Number(charge.scannedBytes) / Number(charge.attributedBytes);
}

/** Bars of bytes read and of attributed bytes, the largest first. */
function chargeChart({ id, title, rows, nameOf, scanned, charge, table: numbers }) {
  const largest = rows.slice(0, BARS_SHOWN);
  const charged = charge !== null;
  return chart({
    id,
    label: title + ", the largest " + largest.length + ": " + largest.map(row => nameOf(row) + " " + human(scanned(row))).join(", "),
    height: largest.length * (charged ? 40 : 28) + (charged ? 84 : 58),
    table: numbers,
    option: (colors, width) => bars(colors, width, largest.map(nameOf), [
      { name: "bytes read", color: colors.second, data: largest.map(row => Number(scanned(row))) },
      ...(charged ? [{
        name: "attributed",
        color: colors.accent,
        data: largest.map(row => (charge(row) === null ? null : Number(charge(row).attributedBytes))),
      }] : []),
    ], Math.max(1, ...largest.map(row => Number(scanned(row)))), number => {
      const row = largest[number];
      const lines = ["read " + human(scanned(row))];
      if (charged && charge(row) !== null) {
        lines.push("attributed " + plusMinus(charge(row).attributedBytes, charge(row).attributedErrorBytes),
          "reclaimable " + plusMinus(charge(row).reclaimableBytes, charge(row).reclaimableErrorBytes));
      }
      return tip(nameOf(row), ...lines);
    }),
  });
}

function showTypes() {
  if (result.types.length === 0) {
    hide("types");
    return;
  }
  const charges = new Map((ledger?.types ?? []).map(charge => [charge.name, charge]));
  const rows = result.types.map(type => ({ type, charge: charges.get(type.extension) ?? null }))
    .sort((a, b) => Number(b.type.scannedBytes) - Number(a.type.scannedBytes));
  const nameOf = row => (row.type.extension === "" ? "(no extension)" : row.type.extension);
  byId("types-note").textContent = "By the extension of the name. "
    + (ledger ? "Attributed: a type's share of the stored bytes. Reclaimable: space freed if this type were deleted. " + sampleNote() : "");
  put("types-chart", chargeChart({
    id: "chart-types",
    title: "File types by bytes read",
    rows,
    nameOf,
    scanned: row => row.type.scannedBytes,
    charge: ledger ? row => row.charge : null,
    table: table({
      caption: "File types, the largest first",
      rows,
      columns: [
        nameColumn("Extension", nameOf),
        countColumn("Files", row => row.type.fileCount),
        bytesColumn("Read", row => row.type.scannedBytes),
        percentColumn("Of all", row => part(row.type.scannedBytes, totals.scannedBytes)),
        percentColumn("Zeros", row => part(row.type.zeroBytes[0] ?? 0, row.type.scannedBytes)),
        ...(ledger ? chargeColumns(row => row.charge) : []),
      ],
    }),
  }));
}
