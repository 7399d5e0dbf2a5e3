// The tree of directories: a picture to go into, and a table that goes along.

/** Colours of reductions, from the least to the most. They do not need eyes that tell red from green. */
const REDUCTION_CLASSES = [
  { below: 1.1, name: "below 1.1", light: "#8c510a", dark: "#8c510a", ink: "#ffffff" },
  { below: 1.5, name: "1.1 to 1.5", light: "#bf812d", dark: "#bf812d", ink: "#000000" },
  { below: 2, name: "1.5 to 2", light: "#d8c38d", dark: "#c2ad76", ink: "#000000" },
  { below: 3, name: "2 to 3", light: "#8fcabf", dark: "#79b8ac", ink: "#000000" },
  { below: 6, name: "3 to 6", light: "#2b857d", dark: "#2b857d", ink: "#ffffff" },
  { below: Infinity, name: "6 and more", light: "#01574f", dark: "#0d5b53", ink: "#ffffff" },
];

function reductionClass(reduction) {
  return REDUCTION_CLASSES.find(one => (reduction === null ? Infinity : reduction) < one.below) ?? REDUCTION_CLASSES.at(-1);
}

/** Nodes of {id, name, path, charge, children, parent, atLeast, isFiles, directoryCount}, from the ledger's list. */
function directoryTree() {
  const nothing = { fileCount: 0, scannedBytes: 0, attributedBytes: 0, attributedErrorBytes: 0, reclaimableBytes: 0, reclaimableErrorBytes: 0 };
  const root = { id: "root", name: "all", path: "", charge: { ...nothing }, children: [], parent: null };
  const nodes = ledger.directories.map((directory, number) => ({
    id: "d" + number, name: directory.charge.name, charge: directory.charge, children: [], parent: null,
  }));
  const add = (node, parent) => {
    node.parent = parent;
    parent.children.push(node);
  };
  ledger.directories.forEach((directory, number) =>
    add(nodes[number], directory.parent < 0 ? root : nodes[directory.parent]));
  for (const smaller of page.smaller) {
    const name = "(" + count(smaller.directoryCount, "smaller directory", "smaller directories") + ")";
    add({ id: "s" + smaller.parent, name, charge: smaller.charge, children: [], atLeast: true },
      smaller.parent < 0 ? root : nodes[smaller.parent]);
  }
  for (const node of nodes) {
    if (node.children.length > 0) {
      const rest = restOf(node);
      if (Number(rest.scannedBytes) > 0) {
        add({ id: "f" + node.id, name: "(files here)", charge: rest, children: [], isFiles: true, atLeast: true }, node);
      }
    }
  }
  const sum = name => String(root.children.reduce((all, child) => all + BigInt(child.charge[name]), 0n));
  Object.keys(nothing).forEach(name => {
    root.charge[name] = sum(name);
  });
  let start = root;
  while (start.children.length === 1 && start.children[0].children.length > 0) {
    start = start.children[0];
  }
  return { root, start };
}

/** The charge of the files that lie directly in a directory. */
function restOf(node) {
  const left = name => {
    const rest = node.children.reduce((all, child) => all - BigInt(child.charge[name]), BigInt(node.charge[name]));
    return String(rest < 0n ? 0n : rest);
  };
  return {
    fileCount: left("fileCount"),
    scannedBytes: left("scannedBytes"),
    attributedBytes: left("attributedBytes"),
    attributedErrorBytes: node.charge.attributedErrorBytes,
    reclaimableBytes: 0,
    reclaimableErrorBytes: 0,
  };
}

