package io.compscan.core.fingerprint;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * How the chunks of a scan are identified: a digest and, if nobody else is to recognise them, a salt.
 *
 * @param algorithm the digest
 * @param salt the key of the digest; null for plain digests
 */
public record Fingerprinting(
        FingerprintAlgorithm algorithm, @Nullable Salt salt) implements Serializable {

    private static final String SALTED = ":salted";

    /** Plain digests. */
    public static Fingerprinting plain(FingerprintAlgorithm algorithm) {
        return new Fingerprinting(algorithm, null);
    }

    /** The name in reports, such as {@code sha1} or {@code sha1:salted}. */
    public String label() {
        return salt == null ? algorithm.label() : algorithm.label() + SALTED;
    }

    /** The length of a fingerprint in bytes. */
    public int digestBytes() {
        return algorithm.digestBytes();
    }

    /** A fingerprinter for the calling thread. */
    public Fingerprinter open() {
        return open(algorithm.open());
    }

    /**
     * A fingerprinter for the calling thread where somebody else computes the digests.
     *
     * @param plain writes digests of the algorithm, without a salt
     */
    public Fingerprinter open(Fingerprinter plain) {
        return salt == null ? plain : salt.keyed(plain, digestBytes());
    }
}
