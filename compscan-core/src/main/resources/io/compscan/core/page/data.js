// The data, and what the other scripts ask of it.

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

/** A chunking as people speak of it: one that a target system brought along has the system's name. */
function layoutName(layout) {
  return page.names[result.layouts.indexOf(layout)];
}

function variantName(variant) {
  return layoutName(variant.layout) + ", " + variant.compression.compressor;
}

/** The variant at a place of the document; null for no place. */
function variantAt(place) {
  return place === null ? null : variants.find(variant => variant.layoutNumber === place.layout
    && variant.layout.compression.indexOf(variant.compression) === place.compression);
}

/** The variant behind the answer. */
const firstVariant = variantAt(page.first);

/** Of those asked for the one that takes the least; null if target systems decide alone. */
const leastVariant = variantAt(page.least);

/** The variant that a profile was computed from. */
function variantOf(profile) {
  return variants.find(variant =>
    variant.layout.chunking === profile.chunking && variant.compression.compressor === profile.compressor) ?? null;
}

/** Whether a number of a profile has an interval. Documents of older versions know that of allocatedBytes alone. */
function hasEnds(profile, name) {
  return profile[name + "Low"] !== undefined && profile[name + "Low"] !== profile[name + "High"];
}

/** Ways to look at the data: what it takes on each system, and with each chunking and compressor. */
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
  })),
];

/** The answer: the first system that was asked for; without one, the first chunking and compressor. */
const FIRST_VIEW = 0;

const subject = result.plan.paths.map(path => (path === "-" ? "standard input" : path));

/** What the foot of a printed page says: where and when the data was scanned, by which program. */
function paperWords() {
  const { origin, startedAt } = result.timing;
  return [
    ...(origin === null || origin.host === "" ? [] : [shown(origin.host)]),
    instant(startedAt),
    "compscan " + shown(result.plan.toolVersion),
  ].join(", ");
}
