// The scans of a catalog: how the data has grown, and what has changed between them.

const page = JSON.parse(byId("data").textContent);
const scans = page.history.scans;
const growth = page.history.growth ?? null;
const lastScan = scans[scans.length - 1] ?? null;
const titleOf = target => target.profile ?? target.chunking + " with " + target.compressor;
const targets = lastScan === null ? [] : lastScan.targets.map(titleOf);
const storedIn = (scan, title) => scan.targets.find(target => titleOf(target) === title) ?? null;
const tildeOf = stored => (stored !== null && stored.allocatedBytesLow !== stored.allocatedBytesHigh ? "~" : "");
const dayOf = scan => scan.startedAt.slice(0, 10);

function showSubject() {
  byId("subject").textContent = lastScan === null ? "No scan" : shown(lastScan.paths.join(", "));
  document.title = "compscan: " + byId("subject").textContent;
  byId("origin").textContent = count(scans.length, "scan", "scans")
    + (lastScan === null ? "" : ", " + dayOf(scans[0]) + " to " + dayOf(lastScan)) + "; compscan " + shown(page.toolVersion);
  put("banners", ...(page.unknown === null ? [] : [el("p", { class: "banner", role: "note" }, page.unknown)]));
}

function sharePercent(share, decimals = 1) {
  return (share < 0 ? "\u2212" : "") + Math.abs(100 * share).toLocaleString("en-US",
    { minimumFractionDigits: decimals, maximumFractionDigits: decimals }) + "\u00a0%";
}

function linearText(trend) {
  return signedDecimal(trend.bytesPerYear) + " (" + signedDecimal(trend.bytesPerYearLow) + " to " + signedDecimal(trend.bytesPerYearHigh) + ")";
}

function compoundedText(trend) {
  return trend.sharePerYear === null ? NONE
    : sharePercent(trend.sharePerYear) + " (" + sharePercent(trend.sharePerYearLow) + " to " + sharePercent(trend.sharePerYearHigh) + ")";
}

function showAnswer() {
  byId("headline").textContent = page.headline;
  put("answer-notes", ...page.notes.map(text => el("p", { class: "note" }, text)));
  if (lastScan === null) {
    return;
  }
  const trend = growth === null ? null : growth.data;
  put("answer-tiles",
    tile("Data", human(lastScan.scannedBytes), dayOf(lastScan), lastScan.scannedBytes),
    ...(growth === null ? [] : [growthTile(growth.data)]),
    ...(growth === null || growth.change === null ? [] : [tile("Changed a day, at most", sharePercent(growth.change.sharePerDay, 2),
      sharePercent(growth.change.sharePerDayLow, 2) + " to " + sharePercent(growth.change.sharePerDayHigh, 2), growth.change.sharePerDay)]));
}

function growthTile(trend) {
  return trend.curve === "linear"
    ? tile("Growth a year", signedDecimal(trend.bytesPerYear),
      signedDecimal(trend.bytesPerYearLow) + " to " + signedDecimal(trend.bytesPerYearHigh), trend.bytesPerYear)
    : tile("Growth a year", sharePercent(trend.sharePerYear),
      sharePercent(trend.sharePerYearLow) + " to " + sharePercent(trend.sharePerYearHigh), trend.sharePerYear);
}

/** An axis of time; scans need not have equal distances. */
function timeAxis(colors) {
  return {
    type: "time",
    axisLine: { lineStyle: { color: colors.line } },
    axisLabel: { color: colors.ink, hideOverlap: true, formatter: "{yyyy}-{MM}-{dd}" },
    splitLine: { show: false },
  };
}

