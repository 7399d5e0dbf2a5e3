package io.compscan.core.estimate;

import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinter;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.index.SampleLevels;
import java.nio.ByteBuffer;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;

/**
 * The 64 bits by which an estimate knows a chunk, as the last bytes of a fingerprint.
 *
 * <p>No fingerprint leaves an estimate, so a digest would only serve to be cut to 64 bits. XXH64 gives as many in a tenth of the time, and
 * its native code does not wait for the JVM's compiler. It does not resist data that is made to collide. A user who fears such data asks
 * for a digest or for a salt.
 */
final class ChunkKeys {

    /** Marks change the first and the last eight bytes of a fingerprint, each in a way of its own. The first ones here are of no use. */
    static final int FINGERPRINT_BYTES = 2 * Long.BYTES;

    /** Any constant does; it keeps keys apart from those that other programs store. */
    private static final long SEED = 0x636f6d707363616eL;

    private ChunkKeys() {}

    /** The key of a chunk. */
    static long key(ByteBuffer fingerprints, int number) {
        return fingerprints.getLong(place(number));
    }

    private static int place(int number) {
        return (number + 1) * FINGERPRINT_BYTES - Long.BYTES;
    }

    /**
     * The keys that go with a digest.
     *
     * @param isDigestWanted whether the digest was asked for, so that even the default one is taken
     */
    static Fingerprinter of(Fingerprinting fingerprint, boolean isDigestWanted) {
        return !isDigestWanted && fingerprint.algorithm() == FingerprintAlgorithm.SHA1 && fingerprint.salt() == null
                ? ofXxh64()
                : ofDigest(fingerprint.digestBytes(), fingerprint.open());
    }

    private static Fingerprinter ofXxh64() {
        XXHash64 hash = XXHashFactory.fastestInstance().hash64();
        return (data, chunks, fingerprints) -> {
            ByteBuffer keys = ByteBuffer.wrap(fingerprints);
            for (int i = 0; i < chunks.size(); i++) {
                keys.putLong(place(i), hash.hash(data, chunks.offset(i), chunks.length(i), SEED));
            }
        };
    }

    private static Fingerprinter ofDigest(int digestBytes, Fingerprinter digest) {
        return (data, chunks, fingerprints) -> {
            byte[] digests = new byte[chunks.size() * digestBytes];
            digest.fingerprint(data, chunks, digests);
            ByteBuffer keys = ByteBuffer.wrap(fingerprints);
            for (int i = 0; i < chunks.size(); i++) {
                keys.putLong(place(i), SampleLevels.key(digests, i * digestBytes, digestBytes));
            }
        };
    }
}
