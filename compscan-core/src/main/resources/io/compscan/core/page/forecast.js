// The capacity plan, to the byte as in io.compscan.core.forecast, for assumptions that the user may change.

const TB = 1e12;

const fields = [
  { name: "growth", label: "Growth per year", unit: "%", value: "20", min: -99.999999, max: 999999 },
  { name: "years", label: "Years", unit: "", value: "3", min: 0, max: 100, whole: true },
  { name: "retention", label: "Retention", unit: "days of snapshots", value: "0", min: 0, max: 36525, whole: true },
  { name: "change", label: "Change per day", unit: "% of what is stored", value: "0", min: 0, max: 999999 },
  { name: "headroom", label: "Headroom", unit: "% of the capacity left free", value: "20", min: 0, max: 99.999999 },
  { name: "price", label: "Price per TB", unit: "any currency; may be empty", value: "", min: 0, max: 1e12, optional: true },
];

/** The bases of a forecast: each system, and each chunking with each compressor. */
const targets = views;

/** bytes * factor, computed exactly from the value of the double, then rounded half up. */
function times(bytes, factor) {
  if (!Number.isFinite(factor)) {
    return BigInt(bytes) === 0n ? 0n : 1n << 63n;
  }
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, factor);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = exponent === 0 ? fraction : fraction | 0x10000000000000n;
  const shift = Math.max(exponent, 1) - 1075;
  const product = BigInt(bytes) * mantissa;
  return shift >= 0 ? product << BigInt(shift) : (product + (1n << BigInt(-shift - 1))) >> BigInt(-shift);
}

/** A row for today and for each year after it. An error has one line for a person. */
function forecast(target, { growth, years, retention, change, headroom, price }) {
  const rows = [];
  let grown = 1;
  for (let year = 0; year <= years; year++) {
    const allocated = grown * (1 + change * retention);
    const usable = allocated / (1 - headroom);
    const usableBytes = times(target.storedBytes, usable);
    const row = {
      year,
      scannedBytes: times(totals.scannedBytes, grown),
      allocatedBytes: times(target.storedBytes, allocated),
      allocatedBytesLow: times(target.lowBytes, allocated),
      allocatedBytesHigh: times(target.highBytes, allocated),
      usableBytes,
      usableBytesLow: times(target.lowBytes, usable),
      usableBytesHigh: times(target.highBytes, usable),
      priceHundredths: price === null ? null : times(100n, Number(usableBytes) / TB * price),
    };
    if (Object.values(row).some(value => typeof value === "bigint" && value >= 1n << 63n)) {
      throw new RangeError("By year " + year + " it comes to 2^63 bytes or more.");
    }
    rows.push(row);
    grown *= 1 + growth;
  }
  return rows;
}

function priceText(hundredths) {
  return hundredths === null ? NONE
    : (hundredths / 100n).toLocaleString("en-US") + "." + String(hundredths % 100n).padStart(2, "0");
}

function showForecast() {
  if (Number(totals.scannedBytes) === 0 || views.length === 0) {
    return;
  }
  if (result.memory) {
    // Memory in use is no storage to buy.
    ["forecast", "to-buy", "assumed"].forEach(hide);
    return;
  }
  const inputs = {};
  const select = el("select", { id: "forecast-target", change: update },
    ...targets.map((target, number) => el("option", { value: number, selected: number === 0 }, shown(target.name))));
  put("forecast-fields", el("label", { class: "wide" }, "Target system, or chunking and compressor", select),
    ...fields.map(field => {
      const input = el("input", {
        id: "forecast-" + field.name, type: "text", inputmode: "decimal", value: field.value, input: update,
      });
      inputs[field.name] = input;
      return el("label", {}, field.label, input, el("span", { class: "unit" }, field.unit));
    }));
  byId("forecast-fields").addEventListener("submit", event => event.preventDefault());
  byId("forecast-csv").addEventListener("click", () => download(current));
  let current = null;
  update();

  /** The number in a field; a number in per cent becomes a share. An error has one line for a person. */
  function read(field) {
    const input = inputs[field.name];
    const text = input.value.trim();
    input.setAttribute("aria-invalid", "true");
    const number = Number(text);
    if (!(text === "" && field.optional)
        && (!/^-?\d+(\.\d+)?$/.test(text) || number < field.min || number > field.max || (field.whole && !/^\d+$/.test(text)))) {
      throw new RangeError(field.label + ": a " + (field.whole ? "whole " : "") + "number from " + Math.ceil(field.min)
        + " to " + exact(Math.floor(field.max)) + ", please.");
    }
    input.removeAttribute("aria-invalid");
    // 2.7 % becomes the double nearest to 0.027. The quotient 2.7 / 100 may be another double.
    return text === "" ? null : field.unit.startsWith("%") ? Number(text + "e-2") : number;
  }

  function update() {
    const target = targets[Number(select.value)];
    try {
      const assumed = Object.fromEntries(fields.map(field => [field.name, read(field)]));
      current = { target, assumed, rows: forecast(target, assumed) };
    } catch (error) {
      if (!(error instanceof RangeError)) {
        throw error;
      }
      current = null;
      byId("forecast-csv").disabled = true;
      byId("forecast-text").textContent = error.message;
      showPurchase(null);
      return;
    }
    byId("forecast-csv").disabled = false;
    showPlan(current);
    showPurchase(current);
  }
}

