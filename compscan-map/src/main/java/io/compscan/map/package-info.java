/**
 * The public face of the map: fingerprints in, reference counts and small fields out, off the Java heap.
 *
 * <p>{@link io.compscan.map.FingerprintMap} is the map; {@link io.compscan.map.MapOptions} describe it. An
 * {@link io.compscan.map.EntryBatch} adds entries, and an {@link io.compscan.map.EntryCursor} reads them. A
 * {@link io.compscan.map.SpillStore} opens maps that outgrow their memory. A {@link io.compscan.map.RunWriter} writes sorted files of
 * entries, and a {@link io.compscan.map.RunFile} reads them. A {@link io.compscan.map.MergeCursor} merges them.
 *
 * <p>The packages below this one contain the implementations. No class outside this module may name them, and in this package only {@code
 * Implementations} does.
 */
@NullMarked
package io.compscan.map;

import org.jspecify.annotations.NullMarked;
