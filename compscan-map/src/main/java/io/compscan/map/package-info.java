/**
 * The public face of the map: fingerprints in, reference counts and small fields out, all of it off the Java heap.
 *
 * <p>A caller sees {@link io.compscan.map.FingerprintMap}, opened from {@link io.compscan.map.MapOptions}, fed with
 * {@link io.compscan.map.EntryBatch}es and read through an {@link io.compscan.map.EntryCursor}. How entries are laid out in
 * memory is nobody's business here; the packages below this one decide that, and nothing outside this module may name them.
 */
@NullMarked
package io.compscan.map;

import org.jspecify.annotations.NullMarked;
