// The data, and questions to it that other scripts share.

const page = JSON.parse(byId("data").textContent);
const result = page.result;
const totals = result.totals;
const ledger = result.ledger;

/** Every chunking with every compressor. */
const variants = result.layouts.flatMap((layout, layoutNumber) =>
  layout.compression.map(compression => ({ layout, layoutNumber, compression })));

function isEstimated(compression) {
  return compression.method !== "chunk" && (compression.method === "sketch" || compression.compressor !== "none");
}

function mark(compression) {
  return isEstimated(compression) ? "~" : "";
}

/** The mark of what follows from the distinct chunks: a sketch has only some of them. */
function counted(layout) {
  return layout.method ? "~" : "";
}

/** The name of a chunking for people. A chunking that a target system adds has the system's name. */
function layoutName(layout) {
  return page.names[result.layouts.indexOf(layout)];
}

function variantName(variant) {
  return layoutName(variant.layout) + ", " + variant.compression.compressor;
}

/** The variant at a place in the document; null for no place. */
function variantAt(place) {
  return place === null ? null : variants.find(variant => variant.layoutNumber === place.layout
    && variant.layout.compression.indexOf(variant.compression) === place.compression);
}

/** The variant behind the answer. */
const firstVariant = variantAt(page.first);

/** The variant that takes the least, among those that the user asked for; null if target systems decide alone. */
const leastVariant = variantAt(page.least);

/** The variant that a profile is computed from. */
function variantOf(profile) {
  return variants.find(variant =>
    variant.layout.chunking === profile.chunking && variant.compression.compressor === profile.compressor) ?? null;
}

/** Whether a number of a profile has an interval. In documents of older versions only allocatedBytes has one. */
function hasEnds(profile, name) {
  return profile[name + "Low"] !== undefined && profile[name + "Low"] !== profile[name + "High"];
}

/** Whether a system keeps further copies of chunks. In documents of older versions its rounding has them. */
function hasCopies(profile) {
  return BigInt(profile.copiesBytes ?? 0) > 0n;
}

/** The bytes of a variant that are not zero. */
function writtenOf(variant) {
  return variant === null ? null : variant.layout.nonZeroBytes;
}

/** The views of the data: the bytes that it takes on each system, and with each chunking and compressor. */
const views = [
  ...result.profiles.map(profile => ({
    name: profile.profile + ": " + profile.title,
    profile,
    variant: variantOf(profile),
    storedBytes: profile.allocatedBytes,
    lowBytes: profile.allocatedBytesLow,
    highBytes: profile.allocatedBytesHigh,
    reductionRatio: profile.reductionRatio,
    savings: profile.savings,
    estimated: profile.allocatedBytesLow !== profile.allocatedBytesHigh
      || (variantOf(profile) !== null && isEstimated(variantOf(profile).compression)),
    writtenBytes: writtenOf(variantOf(profile)),
    grade: profile.grade,
    words: page.grades[profile.profile].words,
    interval: page.grades[profile.profile].covers,
    covers: profile.intervalCovers,
    checked: profile.checked ?? null,
  })),
  ...variants.map(variant => ({
    name: variantName(variant),
    profile: null,
    variant,
    storedBytes: variant.compression.physicalBytes,
    lowBytes: variant.compression.sample?.physicalBytesLow ?? variant.compression.physicalBytes,
    highBytes: variant.compression.sample?.physicalBytesHigh ?? variant.compression.physicalBytes,
    reductionRatio: variant.compression.reductionRatio,
    savings: variant.compression.savings,
    estimated: isEstimated(variant.compression),
    writtenBytes: writtenOf(variant),
    grade: "measured",
    words: "measured",
    interval: "sampling error only, 95\u00a0%",
    covers: variant.compression.sample ? ["sampling"] : [],
    checked: null,
  })),
];

/** The answer: the first system that the user asked for. Without a system, the first chunking and compressor. */
const FIRST_VIEW = 0;

const subject = result.settings.paths.map(path => (path === "-" ? "standard input" : path));

/** The words at the foot of a printed page: where and when the data was scanned, and by which program. */
function paperWords() {
  const { origin, startedAt } = result.timing;
  return [
    ...(origin === null || origin.host === "" ? [] : [shown(origin.host)]),
    instant(startedAt),
    "compscan " + shown(result.settings.toolVersion),
  ].join(", ");
}
