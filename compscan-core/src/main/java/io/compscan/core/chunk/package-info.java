/**
 * Cutting units into chunks, a slab at a time.
 *
 * <p>A {@link io.compscan.core.chunk.Chunker} holds the rules. Its {@link io.compscan.core.chunk.Cutter} cuts for one thread and writes to
 * a {@link io.compscan.core.chunk.ChunkList}. First the cutter finds possible cuts, in any slab at any time; then it chooses among them,
 * slab by slab. The inner loops are in {@code chunk.rolling}. The class {@link io.compscan.core.chunk.ChunkerSpecs} reads chunkers as
 * people write them. The class {@link io.compscan.core.chunk.ZeroBytes} tells chunks of nothing but zeros from others. A
 * {@link io.compscan.core.chunk.RawExtents} finds chunks that a file system stores as one extent. Nothing here reads or hashes.
 *
 * <p>A new algorithm takes three classes. The first is a chunker with its parameters and their rules, the second a scan that finds its
 * candidates in any range of bytes. The third is a plain chunker beside the tests, which compare both. The class
 * {@link io.compscan.core.chunk.CandidateCutter} does the rest.
 */
@NullMarked
package io.compscan.core.chunk;

import org.jspecify.annotations.NullMarked;
