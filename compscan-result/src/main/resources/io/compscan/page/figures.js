// Numbers as text, as on the console. A byte count is a number, or a string where a number could not hold it.

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
const NONE = "\u2013";

/** Every digit, with separators of thousands. */
function exact(count) {
  return BigInt(count).toLocaleString("en-US");
}

/** Three digits, in the largest binary unit that gives at least 1. */
function human(bytes) {
  let value = Math.abs(Number(bytes));
  const sign = Number(bytes) < 0 ? "\u2212" : "";
  let unit = 0;
  while (value >= 1023.5 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  const decimals = unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return sign + value.toFixed(decimals) + "\u00a0" + UNITS[unit];
}

const DECIMAL_UNITS = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];

/** Three digits, in the largest decimal unit that gives at least 1, because capacity is sold in these units. */
function decimal(bytes) {
  let value = Number(bytes);
  let unit = 0;
  while (value >= 999.5 && unit < DECIMAL_UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return value.toFixed(unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2) + "\u00a0" + DECIMAL_UNITS[unit];
}

function signedDecimal(bytes) {
  return (Number(bytes) < 0 ? "\u2212" : "") + decimal(Math.abs(Number(bytes)));
}

function grouped(value, decimals) {
  return value.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** A share between 0 and 1. A share that is only nearly 0 or 1 is not shown as 0 or 100 %. */
function percent(share) {
  if (share === null || !Number.isFinite(share)) {
    return NONE;
  }
  if (share !== 0 && Math.abs(share) < 0.0005) {
    return "<0.1\u00a0%";
  }
  if (share !== 1 && share >= 0.9995 && share < 1) {
    return ">99.9\u00a0%";
  }
  return grouped(share * 100, 1) + "\u00a0%";
}

function part(some, whole) {
  return Number(whole) === 0 ? null : Number(some) / Number(whole);
}

function ratio(value) {
  return value === null || !Number.isFinite(value) ? NONE : grouped(value, 2);
}

/** A ratio as vendors write it. */
function perOne(value) {
  return ratio(value) + (value === null || !Number.isFinite(value) ? "" : "\u00a0:\u00a01");
}

/** Both ends of an interval, with as many decimals as are needed to tell them apart. */
function interval(low, high) {
  let decimals = 2;
  while (decimals < 5 && high - low < 2 * Math.pow(10, -decimals)) {
    decimals++;
  }
  return grouped(low, decimals) + " to " + grouped(high, decimals);
}

/** Both ends of an interval of bytes. If three digits do not tell them apart, they have one unit and more digits. */
function bytesInterval(low, high) {
  return intervalIn(human, 1024, UNITS, low, high);
}

/** The same in decimal units. */
function decimalInterval(low, high) {
  return intervalIn(decimal, 1000, DECIMAL_UNITS, low, high);
}

function intervalIn(text, step, units, low, high) {
  if (text(low) !== text(high)) {
    return text(low) + " to " + text(high);
  }
  const [, unit] = text(high).split("\u00a0");
  const size = Math.pow(step, units.indexOf(unit));
  return interval(Number(low) / size, Number(high) / size) + "\u00a0" + unit;
}

/** A count and its noun. */
function count(number, one, many) {
  return exact(number) + " " + (Number(number) === 1 ? one : many);
}

function elapsed(nanos) {
  const seconds = Number(nanos) / 1e9;
  if (seconds < 60) {
    return seconds.toFixed(seconds < 10 ? 2 : 1) + " s";
  }
  const whole = Math.round(seconds);
  const two = number => String(number).padStart(2, "0");
  const minutes = two(Math.floor(whole / 60) % 60) + " min " + two(whole % 60) + " s";
  return whole < 3600 ? Math.floor(whole / 60) + " min " + two(whole % 60) + " s"
    : exact(Math.floor(whole / 3600)) + " h " + minutes;
}

/** A moment in UTC, to the second. */
function instant(text) {
  return text.replace("T", " ").replace(/\.\d+|Z/g, "") + " UTC";
}

/** Text from outside, in one line. Characters that would break the line or reverse its order are shown as their bytes. */
function shown(text) {
  return text.replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, c =>
    Array.from(new TextEncoder().encode(c), b => "\\x" + b.toString(16).padStart(2, "0")).join(""));
}

/** At most so many characters of a text. The beginning is left out, because the end of a path says most. */
function shortened(text, length) {
  const line = shown(text);
  return line.length <= length ? line : "\u2026" + line.slice(line.length - length + 1);
}
