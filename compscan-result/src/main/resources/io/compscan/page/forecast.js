// The capacity plan, to the byte as in io.compscan.forecast, for assumptions that the user may change.

const TB = 1e12;

const fields = [
  { name: "growth", label: "Growth per year", unit: "%, a range such as 15..25, or linear:20", min: -99.999999, max: 999999, range: true },
  { name: "years", label: "Years", unit: "0 is today", min: 0, max: 100, whole: true },
  { name: "retention", label: "Retention", unit: "snapshots: 30d,8w,12m,3y", keep: true },
  { name: "change", label: "Change per day", unit: "% of what is stored", min: 0, max: 999999 },
  { name: "headroom", label: "Headroom", unit: "% of the capacity left free", min: 0, max: 99.999999 },
  { name: "price", label: "Price per TB", unit: "any currency", min: 0, max: 1e12, offer: true },
  { name: "raid", label: "RAID", unit: "% of the raw capacity", min: 0, max: 99.999999, offer: true },
  { name: "spares", label: "Spares", unit: "% of the raw capacity", min: 0, max: 99.999999, offer: true },
  { name: "guarantee", label: "Guarantee", unit: ": 1, data reduction", min: 0.001, max: 1e6, offer: true },
];

/** Stands before a growth that is a share of today's data. */
const LINEAR = "linear:";

/** The error that stands for that of a model that nobody has checked. */
const UNKNOWN_ERROR = 0.1;

const COVERS = {
  sampling: "sampling error",
  draws: "the system's random draws",
  metadata: "metadata",
  model: "the model's deviations",
  growth: "growth",
};

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

/** The ages in days of the snapshots that are kept, ascending. */
function agesOf({ days, weeks, months, years }) {
  const ages = new Set();
  const add = (number, age) => {
    for (let i = 1; i <= number; i++) {
      ages.add(age(i));
    }
  };
  add(days, day => day);
  add(weeks, week => week * 7);
  add(months, month => Math.floor((month * 365 + 6) / 12));
  add(years, year => year * 365);
  return [...ages].sort((a, b) => a - b);
}

/** The share of the stored data that snapshots keep beside it. Of data that changed several times between two of them they keep one state. */
function keptShare(retention, change) {
  const unchangedPerDay = 1 - Math.min(1, change);
  let single = 0;
  let longer = 0;
  let younger = 0;
  for (const age of agesOf(retention)) {
    if (age - younger === 1) {
      single++;
    } else {
      let unchanged = 1;
      for (let day = younger; day < age; day++) {
        unchanged *= unchangedPerDay;
      }
      longer += 1 - unchanged;
    }
    younger = age;
  }
  return change * single + longer;
}

/** The names of what a capacity to buy needs and nobody gave. */
function notGiven({ growth, years, headroom }) {
  return [
    ...(years === null ? ["years"] : []),
    ...(growth === null && years !== 0 ? ["growth"] : []),
    ...(headroom === null ? ["headroom"] : []),
  ];
}

/** How many times the ends of its interval a checked system may take, at least and at most. The interval may hold some of that. */
function factorsOf(target) {
  if (target.checked === null) {
    return [1, 1];
  }
  const least = 1 / (1 + Math.max(0, target.checked.highest));
  const most = 1 / (1 + Math.min(0, target.checked.lowest));
  const [bytes, low, high] = [target.storedBytes, target.lowBytes, target.highBytes].map(Number);
  return target.covers.includes("model") && low > 0 ? [Math.min(1, least * bytes / low), Math.max(1, most * bytes / high)] : [least, most];
}

/** The data reduction ratio if so many bytes are stored. */
function writtenRatio(target, bytes) {
  return target.writtenBytes === null ? null : part(target.writtenBytes, bytes);
}

