/**
 * Digests of chunks.
 *
 * <p>A {@link io.compscan.core.fingerprint.FingerprintAlgorithm} names a digest and opens a {@link
 * io.compscan.core.fingerprint.Fingerprinter} for each thread. A fingerprinter takes a slab's worth of chunks at a time. A {@link
 * io.compscan.core.fingerprint.Salt} keys the fingerprints.
 *
 * <p>May enter: digests, and faster ways to compute them. This room knows {@code chunk} and {@code kernel}.
 *
 * <p>XXH3 is for scans that only count. It is no cryptographic digest, so nobody should know its seed who can write the data. {@link
 * io.compscan.core.fingerprint.Fingerprinting} draws the seed for each scan, and names it.
 *
 * <p>Chunks that are only counted have an {@link io.compscan.core.fingerprint.OverlapHash} in place of a digest.
 *
 * <p>SHA-1, which nearly all scans use, has two kernels:
 *
 * <pre>
 *   Sha1Fingerprinter --- one after another ---&gt; JdkDigest
 *     |         |
 *     |         +-------- side by side --------&gt; LaneSha1, but for what LaneSplit leaves to JdkDigest
 *     |
 *     +-- LaneContest in a KernelTrial: do the lanes win on this JVM, and do they agree?   KernelRace: which wins here?
 * </pre>
 */
@NullMarked
package io.compscan.core.fingerprint;

import org.jspecify.annotations.NullMarked;
