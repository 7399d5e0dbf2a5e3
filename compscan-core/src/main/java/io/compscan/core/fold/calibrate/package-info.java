/**
 * Estimates the sizes of all chunks by a slow compressor, from quick sizes of all blocks and slow sizes of a few. See
 * {@code docs/internals/sampling.md}.
 *
 * <pre>
 *   new chunk -> QuickBlocks  sizes each block quickly     -> index keeps the sum of the quick sizes
 *                             offers blocks of low rank    -> BlockSample keeps the blocks of the lowest ranks, compressed quickly
 *   end       -> BlockSample  compresses what it has left  -> Calibration: quick sizes to slow ones
 * </pre>
 *
 * <p>A class may enter if it knows blocks by a number and by their bytes. Chunks, files and indexes belong to others.
 */
@NullMarked
package io.compscan.core.fold.calibrate;

import org.jspecify.annotations.NullMarked;
