/**
 * Compressors, as far as compscan needs them: what size would these bytes have?
 *
 * <p>A {@link java.util.ServiceLoader} finds each {@link io.compscan.core.compress.Codec}, so a jar on the class path adds one. A codec has
 * a name and makes {@link io.compscan.core.compress.Compressor}s, one for each thread. A {@link io.compscan.core.compress.CompressorSpec}
 * is a compressor as a person names it in {@code --compress}.
 *
 * <p>A size counts the bytes that a storage system would keep for the data on its own. This is the raw block or stream, with only the
 * framing that the format needs, and no checksum. It depends on the bytes and the level only, never on what was compressed before.
 */
@NullMarked
package io.compscan.core.compress;

import org.jspecify.annotations.NullMarked;
