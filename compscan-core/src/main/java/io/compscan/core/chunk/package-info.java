/**
 * Cutting units into chunks, a slab at a time.
 *
 * <p>A {@link io.compscan.core.chunk.Chunker} is told where in the unit its bytes lie and writes the chunks that start there to a
 * {@link io.compscan.core.chunk.ChunkList}. It neither reads nor hashes. {@link io.compscan.core.chunk.ZeroBytes} tells chunks of
 * nothing but zeros from others.
 */
@NullMarked
package io.compscan.core.chunk;

import org.jspecify.annotations.NullMarked;