/** A row for today and for each year after it. An error has one line for a person. */
function forecast(target, assumed) {
  const { growth, years, retention, change, headroom, price, raid, spares } = assumed;
  const rows = [];
  const hasCapacity = notGiven(assumed).length === 0;
  const kept = 1 + (retention === null || change === null ? 0 : keptShare(retention, change));
  const room = headroom === null ? 1 : 1 - headroom;
  const [least, most] = factorsOf(target);
  const perUsable = writtenRatio(target, target.storedBytes);
  const last = years === null || growth === null ? 0 : years;
  let grown = 1;
  let grownLow = 1;
  let grownHigh = 1;
  for (let year = 0; year <= last; year++) {
    const allocated = Math.max(0, grown) * kept;
    const low = Math.max(0, grownLow) * kept * least;
    const high = Math.max(0, grownHigh) * kept * most;
    const usableBytes = hasCapacity ? times(target.storedBytes, allocated / room) : null;
    const row = {
      year,
      scannedBytes: times(totals.scannedBytes, Math.max(0, grown)),
      allocatedBytes: times(target.storedBytes, allocated),
      allocatedBytesLow: times(target.lowBytes, low),
      allocatedBytesHigh: times(target.highBytes, high),
      usableBytes,
      usableBytesLow: hasCapacity ? times(target.lowBytes, low / room) : null,
      usableBytesHigh: hasCapacity ? times(target.highBytes, high / room) : null,
      rawBytes: !hasCapacity || (raid === null && spares === null) ? null
        : times(usableBytes, 1 / (1 - (raid ?? 0)) / (1 - (spares ?? 0))),
      effectiveBytes: !hasCapacity || perUsable === null ? null : times(usableBytes, perUsable),
      priceHundredths: !hasCapacity || price === null ? null : hundredths(usableBytes, price),
      grade: year > 0 || kept !== 1 || (hasCapacity && room !== 1) ? "assumed" : target.grade,
    };
    if (Object.values(row).some(value => typeof value === "bigint" && value >= 1n << 63n)) {
      throw new RangeError("By year " + year + " it comes to 2^63 bytes or more.");
    }
    rows.push(row);
    if (growth !== null) {
      const next = (factor, share) => (growth.isLinear ? 1 + share * (year + 1) : factor * (1 + share));
      grown = next(grown, growth.middle);
      grownLow = next(grownLow, growth.low);
      grownHigh = next(grownHigh, growth.high);
    }
  }
  return rows;
}

function hundredths(bytes, price) {
  return times(100n, Number(bytes) / TB * price);
}

/** The errors that the ranges of a forecast hold. */
function rangeCovers({ target, assumed, rows }) {
  const isBounded = BigInt(target.lowBytes) !== BigInt(target.highBytes);
  return [
    ...(isBounded ? target.covers : []),
    ...(target.checked === null || (isBounded && target.covers.includes("model")) ? [] : ["model"]),
    ...(assumed.growth !== null && assumed.growth.low !== assumed.growth.high && rows.length > 1 ? ["growth"] : []),
  ];
}

/** The errors in words. */
function rangeText(plan) {
  return rangeCovers(plan).map(cover => COVERS[cover]).join(" and ");
}

/** A range of the last year in words; empty if nothing has a range. */
function rangeOfLast(plan) {
  const last = plan.rows[plan.rows.length - 1];
  return last.usableBytesLow === null || last.usableBytesLow === last.usableBytesHigh ? ""
    : decimalInterval(last.usableBytesLow, last.usableBytesHigh) + " in the range of " + rangeText(plan);
}

/** The cost of a model that is wrong; empty where it was checked, and where there is none. */
function ifWorse({ target, assumed, rows }) {
  const last = rows[rows.length - 1];
  if (target.grade !== "modelled" || last.usableBytes === null) {
    return "";
  }
  const more = worse({ rows });
  return "The model of " + target.profile.profile + " was not checked. A data reduction 10\u00a0% worse costs " + decimal(more) + " more"
    + (assumed.price === null ? "" : ", or " + priceText(hundredths(more, assumed.price))) + ".";
}

