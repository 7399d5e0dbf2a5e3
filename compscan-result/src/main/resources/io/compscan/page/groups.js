// Machines, and which top-level directories share their chunks.

function showMachines() {
  if (!ledger || ledger.machines.length === 0) {
    hide("machines");
    return;
  }
  const rows = [...ledger.machines].sort((a, b) => Number(b.scannedBytes) - Number(a.scannedBytes));
  put("machines-chart", chargeChart({
    id: "chart-machines",
    title: "Machines by bytes read",
    rows,
    nameOf: row => row.name,
    scanned: row => row.scannedBytes,
    charge: row => row,
    table: null,
  }), table({
    caption: "Machines, the largest first"
      + (page.left.machines > 0 ? "; " + exact(page.left.machines) + " smaller ones are in machines.csv" : ""),
    rows,
    columns: [
      nameColumn("Machine", row => row.name),
      countColumn("Files", row => row.fileCount),
      bytesColumn("Read", row => row.scannedBytes),
      ...chargeColumns(row => row),
    ],
  }), el("p", { class: "note" }, sampleNote()));
}

/** From this share on, the page says that two directories belong together. */
const TOGETHER = 0.5;

/** If all shares are below this one, a grid of pairs would show nothing. */
const NOTHING_SHARED = 0.005;

function showOverlap() {
  const numbers = ledger?.overlap.directories ?? [];
  if (numbers.length < 2) {
    hide("overlap");
    return;
  }
  const shared = ledger.overlap.sharedBytes;
  const names = numbers.map(number => overlapName(number));
  const share = (i, j) => part(shared[i][j], Math.min(Number(shared[i][i]), Number(shared[j][j]))) ?? 0;
  const groups = together(numbers.length, share).filter(group => group.length > 1);
  put("overlap-groups", ...(groups.length === 0
    ? (result.partial ? [] : [el("p", { class: "lead" }, "No two of them share half of the smaller one's stored chunks.")])
    : groups.map(group => el("p", { class: "lead" }, "These " + (result.partial ? "share much of what was read: " : "belong together: "),
      el("b", { class: "name" }, group.map(i => shown(names[i])).join(", ")), "."))));
  const order = together(numbers.length, share).flat();
  const most = Math.max(0, ...order.flatMap(i => order.map(j => (i === j ? 0 : share(i, j)))));
  if (most < NOTHING_SHARED) {
    put("overlap-groups", el("p", {}, "No two of these " + exact(numbers.length) + " directories share as much as "
      + percent(NOTHING_SHARED) + " of the smaller one's stored bytes" + (result.partial ? ", of what was read" : "") + ": "
      + order.map(i => shown(names[i])).join(", ") + "."));
    return;
  }
  const cells = order.flatMap((i, y) => order.map((j, x) => [x, y, i === j ? null : share(i, j) * 100]));
  const small = order.length > 12;
  put("overlap-chart", chart({
    id: "chart-overlap",
    label: "Overlap of " + numbers.length + " top-level directories; the table has every pair",
    height: width => 60 + order.length * (width > 560 && !small ? 34 : 22),
    option: (colors, width) => ({
      grid: { left: width > 560 ? 200 : 110, right: 12, top: 28, bottom: 8 },
      tooltip: tooltip(colors, point => {
        const i = order[point.value[1]];
        const j = order[point.value[0]];
        return i === j ? tip(names[i], "stores " + human(shared[i][i]))
          : tip(names[i], "and " + shown(names[j]), "share " + human(shared[i][j]) + ", " + percent(share(i, j)) + " of the smaller one");
      }),
      xAxis: categoryAxis(colors, order.map((_, x) => String(x + 1)), { position: "top", axisLabel: { interval: 0, fontSize: small ? 9 : 12 } }),
      yAxis: categoryAxis(colors, order.map((i, y) => (y + 1) + "  " + names[i]), {
        inverse: true,
        axisLabel: { width: width > 560 ? 188 : 98, overflow: "truncate", interval: 0, formatter: name => shortened(name, 60) },
      }),
      visualMap: {
        show: false, min: 0, max: 100, calculable: false,
        inRange: { color: colors.dark ? ["#18202a", "#2d6da8", "#9fd0ff"] : ["#ffffff", "#8fb6e0", "#1f5fa8"] },
      },
      series: [{
        type: "heatmap",
        data: cells.map(([x, y, value]) => (value === null
          ? { value: [x, y, 0], itemStyle: { color: colors.line } } : [x, y, value])),
        itemStyle: { borderColor: colors.line, borderWidth: 1 },
        label: {
          show: !small && width > 560,
          formatter: point => (point.value[0] === point.value[1] ? "" : Math.round(point.value[2]) + " %"),
          color: colors.ink,
          textBorderColor: colors.surface,
          textBorderWidth: 2,
        },
      }],
    }),
    table: overlapTable(order, names, shared),
  }), el("p", { class: "note" }, sampleNote()));
}

/** The path that leads to a directory of the ledger. */
function overlapName(number) {
  const names = [];
  for (let at = number; at >= 0; at = ledger.directories[at].parent) {
    names.unshift(ledger.directories[at].charge.name);
  }
  return names.join("/").replace(/^\/\//, "/");
}

/** Groups in which each member shares much with some other one. Members ascend by number, and groups by their first member. */
function together(size, share) {
  const groupOf = Array.from({ length: size }, (_, i) => i);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) {
      if (share(i, j) >= TOGETHER && groupOf[i] !== groupOf[j]) {
        const [kept, gone] = [Math.min(groupOf[i], groupOf[j]), Math.max(groupOf[i], groupOf[j])];
        groupOf.forEach((group, k) => {
          groupOf[k] = group === gone ? kept : group;
        });
      }
    }
  }
  return [...new Set(groupOf)].sort((a, b) => a - b).map(group => groupOf.flatMap((other, i) => (other === group ? [i] : [])));
}

function overlapTable(order, names, shared) {
  return table({
    caption: "Stored bytes of the chunks that both hold; with itself, all that it holds",
    rows: order,
    sortable: false,
    limit: 40,
    columns: [
      nameColumn("Directory", i => names[i]),
      ...order.map((j, x) => ({
        ...bytesColumn(String(x + 1), i => shared[i][j]),
        text: i => plusMinus(shared[i][j], ledger.overlap.sharedErrorBytes[i][j]),
      })),
    ],
  });
}
