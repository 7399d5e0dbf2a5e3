/**
 * Digests of chunks.
 *
 * <p>A {@link io.compscan.core.fingerprint.FingerprintAlgorithm} names a digest and opens {@link
 * io.compscan.core.fingerprint.Fingerprinter}s, one for each thread, which take a slab's worth of chunks at a time. A {@link io.compscan.core.fingerprint.Salt} keys them.
 */
@NullMarked
package io.compscan.core.fingerprint;

import org.jspecify.annotations.NullMarked;