/** Whether the data reaches a guaranteed ratio, and the ends of what it reaches; those are null where nothing would remain. */
function guaranteeOf({ target, assumed }) {
  const [least, most] = factorsOf(target);
  const scaled = (value, factor) => (value === null ? null : value * factor);
  const low = scaled(writtenRatio(target, target.highBytes), target.checked === null ? 1 - UNKNOWN_ERROR : 1 / most);
  const high = scaled(writtenRatio(target, target.lowBytes), target.checked === null ? 1 + UNKNOWN_ERROR : 1 / least);
  const isKnown = low !== null && high !== null;
  const verdict = !isKnown ? "open" : low >= assumed.guarantee ? "likely" : high < assumed.guarantee ? "unlikely" : "open";
  return { verdict, low, high, isKnown };
}

/** The same in words, with what it rests on; empty without a guarantee. */
function guaranteeText({ target, assumed }) {
  if (assumed.guarantee === null) {
    return "";
  }
  const { verdict, low, high, isKnown } = guaranteeOf({ target, assumed });
  return "Guarantee of " + perOne(assumed.guarantee) + ": " + verdict
    + (isKnown ? ", this data reduces " + ratio(low) + " to " + perOne(high) : ", nothing would remain")
    + (target.checked !== null ? ", by a checked model and its deviations."
      : target.profile ? ", by a model that nobody has checked, 10\u00a0% to either side."
        : ", without any system\u2019s model, 10\u00a0% to either side.");
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
  const given = { ...page.plan.assumed, ...fromAddress() };
  const start = targets.findIndex(target => keyOf(target) === (given.system ?? page.plan.system ?? keyOf(targets[0])));
  const select = el("select", { id: "forecast-target", change: choose },
    ...targets.map((target, number) => el("option", { value: number, selected: number === Math.max(0, start) }, shown(target.name))));
  put("forecast-fields", el("label", { class: "wide" }, "Target system, or chunking and compressor", select),
    ...fields.map(field => {
      const input = el("input", {
        id: "forecast-" + field.name, type: "text", inputmode: field.range || field.keep ? "text" : "decimal",
        placeholder: "not given", input: edit,
        value: given[field.name] ?? (field.offer ? offerOf(targets[Math.max(0, start)])[field.name] : null) ?? "",
      });
      inputs[field.name] = input;
      return el("label", {}, field.label, input, el("span", { class: "unit" }, field.unit));
    }));
  byId("forecast-fields").addEventListener("submit", event => event.preventDefault());
  byId("forecast-csv").addEventListener("click", () => download(current));
  let current = null;
  update();

  /** Another system has another price. */
  function choose() {
    const offer = offerOf(targets[Number(select.value)]);
    fields.filter(field => field.offer && Object.keys(page.plan.offers).length > 0).forEach(field => {
      inputs[field.name].value = offer[field.name] ?? "";
    });
    edit();
  }

  function edit() {
    update();
    toAddress({
      system: keyOf(targets[Number(select.value)]),
      ...Object.fromEntries(fields.map(field => [field.name, inputs[field.name].value.trim()])),
    });
  }

  /** The number in a field; a number in per cent becomes a share. An error has one line for a person. */
  function read(field) {
    const input = inputs[field.name];
    const text = input.value.trim();
    input.setAttribute("aria-invalid", "true");
    const value = text === "" ? null : field.keep ? keep(text) : field.range ? range(field, text) : number(field, text);
    input.removeAttribute("aria-invalid");
    return value;
  }

  function number(field, text) {
    const value = Number(text);
    if (!/^-?\d+(\.\d+)?$/.test(text) || value < field.min || value > field.max || (field.whole && !/^\d+$/.test(text))) {
      throw new RangeError(field.label + ": a " + (field.whole ? "whole " : "") + "number from " + (field.min === 0.001 ? field.min : exact(Math.ceil(field.min)))
        + " to " + exact(Math.floor(field.max)) + ", please.");
    }
    // 2.7 % becomes the double nearest to 0.027. The quotient 2.7 / 100 may be another double.
    return field.unit.startsWith("%") ? Number(text + "e-2") : value;
  }

  function range(field, text) {
    const isLinear = text.startsWith(LINEAR);
    const ends = (isLinear ? text.slice(LINEAR.length) : text).split("..");
    const [low, high] = [ends[0], ends[ends.length - 1]].map(end => number(field, end.trim()));
    // The middle to twelve decimals, as the command has it.
    const middle = ends.length === 3 ? number(field, ends[1].trim()) : low === high ? low : Number(((low + high) / 2).toFixed(12));
    if (ends.length > 3 || !(low <= middle && middle <= high)) {
      throw new RangeError(field.label + ": the lesser number comes first, please.");
    }
    return { low, high, middle, isLinear };
  }

  function keep(text) {
    const kept = { d: null, w: null, m: null, y: null };
    for (const one of text.split(",")) {
      const match = /^(\d{1,5})([dwmy]?)$/.exec(one.trim());
      const unit = match === null ? "" : match[2] || "d";
      if (match === null || kept[unit] !== null || Number(match[1]) * { d: 1, w: 7, m: 31, y: 365 }[unit] > 37000) {
        throw new RangeError("Retention: days, weeks, months and years such as 30d,8w,12m,3y, up to 100 years, please.");
      }
      kept[unit] = Number(match[1]);
    }
    return { days: kept.d ?? 0, weeks: kept.w ?? 0, months: kept.m ?? 0, years: kept.y ?? 0 };
  }

  function update() {
    const target = targets[Number(select.value)];
    try {
      const assumed = Object.fromEntries(fields.map(field => [field.name, read(field)]));
      if ((assumed.retention === null) !== (assumed.change === null)) {
        throw new RangeError("Retention and change per day go together, please.");
      }
      current = { target, assumed, rows: forecast(target, assumed) };
    } catch (error) {
      if (!(error instanceof RangeError)) {
        throw error;
      }
      current = null;
      byId("forecast-csv").disabled = true;
      byId("forecast-text").textContent = error.message;
      showPurchase(null);
      put("purchase-table");
      return;
    }
    byId("forecast-csv").disabled = false;
    showPlan(current);
    showPurchase(current);
    showSideBySide(current);
  }

  /** What to buy of each system, with its own offer; the fields have that of the chosen one. */
  function showSideBySide(chosen) {
    const offered = Object.keys(page.plan.offers);
    const systems = targets.filter(target => target === chosen.target
      || (target.profile && (offered.length === 0 || offered.includes(target.profile.profile))));
    if (systems.length < 2 || chosen.rows[chosen.rows.length - 1].usableBytes === null) {
      put("purchase-table");
      return;
    }
    const plans = systems.map(target => {
      const assumed = { ...chosen.assumed, ...(target === chosen.target || offered.length === 0 ? {} : offerFields(target)) };
      return { target, assumed, rows: forecast(target, assumed) };
    });
    put("purchase-table", purchaseTable(plans));
  }

  function offerFields(target) {
    const offer = offerOf(target);
    return Object.fromEntries(fields.filter(field => field.offer)
      .map(field => [field.name, offer[field.name] === undefined ? null : number(field, offer[field.name])]));
  }
}