function showPlan({ target, assumed, rows }) {
  const last = rows[rows.length - 1];
  const tilde = target.estimated ? "~" : "";
  byId("forecast-text").textContent = (last.year === 0 ? "Today" : "In year " + last.year) + ", "
    + human(last.scannedBytes) + " of data needs " + tilde + human(last.usableBytes) + " (" + tilde
    + decimal(last.usableBytes) + ") of usable capacity"
    + (last.priceHundredths === null ? "" : ", at a price of " + tilde + priceText(last.priceHundredths)) + ".";
  const bounded = BigInt(target.lowBytes) !== BigInt(target.highBytes);
  const figures = table({
    caption: "Usable capacity by year: " + shown(target.name),
    sortable: false,
    limit: 101,
    rows,
    columns: [
      { title: "Year", text: row => (row.year === 0 ? "today" : String(row.year)), value: row => row.year },
      bytesColumn("Data", row => row.scannedBytes),
      bytesColumn("Allocated", row => row.allocatedBytes, () => tilde),
      bytesColumn("Usable", row => row.usableBytes, () => tilde),
      { title: "Usable, decimal", kind: "number", text: row => tilde + decimal(row.usableBytes) },
      ...(bounded ? [{
        title: "95 % interval",
        kind: "number",
        text: row => decimal(row.usableBytesLow) + " to " + decimal(row.usableBytesHigh),
      }] : []),
      ...(assumed.price === null ? []
        : [{ title: "Price", kind: "number", text: row => tilde + priceText(row.priceHundredths), value: row => row.priceHundredths }]),
    ],
  });
  put("forecast-chart", chart({
    id: "chart-forecast",
    label: "Usable capacity by year: " + rows.map(row => "year " + row.year + " " + human(row.usableBytes)).join(", "),
    height: 240,
    option: (colors, width) => ({
      legend: legendOf(colors, ["allocated", "headroom"]),
      grid: { left: width > 560 ? 84 : 70, right: 16, top: 34, bottom: 28 },
      tooltip: tooltip(colors, points => {
        const row = rows[points[0].dataIndex];
        return tip(row.year === 0 ? "today" : "year " + row.year, "allocated " + tilde + human(row.allocatedBytes),
          "usable " + tilde + human(row.usableBytes) + ", " + decimal(row.usableBytes));
      }, { trigger: "axis", axisPointer: { type: "shadow" } }),
      xAxis: categoryAxis(colors, rows.map(row => (row.year === 0 ? "today" : "year " + row.year))),
      yAxis: bytesAxis(colors, Math.max(...rows.map(row => Number(row.usableBytes))), axisTitle(colors, "capacity", width > 560 ? 62 : 54)),
      series: [
        { type: "bar", name: "allocated", stack: "all", barMaxWidth: 46, itemStyle: { color: colors.accent },
          data: rows.map(row => Number(row.allocatedBytes)) },
        { type: "bar", name: "headroom", stack: "all", barMaxWidth: 46, itemStyle: { color: colors.second },
          data: rows.map(row => Number(row.usableBytes - row.allocatedBytes)) },
      ],
    }),
  }));
  put("forecast-table", figures);
  drawNew();
}

/** The columns of `compscan plan --csv`. */
function planCsv({ target, rows }) {
  const names = ["year", "scannedBytes", "allocatedBytes", "allocatedBytesLow", "allocatedBytesHigh", "usableBytes",
    "usableBytesLow", "usableBytesHigh"];
  const profile = target.profile;
  const start = [profile ? profile.profile : "", profile ? profile.chunking : target.variant.layout.chunking,
    profile ? profile.compressor : target.variant.compression.compressor].map(cell);
  const lines = [["profile", "chunking", "compressor", ...names, "price"]];
  for (const row of rows) {
    lines.push([...start, ...names.map(name => String(row[name])),
      row.priceHundredths === null ? "" : priceText(row.priceHundredths).replaceAll(",", "").replace(/0$/, "")]);
  }
  return lines.map(line => line.join(",") + "\r\n").join("");
}

/** A field in the notation of RFC 4180, which a spreadsheet does not take for a formula. */
function cell(text) {
  let safe = shown(text);
  if (safe.length > 1 && "=+-@".includes(safe[0])) {
    safe = "\\x" + safe.charCodeAt(0).toString(16) + safe.slice(1);
  }
  return /[",]/.test(safe) ? "\"" + safe.replaceAll("\"", "\"\"") + "\"" : safe;
}

function download(plan) {
  const address = URL.createObjectURL(new Blob([planCsv(plan)], { type: "text/csv" }));
  el("a", { href: address, download: "plan.csv" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
