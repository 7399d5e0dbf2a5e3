// The merged fingerprint sets: each set alone, its part of the whole, and the common bytes of any two.

const SETS_DRAWN = 30;

/** What each set takes on each system, alone and in one pool; the reader decides on that. */
function showPools() {
  const merge = page.merge;
  if (!merge || merge.sets.length < 2 || merge.pools.length === 0) {
    hide("pools");
    return;
  }
  const saved = pool => ({
    bytes: BigInt(pool.apart.bytes) > BigInt(pool.together.bytes) ? BigInt(pool.apart.bytes) - BigInt(pool.together.bytes) : 0n,
    estimated: pool.apart.estimated || pool.together.estimated,
    share: pool.apart.bytes,
  });
  const rows = [
    { name: "Together in one pool", sum: true, taken: merge.pools.map(pool => pool.together) },
    { name: "Each in a pool of its own", sum: true, taken: merge.pools.map(pool => pool.apart) },
    { name: "One pool saves", sum: true, taken: merge.pools.map(saved) },
    ...merge.sets.map((set, i) => ({ name: set.name + " alone", taken: merge.pools.map(pool => pool.alone[i]) })),
  ];
  put("pools", table({
    caption: "What the sets take on each system, together and alone",
    rows,
    rowClass: row => (row.sum ? "level" : null),
    sortable: false,
    cards: true,
    columns: [
      nameColumn("Sets", row => row.name),
      ...merge.pools.map((pool, i) => ({
        ...bytesColumn(pool.title, row => row.taken[i].bytes, row => (row.taken[i].estimated ? "~" : "")),
        text: row => {
          const { bytes, estimated, share } = row.taken[i];
          return (estimated ? "~" : "") + human(bytes) + (share === undefined ? "" : " (" + percent(part(bytes, share)) + ")");
        },
      })),
    ],
  }));
}

function showSets() {
  const merge = page.merge;
  if (!merge) {
    hide("sets");
    return;
  }
  const apart = merge.sets.reduce((sum, set) => sum + BigInt(set.stored.uniqueBytes), BigInt(merge.left.uniqueBytes));
  // Of sets that have nothing in common, the estimate of the whole may be the larger one.
  const saved = apart > BigInt(merge.uniqueBytes) ? apart - BigInt(merge.uniqueBytes) : 0n;
  const tilde = row => (row.stored.estimated ? "~" : "");
  const unique = row => (row.stored.sketched ? "~" : "");
  const shared = () => counted(firstVariant.layout);
  byId("sets-text").textContent = "With " + variantName(firstVariant) + ": " + shared() + human(apart) + " unique bytes apart, "
    + shared() + human(merge.uniqueBytes) + " together. Deduplicating across sets saves " + shared() + human(saved) + " ("
    + shared() + percent(part(saved, apart)) + ").";
  const rows = merge.sets;
  const drawn = rows.slice(0, SETS_DRAWN);
  put("sets-chart", chart({
    id: "chart-sets",
    label: "Unique bytes of each set: in no other set, and in others too; the table has every set",
    height: 80 + drawn.length * 26,
    option: (colors, width) => bars(colors, width, drawn.map(row => row.name), [
      { name: "in no other set", stack: "unique", color: colors.accent, data: drawn.map(row => Number(row.exclusiveBytes)) },
      { name: "in others too", stack: "unique", color: colors.second,
        data: drawn.map(row => Math.max(0, Number(row.stored.uniqueBytes) - Number(row.exclusiveBytes))) },
    ], Math.max(...drawn.map(row => Number(row.stored.uniqueBytes))), i => tip(drawn[i].name,
      "unique " + unique(drawn[i]) + human(drawn[i].stored.uniqueBytes), "in no other set " + shared() + human(drawn[i].exclusiveBytes)), "unique bytes"),
  }));
  put("sets-table", table({
    caption: "Each set alone, and its part of the whole",
    rows,
    cards: true,
    columns: [
      nameColumn("Set", row => row.name + (row.partial ? " (partial)" : "") + (Number(row.unreadDirectoryCount) > 0 ? " (size unknown)" : "")),
      nameColumn("Hosts", row => row.hosts.join(", ")),
      nameColumn("Scanned at", row => instant(row.scannedAt)),
      bytesColumn("Scanned", row => row.stored.scannedBytes),
      bytesColumn("Unique", row => row.stored.uniqueBytes, unique),
      bytesColumn("Stored", row => row.stored.physicalBytes, tilde),
      ratioColumn("Data reduction", row => row.stored.dataReductionRatio, row => tilde(row) + ratio(row.stored.dataReductionRatio)),
      bytesColumn("Exclusive", row => row.exclusiveBytes, shared),
      bytesColumn("Unique share", row => row.uniqueShareBytes, shared),
    ],
  }), ...(Number(merge.left.sets) > 0
    ? [el("p", { class: "note" }, count(merge.left.sets, "set is", "sets are") + " not on the page; sets.csv has all.")] : []));
  showRelatives(merge, shared);
  if (merge.pairs.length > 0) {
    put("sets-pairs", table({
      caption: "Unique bytes that two sets have in common",
      rows: merge.pairs,
      cards: true,
      columns: [
        nameColumn("Of", row => row.one),
        nameColumn("And", row => row.other),
        bytesColumn("In common", row => row.commonBytes, shared),
        percentColumn("Of the smaller", row => part(row.commonBytes, row.smallerBytes), shared),
      ],
    }), ...(Number(merge.left.pairs) > 0
      ? [el("p", { class: "note" }, count(merge.left.pairs, "pair", "pairs") + " with less in common: overlap.csv has "
        + (merge.left.cut ? "those of each set with the 32 that it shares most with." : "all."))] : []));
  }
}

/** The sets in the order of what they share: groups of sets that are alike, and a map of all. */
function showRelatives(merge, shared) {
  const relatives = merge.relatives;
  if (!relatives) {
    return;
  }
  if (relatives.clusters.length > 0) {
    put("sets-clusters", table({
      caption: "Sets that are alike",
      rows: relatives.clusters,
      columns: [
        countColumn("Sets", row => row.names.length),
        percentColumn("Alike", row => row.similarity, shared),
        nameColumn("Names", row => row.names.join(", ")),
      ],
    }), el("p", { class: "note" }, "Alike: the mean over all pairs of the unique bytes that both have, as a part of those that either has. "
      + "Sets below 20\u00a0% are in no group."));
  }
  const names = relatives.names;
  const cell = (row, column) => el("td", {
    style: "--share:" + (100 * relatives.shared[row][column]).toFixed(1) + "%",
    "data-value": String(relatives.shared[row][column]),
    title: shown(names[row]) + (row === column ? "" : ": " + shared() + percent(relatives.shared[row][column]) + " of it is also in " + shown(names[column])),
  }, row === column ? "" : String(Math.round(100 * relatives.shared[row][column])));
  put("sets-map",
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "What sets share, in per cent of the set of the row" },
      el("table", { class: "map" },
        el("caption", {}, "How many per cent of each set's unique bytes the other sets have, too; sets that share most lie side by side"),
        el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Set"),
          ...names.map((each, i) => el("th", { scope: "col", title: shown(each) }, String(i + 1))))),
        el("tbody", {}, ...names.map((each, row) => el("tr", {}, el("th", { scope: "row" }, (row + 1) + "\u2002" + shortened(each, 24)),
          ...names.map((other, column) => cell(row, column))))))),
    ...(Number(relatives.left) > 0
      ? [el("p", { class: "note" }, "The " + exact(names.length) + " sets that share most; " + exact(relatives.left) + " are not on the map.")] : []));
}
