// Charts, each with a heading, words for people who cannot see it, and the table of its numbers.

const charts = [];
/** Tall charts are lower on paper, so that a report has few sheets. */
const PRINTED_SHARE = 0.35;
const PRINTED_HEIGHT = 190;
/** A sheet of A4 with margins of 10 mm has a width of 718 pixels, and 897 at the print's scale. Charts side by side have half of that, less the gap. */
const PRINTED_WIDTH = 880;
const PRINTED_COLUMN_WIDTH = 425;

function palette() {
  const style = getComputedStyle(document.documentElement);
  const color = name => style.getPropertyValue("--" + name).trim();
  return {
    ink: color("ink"),
    soft: color("soft"),
    line: color("line"),
    surface: color("surface"),
    accent: color("accent"),
    saved: color("saved"),
    added: color("added"),
    aside: color("aside"),
    second: color("second"),
    font: style.fontFamily,
    dark: document.documentElement.dataset.theme === "dark",
  };
}

/**
 * A chart with its heading, its legend and its table.
 *
 * @param title a heading, or null where the section has one
 * @param label the words of a screen reader for the chart
 * @param height in pixels, or a function of the width
 * @param option the options of ECharts, as a function of the palette and the width
 * @param table the numbers, behind a line that opens them; null for none
 */
function chart({ id, title = null, label, height, option, table = null, legend = null }) {
  const canvas = el("div", { class: "chart", id, role: "img", "aria-label": label });
  const figure = el("figure", {},
    ...(title ? [el("figcaption", {}, title)] : []), canvas,
    ...(legend ? [legend] : []),
    ...(table ? [el("details", {}, el("summary", {}, "The numbers as a table"), table)] : []));
  charts.push({ canvas, height, option, chart: null, width: 0, onClick: null });
  return figure;
}

function draw(entry, width = entry.canvas.clientWidth, isPrinted = false) {
  if (!entry.canvas.isConnected || width === 0) {
    return;
  }
  const whole = typeof entry.height === "function" ? entry.height(width) : entry.height;
  const height = isPrinted ? Math.max(Math.min(whole, PRINTED_HEIGHT), Math.round(whole * PRINTED_SHARE)) : whole;
  entry.canvas.style.height = height + "px";
  entry.width = width;
  if (entry.chart === null) {
    entry.chart = echarts.init(entry.canvas, null, { renderer: "svg", width, height });
    entry.chart.on("click", point => entry.onClick?.(point));
  } else {
    // A tooltip would come back a moment after a drawing, when the next drawing has removed its element.
    entry.chart.dispatchAction({ type: "hideTip" });
    entry.chart.resize({ width, height, silent: true });
  }
  const colors = palette();
  entry.chart.setOption({ ...common(colors), ...entry.option(colors, width) }, { notMerge: true });
  entry.chart.getZr().flush();
}

function common(colors) {
  return {
    animation: false,
    backgroundColor: "transparent",
    textStyle: { fontFamily: colors.font, color: colors.ink },
    aria: { enabled: false },
  };
}

/** Forgets charts that are no longer on the page. */
function forgetGone() {
  for (let i = charts.length - 1; i >= 0; i--) {
    if (!charts[i].canvas.isConnected) {
      charts[i].chart?.dispose();
      charts.splice(i, 1);
    }
  }
}

function drawNew() {
  forgetGone();
  charts.filter(entry => entry.chart === null).forEach(entry => draw(entry));
}

function drawAll(isPrinted = false) {
  forgetGone();
  charts.forEach(entry => (isPrinted ? draw(entry, printedWidth(entry), true) : draw(entry)));
}

function printedWidth(entry) {
  return entry.canvas.closest(".columns") === null ? PRINTED_WIDTH : PRINTED_COLUMN_WIDTH;
}

function followWidth() {
  let asked = false;
  new ResizeObserver(() => {
    if (!asked) {
      asked = true;
      requestAnimationFrame(() => {
        asked = false;
        charts.filter(entry => entry.canvas.clientWidth !== entry.width).forEach(entry => draw(entry));
      });
    }
  }).observe(byId("main"));
}

// Parts of the options of ECharts.

function tooltip(colors, formatter, more = {}) {
  return {
    backgroundColor: colors.surface,
    borderColor: colors.line,
    textStyle: { color: colors.ink, fontFamily: colors.font, fontSize: 13 },
    confine: true,
    formatter,
    ...more,
  };
}

/** The title of an axis. */
function axisTitle(colors, name, gap) {
  return { name, nameLocation: "middle", nameGap: gap, nameTextStyle: { color: colors.soft } };
}

/** An axis of bytes with marks at round numbers of a binary unit, in about so many parts. It ends at the first mark beyond the bytes. */
function bytesAxis(colors, most, more = {}, parts = 5) {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, most)) / 10)));
  const unit = Math.pow(1024, power);
  const rough = Math.max(1, most) / unit / parts;
  const ten = Math.pow(10, Math.floor(Math.log10(rough)));
  const step = [1, 2, 2.5, 5, 10].map(factor => factor * ten).find(round => round >= rough * 0.999) * unit;
  const label = value => (value / unit).toLocaleString("en-US", { maximumFractionDigits: 3 }) + " " + UNITS[power];
  return {
    type: "value",
    min: 0,
    max: Math.ceil(Math.max(1, most) / step - 1e-9) * step,
    interval: step,
    axisLabel: { color: colors.soft, formatter: value => (value === 0 ? "0" : label(value)), hideOverlap: true },
    splitLine: { lineStyle: { color: colors.line } },
    ...more,
  };
}

/** Without zeros behind the point: 500 GiB, 1.5 TiB. */
function tidy(text) {
  return text.replace(/\.(\d*?)0+(?=\u00a0)/, (_, digits) => (digits ? "." + digits : ""));
}

function percentAxis(colors, more = {}) {
  return {
    type: "value",
    min: 0,
    axisLabel: { color: colors.soft, formatter: value => value + " %" },
    splitLine: { lineStyle: { color: colors.line } },
    ...more,
  };
}

function categoryAxis(colors, names, more = {}) {
  return {
    type: "category",
    data: names,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: colors.line } },
    axisLabel: { color: colors.ink, ...(more.axisLabel ?? {}) },
    ...Object.fromEntries(Object.entries(more).filter(([name]) => name !== "axisLabel")),
  };
}

function legendOf(colors, names) {
  return { data: names, top: 0, left: 0, itemWidth: 12, itemHeight: 12, textStyle: { color: colors.soft }, selectedMode: false };
}

/** Rows of bars from the left, a few for each name, the first name on top. */
function bars(colors, width, names, series, most, tipOf, axisName = "bytes") {
  const wide = width > 560;
  return {
    legend: series.length > 1 ? legendOf(colors, series.map(one => one.name)) : undefined,
    grid: { left: wide ? 190 : 104, right: wide ? 36 : 24, top: series.length > 1 ? 34 : 8, bottom: 46 },
    tooltip: tooltip(colors, points => tipOf(points[0].dataIndex), { trigger: "axis", axisPointer: { type: "shadow" } }),
    xAxis: bytesAxis(colors, most, axisTitle(colors, axisName, 26)),
    yAxis: categoryAxis(colors, names, {
      inverse: true,
      axisLabel: { width: wide ? 178 : 94, overflow: "truncate", formatter: name => shortened(name, 60) },
    }),
    series: series.map(one => ({
      type: "bar",
      barMaxWidth: 18,
      barMinHeight: 1,
      stack: one.stack,
      name: one.name,
      itemStyle: { color: one.color },
      data: one.data,
    })),
  };
}
