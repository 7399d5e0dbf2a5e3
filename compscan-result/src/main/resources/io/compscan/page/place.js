// A placement of fingerprint sets: how full each pool gets, what moves, and what other placements take.

const page = JSON.parse(byId("data").textContent);
const placement = page.placement;
const pools = placement.pools;
const isEstimated = pool => pool.taken !== null && pool.taken.allocatedBytesLow !== pool.taken.allocatedBytesHigh;
const taken = pool => (pool.taken === null ? 0 : pool.taken.allocatedBytes);
const takenNow = pool => (pool.now === null ? null : pool.now.allocatedBytes);
const tilde = pool => (isEstimated(pool) ? "~" : "");
const anyTilde = pools.some(isEstimated) ? "~" : "";
const total = pools.reduce((sum, pool) => sum + Number(taken(pool)), 0);

/** Bytes in decimal units, as capacity is sold. */
function capacityColumn(title, bytes, mark = () => "") {
  return { ...bytesColumn(title, bytes), text: row => (bytes(row) === null ? NONE : mark(row) + signedDecimal(bytes(row))) };
}

function showSubject() {
  byId("subject").textContent = count(placement.sets.length, "set", "sets") + " on " + count(pools.length, "pool", "pools");
  document.title = "compscan: " + byId("subject").textContent;
  byId("origin").textContent = pools.map(pool => shown(pool.name) + ": " + shown(pool.profile)).join(", ") + "; compscan " + shown(page.toolVersion);
  const banners = page.unknown === null ? [] : [page.unknown];
  if (placement.sets.some(set => set.incomplete)) {
    banners.push("Incomplete: a scan was stopped, or could not read everything. What it did not read is not placed.");
  }
  put("banners", ...banners.map(text => el("p", { class: "banner", role: "note" }, text)));
}

function showAnswer() {
  byId("headline").textContent = page.headline;
  const usable = pools.reduce((sum, pool) => sum + Number(pool.usableBytes), 0);
  const moved = placement.moves.reduce((sum, move) => sum + Number(move.movedBytes), 0);
  put("answer-tiles",
    tile("Taken", anyTilde + decimal(total), percent(part(total, usable)) + " of " + decimal(usable) + " usable", total),
    tile("Moves", exact(placement.moves.length), decimal(moved) + " to copy", placement.moves.length),
    ...(Number(placement.overBytes) > 0 ? [tile("Too many", anyTilde + decimal(placement.overBytes), "for the pools", placement.overBytes)] : []));
}

function showPools() {
  const most = Math.max(1, ...pools.map(pool => Math.max(Number(taken(pool)), Number(takenNow(pool) ?? 0), Number(pool.usableBytes))));
  const isKnownNow = placement.compared.some(one => one.way === "now");
  put("pools-chart", chart({
    id: "chart-pools",
    label: "For each pool what it takes and what stays free; the table has the numbers",
    height: 80 + pools.length * (isKnownNow ? 52 : 36),
    option: (colors, width) => bars(colors, width, pools.map(pool => pool.name), [
      ...(isKnownNow ? [{ name: "now", stack: "now", color: colors.aside, data: pools.map(pool => Number(takenNow(pool) ?? 0)) }] : []),
      { name: "planned", stack: "planned", color: colors.accent, data: pools.map(pool => Math.min(Number(taken(pool)), Number(pool.usableBytes))) },
      { name: "too many", stack: "planned", color: colors.added, data: pools.map(pool => Math.max(0, Number(taken(pool)) - Number(pool.usableBytes))) },
      { name: "usable and free", stack: "planned", color: colors.second,
        data: pools.map(pool => Math.max(0, Number(pool.usableBytes) - Number(taken(pool)))) },
    ], most, i => tip(pools[i].name, "planned " + tilde(pools[i]) + decimal(taken(pools[i])), "usable " + decimal(pools[i].usableBytes)), "bytes"),
  }));
  put("pools-table", table({
    caption: "The pools, in the order given",
    rows: pools,
    columns: [
      nameColumn("Pool", pool => pool.name),
      nameColumn("System", pool => pool.profile),
      countColumn("Sets", pool => pool.sets),
      capacityColumn("Capacity", pool => pool.capacityBytes),
      capacityColumn("Usable", pool => pool.usableBytes),
      ...(isKnownNow ? [capacityColumn("Now", pool => takenNow(pool) ?? 0)] : []),
      capacityColumn("Planned", taken, tilde),
      { title: "95 % interval", kind: "number", value: pool => (isEstimated(pool) ? pool.taken.allocatedBytesHigh : taken(pool)),
        text: pool => (isEstimated(pool) ? decimalInterval(pool.taken.allocatedBytesLow, pool.taken.allocatedBytesHigh) : NONE) },
      percentColumn("Full", pool => part(taken(pool), pool.usableBytes), tilde),
    ],
  }));
  put("pools-grades", ...page.grades.map(text => el("p", { class: "note" }, text)));
}