/** Systems side by side, at the end of the plan. */
function purchaseTable(plans) {
  const last = plan => plan.rows[plan.rows.length - 1];
  const tilde = plan => (plan.target.estimated ? "~" : "");
  const has = value => plans.some(plan => value(plan) !== null);
  const decimalColumn = (title, value) => ({
    title, kind: "number", value, text: plan => (value(plan) === null ? NONE : tilde(plan) + decimal(value(plan))),
  });
  const year = last(plans[0]).year;
  return table({
    caption: "What to buy " + (year === 0 ? "today" : "for " + count(year, "year", "years")),
    rows: plans,
    limit: 40,
    cards: true,
    sortable: plans.length > 2,
    columns: [
      nameColumn("System", plan => (plan.target.profile ? plan.target.profile.profile : plan.target.name)),
      { ...decimalColumn("Usable", plan => last(plan).usableBytes),
        text: plan => el("span", {}, tilde(plan) + decimal(last(plan).usableBytes),
          el("span", { class: "range" }, last(plan).usableBytesLow === last(plan).usableBytesHigh ? ""
            : decimalInterval(last(plan).usableBytesLow, last(plan).usableBytesHigh))) },
      decimalColumn("Effective", plan => last(plan).effectiveBytes),
      ...(has(plan => last(plan).rawBytes) ? [decimalColumn("Raw", plan => last(plan).rawBytes)] : []),
      ...(has(plan => last(plan).priceHundredths) ? [{
        title: "Price", kind: "number", value: plan => last(plan).priceHundredths,
        text: plan => (last(plan).priceHundredths === null ? NONE : tilde(plan) + priceText(last(plan).priceHundredths)),
      }] : []),
      ...(has(plan => plan.assumed.guarantee) ? [{
        title: "Guarantee", kind: "words", text: plan => (plan.assumed.guarantee === null ? NONE
          : perOne(plan.assumed.guarantee) + " " + guaranteeOf(plan).verdict),
      }] : []),
      { title: "If the reduction is 10\u00a0% worse", kind: "number", value: plan => worse(plan),
        text: plan => "+" + decimal(worse(plan)) },
    ],
  });
}

