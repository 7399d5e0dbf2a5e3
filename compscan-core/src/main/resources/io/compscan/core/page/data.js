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

function variantName(variant) {
  return variant.layout.chunking + ", " + variant.compression.compressor;
}

/** The one that takes the least, the first of equals. */
function leastVariant() {
  return variants.reduce((least, variant) =>
    (least === null || BigInt(variant.compression.physicalBytes) < BigInt(least.compression.physicalBytes) ? variant : least), null);
}

/** The variant that a profile was computed from. */
function variantOf(profile) {
  return variants.find(variant =>
    variant.layout.chunking === profile.chunking && variant.compression.compressor === profile.compressor) ?? null;
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

/** The first system that was asked for; without one, what takes the least. */
function firstView() {
  return result.profiles.length > 0 ? 0 : Math.max(0, views.findIndex(view => view.variant === leastVariant()));
}

const subject = result.plan.paths.map(path => (path === "-" ? "standard input" : path));
