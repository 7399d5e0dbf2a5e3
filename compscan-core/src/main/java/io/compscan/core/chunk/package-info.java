/**
 * Cutting units into chunks, a slab at a time.
 *
 * <p>A {@link io.compscan.core.chunk.Chunker} holds the rules; its {@link io.compscan.core.chunk.Cutter} cuts for one thread and writes
 * to a {@link io.compscan.core.chunk.ChunkList}. First it finds possible cuts, in any slab at any time; then it chooses among them,
 * slab by slab. The inner loops are in {@code chunk.rolling}. {@link io.compscan.core.chunk.ChunkerSpecs} reads chunkers as people
 * write them. Nothing here reads or hashes. {@link io.compscan.core.chunk.ZeroBytes} tells chunks of nothing but zeros from others. {@link
 * io.compscan.core.chunk.RawExtents} finds chunks that a file system stores as one extent.
 *
 * <p>A new algorithm takes three classes: a chunker with its parameters and their rules, a scan that finds its candidates in any range
 * of bytes, and a plain one beside the tests that it is compared with. {@link io.compscan.core.chunk.CandidateCutter} does the rest.
 */
@NullMarked
package io.compscan.core.chunk;

import org.jspecify.annotations.NullMarked;
