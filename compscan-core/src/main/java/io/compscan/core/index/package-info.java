/**
 * The index: which chunks have been seen, how often, and what they take when stored.
 *
 * <p>A {@link io.compscan.core.index.ChunkIndex} is written by many threads, each through an {@link
 * io.compscan.core.index.IndexWriter} of its own, a slab's worth of chunks at a time, and folded once at the end. The one
 * implementation so far is exact and keeps every distinct chunk in {@link io.compscan.map.FingerprintMap}s; a sketch of bounded size
 * could stand beside it.
 */
@NullMarked
package io.compscan.core.index;

import org.jspecify.annotations.NullMarked;