function showCourse() {
  if (lastScan === null) {
    hide("course");
    return;
  }
  const lines = colors => [
    { name: "data", color: colors.accent, value: scan => Number(scan.scannedBytes) },
    ...targets.slice(0, 3).map((title, i) => ({
      name: title,
      color: [colors.saved, colors.added, colors.aside][i],
      value: scan => (storedIn(scan, title) === null ? null : Number(storedIn(scan, title).allocatedBytes)),
    })),
  ];
  const most = Math.max(1, ...scans.map(scan => Math.max(Number(scan.scannedBytes), ...scan.targets.map(one => Number(one.allocatedBytes)))));
  put("course-chart", chart({
    id: "chart-course",
    label: "Data by scan: " + scans.slice(-12).map(scan => dayOf(scan) + " " + human(scan.scannedBytes)).join(", "),
    height: 300,
    option: (colors, width) => ({
      legend: { ...legendOf(colors, lines(colors).map(line => line.name)), type: "scroll" },
      grid: { left: width > 560 ? 84 : 70, right: 24, top: 40, bottom: 28 },
      tooltip: tooltip(colors, points => {
        const scan = scans[points[0].dataIndex];
        return tip(dayOf(scan), "data " + human(scan.scannedBytes), ...targets.slice(0, 3).map(title => {
          const stored = storedIn(scan, title);
          return shown(title) + " " + (stored === null ? NONE : tildeOf(stored) + human(stored.allocatedBytes));
        }));
      }, { trigger: "axis" }),
      xAxis: timeAxis(colors),
      yAxis: bytesAxis(colors, most, axisTitle(colors, "bytes", width > 560 ? 62 : 54)),
      series: lines(colors).map(line => ({
        type: "line", name: line.name, symbolSize: 7, lineStyle: { color: line.color }, itemStyle: { color: line.color },
        data: scans.map(scan => [scan.startedAt, line.value(scan)]),
      })),
    }),
  }));
  if (growth !== null) {
    put("growth-table", table({
      caption: "Growth a year",
      sortable: false,
      cards: true,
      rows: [{ title: "data", trend: growth.data, came: growth.addedBytes, ratio: null },
        ...growth.targets.map(target => ({ title: titleOf(target), trend: target.trend, came: target.added.allocatedBytes,
          ratio: target.added.dataReductionRatio }))],
      columns: [
        nameColumn("Of", row => row.title),
        { title: "Linear", kind: "number", text: row => linearText(row.trend), value: row => row.trend.bytesPerYear },
        { title: "Compounded", kind: "number", text: row => compoundedText(row.trend), value: row => row.trend.sharePerYear },
        { title: "Came", kind: "number", text: row => signedDecimal(Number(row.came)), value: row => row.came },
        { title: "Data reduction of it", kind: "number", text: row => (row.ratio === null ? NONE : perOne(row.ratio)), value: row => row.ratio },
      ],
    }));
  }
}

function showChurn() {
  const later = scans.slice(1);
  if (later.length === 0) {
    hide("churn");
    return;
  }
  const kinds = colors => [
    { name: "new", color: colors.accent, value: scan => Number(scan.churn.newBytes) },
    { name: "changed", color: colors.second, value: scan => Number(scan.churn.changedBytes) },
    { name: "deleted", color: colors.aside, value: scan => Number(scan.churn.deletedBytes) },
  ];
  const most = Math.max(1, ...later.map(scan => Number(scan.churn.newBytes) + Number(scan.churn.changedBytes) + Number(scan.churn.deletedBytes)));
  put("churn-chart", chart({
    id: "chart-churn",
    label: "New, changed and deleted bytes by scan; the table has the numbers",
    height: 240,
    option: (colors, width) => ({
      legend: legendOf(colors, kinds(colors).map(kind => kind.name)),
      grid: { left: width > 560 ? 84 : 70, right: 24, top: 34, bottom: 28 },
      tooltip: tooltip(colors, points => {
        const scan = later[points[0].dataIndex];
        return tip(dayOf(scan), ...kinds(colors).map(kind => kind.name + " " + human(kind.value(scan))));
      }, { trigger: "axis", axisPointer: { type: "shadow" } }),
      xAxis: categoryAxis(colors, later.map(dayOf), { axisLabel: { hideOverlap: true } }),
      yAxis: bytesAxis(colors, most, axisTitle(colors, "bytes", width > 560 ? 62 : 54)),
      series: kinds(colors).map(kind => ({
        type: "bar", name: kind.name, stack: "all", barMaxWidth: 46, itemStyle: { color: kind.color }, data: later.map(kind.value),
      })),
    }),
  }));
}

function showScans() {
  const first = scans[0];
  const since = value => scan => (scan === first ? null : value(scan));
  put("scans-table", table({
    caption: "The scans, the newest first",
    rows: [...scans].reverse(),
    columns: [
      nameColumn("Scan of", scan => dayOf(scan) + (Number(scan.unreadDirectoryCount) > 0 ? " +?" : "")),
      countColumn("Files", scan => scan.fileCount),
      bytesColumn("Data", scan => scan.scannedBytes),
      bytesColumn("New", since(scan => scan.churn.newBytes)),
      bytesColumn("Changed", since(scan => scan.churn.changedBytes)),
      bytesColumn("Deleted", since(scan => scan.churn.deletedBytes)),
      ...targets.map(title => bytesColumn(shown(title), scan => {
        const stored = storedIn(scan, title);
        return stored === null ? null : stored.allocatedBytes;
      }, scan => tildeOf(storedIn(scan, title)))),
    ],
  }));
}

followTheme();
showSubject();
showAnswer();
showCourse();
showChurn();
showScans();
drawNew();
showNavigation();
followWidth();
followPrinting();
labelPaper("compscan " + shown(page.toolVersion));
followCutTables();
document.documentElement.dataset.ready = "true";
