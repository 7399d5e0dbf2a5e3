package io.compscan.core.fingerprint;

import java.io.Serializable;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How the chunks of a scan are identified: a digest and, if nobody else is to recognise them, a salt.
 *
 * <p>A digest with a seed gives other fingerprints for each seed. Without a salt the seed is part of the name, so scans with different seeds
 * differ in their fingerprints' names, as scans with different digests do. A salt gives the seed, which is then as secret as the salt.
 *
 * @param algorithm the digest
 * @param salt the key of the digest; null for plain digests
 * @param seed the seed of the digest; 0 for a digest without one
 */
public record Fingerprinting(
        FingerprintAlgorithm algorithm, @Nullable Salt salt, long seed) implements Serializable {

    private static final String SALTED = ":salted";
    private static final Pattern SEEDED = Pattern.compile("([^:]*):([0-9a-fA-F]{16})");

    /** Refuses a seed that the digest does not have, or that is not the salt's. */
    public Fingerprinting {
        if (seed != 0 && !algorithm.isSeeded()) {
            throw new IllegalArgumentException("'" + algorithm.label() + "' has no seed");
        }
        if (salt != null && algorithm.isSeeded() && seed != salt.seed()) {
            throw new IllegalArgumentException("a salt gives the seed, so name none");
        }
    }

    /** Fingerprints with a salt, or plain ones without; a seed is the salt's, or else drawn. */
    public Fingerprinting(FingerprintAlgorithm algorithm, @Nullable Salt salt) {
        this(algorithm, salt, seed(algorithm, salt));
    }

    private static long seed(FingerprintAlgorithm algorithm, @Nullable Salt salt) {
        if (!algorithm.isSeeded()) {
            return 0;
        }
        return salt == null ? new SecureRandom().nextLong() : salt.seed();
    }

    /** Plain digests; a seed is drawn. */
    public static Fingerprinting plain(FingerprintAlgorithm algorithm) {
        return new Fingerprinting(algorithm, null);
    }

    /**
     * The fingerprints of this name: a digest, such as {@code sha1}, or a digest with its seed, such as {@code xxh3:0123456789abcdef}.
     *
     * @param before the name of the fingerprints that these go on with, for their seed; null if there are none
     * @throws IllegalArgumentException with one line for a person
     */
    public static Fingerprinting parse(String name, @Nullable Salt salt, @Nullable String before) {
        Matcher seeded = SEEDED.matcher(name);
        if (seeded.matches()) {
            return new Fingerprinting(
                    FingerprintAlgorithm.parse(seeded.group(1)), salt, HexFormat.fromHexDigitsToLong(seeded.group(2)));
        }
        FingerprintAlgorithm algorithm = FingerprintAlgorithm.parse(name);
        Matcher past = SEEDED.matcher(before == null ? "" : before);
        boolean goesOn =
                salt == null && past.matches() && past.group(1).equals(algorithm.label()) && algorithm.isSeeded();
        return goesOn
                ? new Fingerprinting(algorithm, null, HexFormat.fromHexDigitsToLong(past.group(2)))
                : new Fingerprinting(algorithm, salt);
    }

    /** Whether fingerprints of this name have a seed that the name tells. */
    public static boolean hasSeed(String label) {
        return SEEDED.matcher(label).matches();
    }

    /** The name in reports, such as {@code sha1}, {@code sha1:salted} or {@code xxh3:0123456789abcdef}. */
    public String label() {
        if (salt != null) {
            return algorithm.label() + SALTED;
        }
        return algorithm.isSeeded() ? algorithm.label() + ":" + HexFormat.of().toHexDigits(seed) : algorithm.label();
    }

    /** The length of a fingerprint in bytes. */
    public int digestBytes() {
        return algorithm.digestBytes();
    }

    /** A fingerprinter for the calling thread. */
    public Fingerprinter open() {
        return open(algorithm.open(seed));
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
