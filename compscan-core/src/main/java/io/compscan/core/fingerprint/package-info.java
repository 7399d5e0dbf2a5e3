/**
 * Digests of chunks.
 *
 * <p>A {@link io.compscan.core.fingerprint.FingerprintAlgorithm} names a digest and opens {@link
 * io.compscan.core.fingerprint.Fingerprinter}s, one for each thread, which take a slab's worth of chunks at a time. A {@link
 * io.compscan.core.fingerprint.Salt} keys them.
 *
 * <p>SHA-1, which nearly all scans use, has more than one way there:
 *
 * <pre>
 *   Sha1Fingerprinter --- one after another ---&gt; JdkDigest
 *     |         |
 *     |         +-------- side by side --------&gt; LaneSha1, but for what LaneSplit leaves to JdkDigest
 *     |
 *     +-- LaneTrial: have the lanes been compiled, and do they agree with the JDK?   FasterWay: which is it to be here?
 * </pre>
 */
@NullMarked
package io.compscan.core.fingerprint;

import org.jspecify.annotations.NullMarked;
