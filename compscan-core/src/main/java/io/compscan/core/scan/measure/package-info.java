/**
 * Measures a slab: from its bytes to the entries of the index, on one thread.
 *
 * <pre>
 *   Slab -> SlabProcessor -> SlabCutter      where each chunker, and the superblock, cuts
 *                         -> ChunkPass       for each scheme: zeros, fingerprints, index, stored sizes of new chunks (NewChunkSizer)
 *                         -> SuperblockPass  the sizes of superblocks, where these are larger than the chunk
 * </pre>
 *
 * <p>{@link io.compscan.core.scan.measure.SlabBatches} makes the batches of slabs that hold parts of units, for an estimate: it has no index.
 *
 * <p>With a device the same steps begin elsewhere. A {@code DeviceSlab} brings the slab there, a {@code DeviceCutter} takes the candidates
 * that the device found, and a {@code ChunkDigester} takes the digests. Each does the work itself if the device has failed.
 *
 * <p>A slab does not change hands: the thread that read it processes it, while its bytes are still in that core's cache. Classes of this
 * room belong to one thread. {@link io.compscan.core.scan.measure.FileScan} and {@link io.compscan.core.scan.measure.ReductionSoFar} are shared and
 * say so.
 *
 * <p>A new step of the work on chunks belongs here. Reading belongs to {@code read}, numbers made of the entries to {@code fold}.
 */
@NullMarked
package io.compscan.core.scan.measure;

import org.jspecify.annotations.NullMarked;
