/**
 * Compressors, as far as compscan needs them: what size would these bytes have?
 *
 * <p>A {@link io.compscan.core.compress.Codec} is found by name through {@link java.util.ServiceLoader}, so a jar on the class
 * path adds one; it makes {@link io.compscan.core.compress.Compressor}s, each of which belongs to one thread. What a person writes
 * in {@code --compress} is a {@link io.compscan.core.compress.CompressorSpec}.
 *
 * <p>A size is that of what a storage system would keep for the bytes on their own: the raw block or stream, with no framing but what
 * the format cannot do without, and no checksum. It depends on the bytes and the level only, never on what was compressed before.
 */
@NullMarked
package io.compscan.core.compress;

import org.jspecify.annotations.NullMarked;
