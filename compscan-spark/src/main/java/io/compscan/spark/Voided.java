package io.compscan.spark;

import java.io.Serializable;
import java.util.Set;

/**
 * Which entries do not count, because other tasks have read the same bytes along the true cuts.
 *
 * @param keys of the entries, see {@link Stitching#voidKey}
 */
record Voided(Set<Long> keys) implements Serializable {}
