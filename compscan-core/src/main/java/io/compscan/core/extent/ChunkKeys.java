package io.compscan.core.extent;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinter;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.index.SampleLevels;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;

/**
 * The 64 bits by which an estimate knows a chunk. One thread.
 *
 * <p>No fingerprint leaves an estimate, so a digest would only serve to be cut to 64 bits. XXH64 gives as many in a tenth of the time, and
 * its native code does not wait for the JVM's compiler. It does not resist data that is made to collide. A user who fears such data asks
 * for a digest or for a salt.
 */
@FunctionalInterface
interface ChunkKeys {

    /** Any constant does; it keeps keys apart from those that other programs store. */
    long SEED = 0x636f6d707363616eL;

    /** Writes the key of each chunk of {@code data}. */
    void keys(byte[] data, ChunkList chunks, long[] keys);

    /**
     * The keys that go with a digest.
     *
     * @param isDigestWanted whether the digest was asked for, so that even the default one is taken
     */
    static ChunkKeys of(Fingerprinting fingerprint, boolean isDigestWanted) {
        return !isDigestWanted && fingerprint.algorithm() == FingerprintAlgorithm.SHA1 && fingerprint.salt() == null
                ? ofXxh64()
                : ofDigest(fingerprint.digestBytes(), fingerprint.open());
    }

    private static ChunkKeys ofXxh64() {
        XXHash64 hash = XXHashFactory.fastestInstance().hash64();
        return (data, chunks, keys) -> {
            for (int i = 0; i < chunks.size(); i++) {
                keys[i] = hash.hash(data, chunks.offset(i), chunks.length(i), SEED);
            }
        };
    }

    private static ChunkKeys ofDigest(int digestBytes, Fingerprinter digest) {
        return (data, chunks, keys) -> {
            byte[] fingerprints = new byte[chunks.size() * digestBytes];
            digest.fingerprint(data, chunks, fingerprints);
            for (int i = 0; i < chunks.size(); i++) {
                keys[i] = SampleLevels.key(fingerprints, i * digestBytes, digestBytes);
            }
        };
    }
}