/** The further capacity that a data reduction 10 % worse takes. */
function worse({ rows }) {
  return times(rows[rows.length - 1].usableBytes, 1 / (1 - UNKNOWN_ERROR) - 1);
}

/** The name of a target in the address. */
function keyOf(target) {
  return target.profile ? target.profile.profile : target.name;
}

function offerOf(target) {
  return page.plan.offers[target.profile ? target.profile.profile : ""] ?? {};
}

/** Stands at the beginning of an address's fragment that holds a plan. */
const PLAN = "#plan?";

/** The texts of the fields that the address of the page holds. */
function fromAddress() {
  return location.hash.startsWith(PLAN) ? Object.fromEntries(new URLSearchParams(location.hash.slice(PLAN.length))) : {};
}

/** Keeps the texts of the fields in the address, so that they are there after a reload and for others who get it. */
function toAddress(texts) {
  history.replaceState(null, "", PLAN + new URLSearchParams(texts));
}

function showPlan({ target, assumed, rows }) {
  const last = rows[rows.length - 1];
  const tilde = target.estimated ? "~" : "";
  const missing = notGiven(assumed);
  const hasCapacity = missing.length === 0;
  byId("forecast-text").textContent = !hasCapacity
    ? "Not given: " + missing.join(", ") + ". No capacity to buy follows without it."
    : (last.year === 0 ? "Today" : "In year " + last.year) + ", "
      + human(last.scannedBytes) + " of data needs " + tilde + human(last.usableBytes) + " (" + tilde
      + decimal(last.usableBytes) + ") of usable capacity"
      + (last.priceHundredths === null ? "" : ", at a price of " + tilde + priceText(last.priceHundredths)) + ".";
  const capacity = row => row.usableBytes ?? row.allocatedBytes;
  const bounded = hasCapacity && last.usableBytesLow !== last.usableBytesHigh;
  const figures = table({
    caption: "Capacity by year: " + shown(target.name),
    sortable: false,
    limit: 101,
    rows,
    columns: [
      { title: "Year", text: row => (row.year === 0 ? "today" : String(row.year)), value: row => row.year },
      bytesColumn("Data", row => row.scannedBytes),
      bytesColumn("Allocated", row => row.allocatedBytes, () => tilde),
      ...(hasCapacity ? [
        bytesColumn("Usable", row => row.usableBytes, () => tilde),
        { title: "Usable, decimal", kind: "number", text: row => tilde + decimal(row.usableBytes) },
      ] : []),
      ...(bounded ? [{
        title: "Range",
        kind: "number",
        text: row => decimal(row.usableBytesLow) + " to " + decimal(row.usableBytesHigh),
      }] : []),
      ...(last.rawBytes === null ? []
        : [{ title: "Raw, decimal", kind: "number", text: row => tilde + decimal(row.rawBytes), value: row => row.rawBytes }]),
      ...(last.effectiveBytes === null ? []
        : [{ title: "Effective, decimal", kind: "number", text: row => tilde + decimal(row.effectiveBytes), value: row => row.effectiveBytes }]),
      { title: "Grade", text: row => row.grade },
      ...(last.priceHundredths === null ? []
        : [{ title: "Price", kind: "number", text: row => tilde + priceText(row.priceHundredths), value: row => row.priceHundredths }]),
    ],
  });
  put("forecast-chart", chart({
    id: "chart-forecast",
    label: (hasCapacity ? "Usable capacity" : "Allocated") + " by year: "
      + rows.map(row => "year " + row.year + " " + human(capacity(row))).join(", "),
    height: 240,
    option: (colors, width) => ({
      legend: legendOf(colors, ["allocated", "headroom"]),
      grid: { left: width > 560 ? 84 : 70, right: 16, top: 34, bottom: 28 },
      tooltip: tooltip(colors, points => {
        const row = rows[points[0].dataIndex];
        return tip(row.year === 0 ? "today" : "year " + row.year, "allocated " + tilde + human(row.allocatedBytes),
          ...(hasCapacity ? ["usable " + tilde + human(row.usableBytes) + ", " + decimal(row.usableBytes)] : []));
      }, { trigger: "axis", axisPointer: { type: "shadow" } }),
      xAxis: categoryAxis(colors, rows.map(row => (row.year === 0 ? "today" : "year " + row.year))),
      yAxis: bytesAxis(colors, Math.max(...rows.map(row => Number(capacity(row)))), axisTitle(colors, "capacity", width > 560 ? 62 : 54)),
      series: [
        { type: "bar", name: "allocated", stack: "all", barMaxWidth: 46, itemStyle: { color: colors.accent },
          data: rows.map(row => Number(row.allocatedBytes)) },
        { type: "bar", name: "headroom", stack: "all", barMaxWidth: 46, itemStyle: { color: colors.second },
          data: rows.map(row => Number(capacity(row) - row.allocatedBytes)) },
      ],
    }),
  }));
  put("forecast-table", figures);
  drawNew();
}

