/**
 * Compressors, as far as compscan needs them: what size would these bytes have?
 *
 * <p>A {@link io.compscan.core.compress.Codec} is found by name through {@link java.util.ServiceLoader}, so a jar on the class
 * path adds one; it makes {@link io.compscan.core.compress.Compressor}s, each of which belongs to one thread.
 */
@NullMarked
package io.compscan.core.compress;

import org.jspecify.annotations.NullMarked;