function showMoves() {
  if (placement.moves.length === 0) {
    hide("moves");
    return;
  }
  const estimate = () => "~";
  put("moves-table", table({
    caption: "The sets that leave their pools",
    rows: placement.moves,
    sortable: false,
    columns: [
      nameColumn("Set", move => move.set),
      nameColumn("From", move => move.from),
      nameColumn("To", move => move.to + (move.fits ? "" : " (no room yet)")),
      capacityColumn("Copies", move => move.movedBytes),
      capacityColumn("Frees", move => move.freedBytes, estimate),
      capacityColumn("Costs", move => move.costBytes, estimate),
      capacityColumn("Gains", move => Number(move.freedBytes) - Number(move.costBytes), estimate),
    ],
  }));
}

function showPlaced() {
  put("placed-table", table({
    caption: "The sets, in the order given",
    rows: placement.sets,
    columns: [
      nameColumn("Set", set => set.name + (set.incomplete ? " (incomplete)" : "") + (Number(set.unreadDirectoryCount) > 0 ? " (size unknown)" : "")),
      nameColumn("Now on", set => set.from ?? NONE),
      nameColumn("Goes on", set => set.pool + (set.kept ? " (kept)" : "")),
      capacityColumn("Scanned", set => set.scannedBytes),
      nameColumn("File", set => set.file),
    ],
  }));
}

function showCompared() {
  const search = placement.search;
  byId("compared-note").textContent = {
    all: "All " + exact(search.tried) + " assignments were compared.",
    local: "Found by " + exact(search.tried) + " greedy searches with moves and swaps; a better placement may exist.",
    now: "Nothing that was found is better than to leave everything where it is.",
  }[search.method] + " The search, the moves, the random mean and the bound are by " + (Number(search.rate) === 1 ? "" : "a sample of ")
    + count(search.sampledChunkCount, "shared chunk", "shared chunks") + ". Placements on one pool heed neither pins nor limits.";
  const names = { one_pool: one => "All on " + one.pool, now: () => "As it is now", random: () => "At random, mean of 100",
    bound: () => "No placement takes less than" };
  const rows = [
    { name: "This one", bytes: total, over: placement.overBytes, mark: anyTilde },
    ...placement.compared.map(one => ({ name: names[one.way](one), bytes: one.allocatedBytes, over: one.overBytes ?? null,
      mark: one.way === "random" || one.way === "bound" ? "~" : anyTilde })),
  ];
  put("compared-table", table({
    caption: "What all sets take",
    rows,
    columns: [
      nameColumn("Placement", row => row.name),
      capacityColumn("Takes", row => row.bytes, row => row.mark),
      percentColumn("Against this one", row => part(Number(row.bytes) - total, total), row => (Number(row.bytes) > total ? "+" : "")),
      { title: "Room", kind: "name", value: row => row.over,
        text: row => (row.over === null ? NONE : Number(row.over) === 0 ? "fits" : decimal(row.over) + " too many") },
    ],
  }));
}

followTheme();
showSubject();
showAnswer();
showPools();
showMoves();
showPlaced();
showCompared();
drawNew();
showNavigation();
followWidth();
followPrinting();
labelPaper("compscan " + shown(page.toolVersion));
followCutTables();
document.documentElement.dataset.ready = "true";