/** The columns of `compscan plan --csv`. */
function planCsv(plan) {
  const { target, assumed, rows } = plan;
  const joined = names => names.join(" ");
  const names = ["year", "scannedBytes", "allocatedBytes", "allocatedBytesLow", "allocatedBytesHigh", "usableBytes",
    "usableBytesLow", "usableBytesHigh"];
  const profile = target.profile;
  const start = [profile ? profile.profile : "", profile ? profile.chunking : target.variant.layout.chunking,
    profile ? profile.compressor : target.variant.compression.compressor].map(cell);
  const lines = [["profile", "chunking", "compressor", ...names, "price", "rawBytes", "effectiveBytes", "grade", "todayGrade",
    "rangeCovers", "notGiven", "dataReductionRatio", "unreadDirectoryCount"]];
  const text = value => (value === null ? "" : String(value));
  for (const row of rows) {
    lines.push([...start, ...names.map(name => text(row[name])),
      row.priceHundredths === null ? "" : priceText(row.priceHundredths).replaceAll(",", "").replace(/0$/, ""),
      text(row.rawBytes), text(row.effectiveBytes), row.grade, target.grade, joined(rangeCovers(plan)), joined(notGiven(assumed)),
      plain(writtenRatio(target, target.storedBytes)), text(totals.unreadDirectoryCount)]);
  }
  return lines.map(line => line.join(",") + "\r\n").join("");
}

/** The shortest decimal that reads back as the same number, always with a point. */
function plain(number) {
  const text = number === null ? "" : String(number);
  return text === "" || text.includes(".") ? text : text + ".0";
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
