// Chunk sizes against each other, and the properties of the chunks of one chunking.

function showTradeOff() {
  const compressors = [...new Set(page.tradeOff.map(curve => curve.compressor))];
  if (compressors.length === 0) {
    hide("tradeoff");
    return;
  }
  put("tradeoff-tools", ...(compressors.length > 1
    ? [choice("Compressor", compressors.map(shown), 0, number => showCurves(compressors[number]))]
    : [el("span", { class: "note" }, "Compressor: " + shown(compressors[0]))]));
  showCurves(compressors[0]);
}

/** The stored bytes that one more byte of index saves, or words for a loss. */
function gainText(step, tilde) {
  const gain = step.savedPerIndexByte;
  return gain === null ? NONE : gain < 0 ? "costs more" : tilde + ratio(gain);
}

/** The chunkings with one compressor. A line joins only chunkings of one algorithm. */
function showCurves(compressor) {
  const curves = page.tradeOff.filter(curve => curve.compressor === compressor)
    .map(curve => ({ ...curve, steps: curve.steps.map(step => ({ ...step, layout: result.layouts[step.layout] })) }));
  const steps = curves.flatMap(curve => curve.steps);
  const mean = layout => part(layout.nonZeroBytes, Number(layout.chunkCount) - Number(layout.zeroChunkCount));
  const stored = step => mark(step.layout.compression.find(one => one.compressor === compressor));
  const index = step => Math.max(1, Number(step.indexBytes));
  const indexes = steps.map(index);
  const powers = [Math.floor(Math.log2(Math.min(...indexes))), Math.ceil(Math.log2(Math.max(2, ...indexes)))];
  put("tradeoff-chart", chart({
    id: "chart-tradeoff",
    label: "Bytes stored with " + compressor + " against bytes of index: " + steps.map(step => layoutName(step.layout) + " stores "
      + stored(step) + human(step.physicalBytes) + " with an index of " + counted(step.layout) + human(step.indexBytes)).join(", "),
    height: curves.length > 1 ? 340 : 320,
    option: (colors, width) => ({
      legend: curves.length > 1 ? legendOf(colors, curves.map(curve => curve.algorithm)) : undefined,
      grid: { left: width > 560 ? 100 : 84, right: width > 560 ? 90 : 40, top: curves.length > 1 ? 56 : 30, bottom: 48 },
      tooltip: tooltip(colors, point => {
        const step = curves[point.seriesIndex].steps[point.dataIndex];
        return tip(layoutName(step.layout), "stored " + stored(step) + human(step.physicalBytes), "index " + counted(step.layout) + human(step.indexBytes),
          counted(step.layout) + count(step.layout.uniqueChunkCount, "distinct chunk", "distinct chunks"));
      }),
      xAxis: {
        type: "log",
        name: "index, at 32 bytes a chunk",
        nameLocation: "middle",
        nameGap: 28,
        nameTextStyle: { color: colors.soft },
        axisLabel: { color: colors.soft, formatter: value => tidy(human(value)), hideOverlap: true },
        splitLine: { show: false },
        axisLine: { lineStyle: { color: colors.line } },
        logBase: 2,
        min: Math.pow(2, powers[0]),
        max: Math.pow(2, powers[1]),
        interval: Math.ceil((powers[1] - powers[0]) / (width > 560 ? 9 : 4)),
      },
      yAxis: bytesAxis(colors, Math.max(...steps.map(step => Number(step.physicalBytes))), {
        name: "stored", nameLocation: "middle", nameGap: width > 560 ? 72 : 64, nameTextStyle: { color: colors.soft },
      }),
      series: curves.map((curve, number) => {
        const color = [colors.accent, colors.saved, colors.added, colors.aside, colors.second][number % 5];
        return {
          type: "line",
          name: curve.algorithm,
          symbol: "circle",
          color,
          lineStyle: { color, width: 2 },
          data: curve.steps.map(step => ({
            value: [index(step), Number(step.physicalBytes)],
            symbolSize: step.knee ? 18 : 10,
            itemStyle: { color },
            // At the ends of the axis a name in the middle would run into the numbers beside it.
            label: { align: ["left", "center", "right"][Math.round(2 * (Math.log2(index(step)) - powers[0]) / (powers[1] - powers[0]))] },
          })),
          label: {
            show: true,
            position: "top",
            color: colors.ink,
            formatter: point => shortened(layoutName(curve.steps[point.dataIndex].layout), width > 560 ? 26 : 14)
              + (curve.steps[point.dataIndex].knee ? " (knee)" : ""),
          },
          labelLayout: { hideOverlap: true },
        };
      }),
    }),
    table: table({
      caption: "Of each algorithm from the fewest distinct chunks to the most; gain: bytes saved for a byte of index more",
      rows: steps,
      sortable: false,
      rowClass: step => (step.knee ? "chosen" : null),
      columns: [
        nameColumn("Chunking", step => layoutName(step.layout)),
        bytesColumn("Mean chunk", step => (mean(step.layout) === null ? null : Math.round(mean(step.layout)))),
        countColumn("Distinct chunks", step => step.layout.uniqueChunkCount, step => counted(step.layout)),
        bytesColumn("Index", step => step.indexBytes, step => counted(step.layout)),
        bytesColumn("Stored", step => step.physicalBytes, stored),
        ratioColumn("Gain", step => step.savedPerIndexByte, step => gainText(step, stored(step))),
        countColumn("Rank", step => step.rank),
        { title: "", text: step => (step.knee ? "knee" : "") },
      ],
    }),
  }));
  drawNew();
}