function pathOf(node) {
  const names = [];
  for (let at = node; at.parent !== null; at = at.parent) {
    names.unshift(at.name);
  }
  return names.length === 0 ? "all paths" : names.join("/").replace(/^\/\//, "/");
}

function showDirectories() {
  if (!ledger || ledger.directories.length === 0 || Number(totals.scannedBytes) === 0) {
    hide("directories");
    return;
  }
  const { root, start } = directoryTree();
  byId("directories-note").textContent = sampleNote();
  const byNode = new Map();
  const legend = el("ul", { class: "legend", "aria-label": "Colours of the reduction with thin provisioning" });
  let entry = null;
  let here = start;

  const labelled = (node, width) =>
    Number(node.charge.scannedBytes) / Number(here.charge.scannedBytes) * width * heightOf(width) > LABEL_AREA;

  const item = (node, colors, width) => {
    byNode.set(node.id, node);
    const one = reductionClass(reductionOf(node.charge));
    return {
      id: node.id,
      name: shown(node.name),
      value: Number(node.charge.scannedBytes),
      itemStyle: { color: colors.dark ? one.dark : one.light },
      label: { color: one.ink, show: labelled(node, width) },
      children: node.children.length === 0 ? undefined : [...node.children]
        .sort((a, b) => Number(b.charge.scannedBytes) - Number(a.charge.scannedBytes)).map(child => item(child, colors, width)),
    };
  };

  function option(colors, width) {
    legend.replaceChildren(...REDUCTION_CLASSES.map(one => {
      const swatch = el("i");
      swatch.style.background = colors.dark ? one.dark : one.light;
      return el("li", {}, swatch, one.name);
    }));
    return {
      tooltip: tooltip(colors, point => {
        const node = byNode.get(point.data?.id);
        return node ? tip(pathOf(node), "read " + human(node.charge.scannedBytes) + " in " + count(node.charge.fileCount, "file", "files"),
          "attributed " + plusMinus(node.charge.attributedBytes, node.charge.attributedErrorBytes),
          ...(node.isFiles ? [] : ["reclaimable " + (node.atLeast ? "\u2265 " : "")
            + plusMinus(node.charge.reclaimableBytes, node.charge.reclaimableErrorBytes)]),
          ratio(reductionOf(node.charge)) + "\u00a0:\u00a01 with thin provisioning") : "";
      }),
      series: [{
        type: "treemap",
        // The chart draws only the directory that the user has opened, and two levels of it. So there are some hundred boxes.
        data: [...here.children].sort((a, b) => Number(b.charge.scannedBytes) - Number(a.charge.scannedBytes)).map(child => item(child, colors, width)),
        leafDepth: 2,
        drillDownIcon: "",
        roam: false,
        nodeClick: false,
        breadcrumb: { show: false },
        left: 0, right: 0, top: 0, bottom: 0,
        visibleMin: 40,
        childrenVisibleMin: 2000,
        label: { overflow: "truncate", lineHeight: 16, formatter: point => point.name + "\n" + sizeAndReduction(point) },
        upperLabel: { show: true, height: 22, color: colors.ink, overflow: "truncate",
          formatter: point => point.name + "  " + sizeAndReduction(point) },
        itemStyle: { borderColor: colors.surface, borderWidth: 1, gapWidth: 1 },
        levels: [
          { itemStyle: { borderWidth: 0, gapWidth: 3 }, upperLabel: { show: false } },
          { itemStyle: { borderColor: colors.surface, borderWidth: 1, gapWidth: 1 } },
        ],
      }],
    };
  }

  function sizeAndReduction(point) {
    const node = byNode.get(point.data?.id);
    const reduction = node ? reductionOf(node.charge) : null;
    return human(point.value) + (reduction === null ? "" : ", " + ratio(reduction) + "\u00a0:\u00a01");
  }

  function goTo(node, focus = false) {
    here = node;
    if (entry !== null) {
      entry.canvas.setAttribute("aria-label", labelOf(node));
      draw(entry);
    }
    showDirectory(node, goTo);
    if (focus) {
      byId("directories-table").querySelector(".trail button, table button")?.focus();
    }
  }

  const figure = chart({
    id: "chart-directories",
    label: labelOf(here),
    height: heightOf,
    option,
    legend,
  });
  entry = charts[charts.length - 1];
  entry.onClick = point => {
    const node = byNode.get(point.data?.id);
    if (node) {
      goTo(node.children.length > 0 ? node : node.parent);
    }
  };
  put("directories-chart", figure);
  showDirectory(here, goTo);
}

/** The area that a box needs for two short lines, in square pixels. */
const LABEL_AREA = 3000;

function heightOf(width) {
  return width > 560 ? 460 : 360;
}

function labelOf(node) {
  return "Treemap of " + shown(pathOf(node)) + ": " + node.children.slice(0, 10)
    .map(child => shown(child.name) + " " + human(child.charge.scannedBytes)).join(", ")
    + ". The table below has the same, and goes into directories too.";
}

function showDirectory(node, goTo) {
  const trail = [];
  for (let at = node; at !== null; at = at.parent) {
    const target = at;
    trail.unshift(at === node ? el("b", { class: "name" }, shown(at.parent === null ? "all paths" : at.name))
      : el("button", { type: "button", class: "link", click: () => goTo(target, true) }, shown(at.parent === null ? "all paths" : at.name)));
    if (at.parent !== null) {
      trail.unshift(el("span", { "aria-hidden": "true" }, "\u203a"));
    }
  }
  // Nothing is known of a directory that a stopped scan has not reached.
  const rows = node.children.filter(child => !result.partial || Number(child.charge.scannedBytes) > 0).sort((a, b) => Number(b.charge.scannedBytes) - Number(a.charge.scannedBytes));
  put("directories-table",
    el("div", { class: "trail", role: "navigation", "aria-label": "Where in the tree" }, ...trail),
    table({
      caption: "In " + shown(pathOf(node)) + ", the largest first",
      rows,
      columns: [
        {
          title: "Directory",
          kind: "name",
          text: row => (row.children.length > 0
            ? el("button", { type: "button", class: "link", click: () => goTo(row, true) }, shown(row.name)) : shown(row.name)),
          value: row => row.name,
        },
        countColumn("Files", row => row.charge.fileCount),
        bytesColumn("Read", row => row.charge.scannedBytes),
        percentColumn("Of all", row => part(row.charge.scannedBytes, totals.scannedBytes)),
        ...chargeColumns(row => row.charge).map(column => (column.title !== "Reclaimable" ? column
          : { ...column, text: row => (row.isFiles ? NONE : column.text(row)) })),
      ],
    }));
}
