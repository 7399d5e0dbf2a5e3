package io.compscan.core.fold.calibrate;

/**
 * An element of a sample that the slow compressor has seen.
 *
 * @param spot where it belongs in the order of the ranks
 * @param lengthBytes its length
 * @param quickBytes its quick size
 * @param slowBytes its slow size
 * @param isKnown whether that is its very size, and not an estimate made for this element alone
 */
record SizedBlock(Spot spot, int lengthBytes, int quickBytes, double slowBytes, boolean isKnown) {}