function showChunks() {
  const known = variants.filter(variant => Number(variant.layout.uniqueBytes) > 0);
  if (known.length === 0) {
    hide("chunks");
    return;
  }
  const first = Math.max(0, known.indexOf(firstVariant));
  put("chunks-tools", ...(known.length > 1
    ? [choice("Chunking and compressor", known.map(variant => shown(variantName(variant))), first, number => showDistributions(known[number]))]
    : [el("span", { class: "note" }, shown(variantName(known[0])))]));
  showDistributions(known[first]);
}

function showDistributions(variant) {
  showReferences(variant);
  showCompressibility(variant);
  showChunkSizes(variant);
  drawNew();
}

/** Upright bars of shares in per cent, one or two to a class. */
function shares({ id, title, label, names, series, note, table: numbers, axisName }) {
  return el("div", {}, chart({
    id,
    title,
    label,
    height: 230,
    table: numbers,
    option: colors => ({
      legend: series.length > 1 ? legendOf(colors, series.map(one => one.name)) : undefined,
      grid: { left: 48, right: 20, top: series.length > 1 ? 34 : 12, bottom: 44 },
      tooltip: tooltip(colors, points => tip(names[points[0].dataIndex],
        ...series.map(one => one.name + " " + percent(one.data[points[0].dataIndex]))),
      { trigger: "axis", axisPointer: { type: "shadow" } }),
      xAxis: categoryAxis(colors, names, {
        name: axisName, nameLocation: "middle", nameGap: 26, nameTextStyle: { color: colors.soft }, axisLabel: { hideOverlap: true },
      }),
      yAxis: percentAxis(colors),
      series: series.map((one, i) => ({
        type: "bar",
        name: one.name,
        barMaxWidth: 26,
        itemStyle: { color: i === 0 ? colors.accent : colors.second },
        data: one.data.map(share => (share === null ? 0 : share * 100)),
      })),
    }),
  }), el("p", { class: "note" }, note));
}

function showReferences({ layout, layoutNumber }) {
  const classes = page.references[layoutNumber];
  if (classes.length === 0) {
    put("refcounts");
    return;
  }
  const tilde = counted(layout);
  const name = row => (Number(row.to) - Number(row.from) === 1 ? exact(row.from) : exact(row.from) + "\u2013" + exact(BigInt(row.to) - 1n));
  const ofReferences = row => part(row.referencedBytes, layout.nonZeroBytes);
  const ofUnique = row => part(row.bytes, layout.uniqueBytes);
  const once = classes[0].from === 1 ? ofUnique(classes[0]) : 0;
  put("refcounts", shares({
    id: "chart-refcounts",
    title: "How often chunks occur",
    label: "Share of the bytes by how often their chunk occurs: "
      + classes.map(row => name(row) + " times " + tilde + percent(ofReferences(row))).join(", "),
    names: classes.map(name),
    axisName: "occurrences",
    series: [
      { name: "of the bytes read", data: classes.map(ofReferences) },
      { name: "of the unique bytes", data: classes.map(ofUnique) },
    ],
    note: tilde + percent(once) + " of the unique bytes occur once: deduplication gains nothing there.",
    table: table({
      caption: "Distinct chunks by the number of their occurrences; zeros left out",
      rows: classes,
      columns: [
        { title: "Occurrences", text: name, value: row => row.from },
        countColumn("Distinct chunks", row => row.chunks, () => tilde),
        bytesColumn("Unique bytes", row => row.bytes, () => tilde),
        bytesColumn("All occurrences", row => row.referencedBytes, () => tilde),
      ],
    }),
  }));
}

