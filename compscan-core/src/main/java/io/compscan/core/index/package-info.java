/**
 * The index: which chunks the scan has seen, how often, and their stored sizes.
 *
 * <p>Many threads write to a {@link io.compscan.core.index.ChunkIndex}, a slab's worth of chunks at a time. Each has its own
 * {@link io.compscan.core.index.IndexWriter}. A fold reads the index once at the end. An {@link io.compscan.core.index.IndexFactory} in the
 * request of the scan opens the index.
 *
 * <p>{@link io.compscan.core.index.ExactIndex} keeps every distinct chunk in {@link io.compscan.map.FingerprintMap}s. An index that keeps
 * a sample says so with its inclusion probability. A {@link io.compscan.core.index.DurableIndex} can be saved in a checkpoint; not every
 * index has to be one.
 */
@NullMarked
package io.compscan.core.index;

import org.jspecify.annotations.NullMarked;