const PERCENT_CLASS = 5;

function showCompressibility({ compression }) {
  const rows = compression.compressibility;
  if (rows.length === 0) {
    put("compressibility");
    return;
  }
  const all = rows.reduce((sum, row) => sum + Number(row.bytes), 0);
  const classes = Array.from({ length: 100 / PERCENT_CLASS }, (_, i) => {
    const inside = rows.filter(row => Math.floor((row.storedPercent - 1) / PERCENT_CLASS) === i);
    return {
      name: i * PERCENT_CLASS + "\u2013" + (i + 1) * PERCENT_CLASS,
      chunks: inside.reduce((sum, row) => sum + BigInt(row.chunks), 0n),
      bytes: inside.reduce((sum, row) => sum + BigInt(row.bytes), 0n),
    };
  });
  const raw = part(classes[classes.length - 1].bytes, all);
  const what = {
    chunk: "distinct chunks", sample: "distinct chunks of the sample", sketch: "distinct chunks of the sample", superblock: "superblocks",
  }[compression.method];
  put("compressibility", shares({
    id: "chart-compressibility",
    title: "How well they compress",
    label: "Share of the bytes by stored size in per cent of the raw size: " + classes.filter(row => row.bytes > 0n)
      .map(row => row.name + " per cent: " + percent(part(row.bytes, all))).join(", "),
    names: classes.map(row => row.name),
    axisName: "stored size, % of raw",
    series: [{ name: "of their bytes", data: classes.map(row => part(row.bytes, all)) }],
    note: percent(raw) + " of the bytes of " + what + " stay above 95 % of their size with " + compression.compressor + ".",
    table: table({
      caption: "By stored size in per cent of the raw size: " + what,
      rows: classes.filter(row => row.bytes > 0n),
      columns: [
        { title: "Stored size, %", text: row => row.name, value: row => row.name },
        countColumn("Chunks", row => row.chunks),
        bytesColumn("Raw bytes", row => row.bytes),
        percentColumn("Share", row => part(row.bytes, all)),
      ],
    }),
  }));
}

const LENGTHS_DRAWN = 24;

/** The classes of lengths. If there are too many to draw, all classes of one power of two are merged. */
function drawnLengths(rows) {
  if (rows.length <= LENGTHS_DRAWN) {
    return rows;
  }
  const powers = new Map();
  for (const row of rows) {
    const fromBytes = Math.pow(2, Math.floor(Math.log2(row.fromBytes)));
    const sum = powers.get(fromBytes) ?? { fromBytes, bytes: 0n, uniqueBytes: 0n };
    sum.bytes += BigInt(row.bytes);
    sum.uniqueBytes += BigInt(row.uniqueBytes);
    powers.set(fromBytes, sum);
  }
  return [...powers.values()];
}

function showChunkSizes({ layout }) {
  const rows = layout.chunkSizes;
  const drawn = drawnLengths(rows);
  if (rows.length === 0) {
    put("chunksizes");
    return;
  }
  const name = row => tidy(human(row.fromBytes));
  const nonZeroChunks = Number(layout.chunkCount) - Number(layout.zeroChunkCount);
  put("chunksizes", shares({
    id: "chart-chunksizes",
    title: "How long they are",
    label: "Share of the bytes by the length of their chunk: "
      + drawn.map(row => "from " + name(row) + " " + percent(part(row.bytes, layout.nonZeroBytes))).join(", "),
    names: drawn.map(name),
    axisName: "length, from",
    series: [
      { name: "of the bytes read", data: drawn.map(row => part(row.bytes, layout.nonZeroBytes)) },
      { name: "of the unique bytes", data: drawn.map(row => part(row.uniqueBytes, layout.uniqueBytes)) },
    ],
    note: "Mean chunk " + human(Math.round(Number(layout.nonZeroBytes) / nonZeroChunks))
      + (Number(layout.expectedChunkBytes) === 0 || layout.chunking.startsWith("fixed:") ? "."
        : "; random data would have " + human(layout.expectedChunkBytes) + "."),
    table: table({
      caption: "Chunks by length; zeros left out",
      rows,
      columns: [
        bytesColumn("From", row => row.fromBytes),
        bytesColumn("To below", row => row.toBytes),
        countColumn("Distinct chunks", row => row.uniqueChunks),
        bytesColumn("Unique bytes", row => row.uniqueBytes),
        countColumn("All chunks", row => row.chunks),
        bytesColumn("Their bytes", row => row.bytes),
      ],
    }),
  }));
}
