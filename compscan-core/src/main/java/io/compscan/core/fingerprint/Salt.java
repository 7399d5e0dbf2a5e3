package io.compscan.core.fingerprint;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.SecretKeySpec;

/**
 * A secret that fingerprints are keyed with, so that nobody without it can tell which known data a fingerprint belongs to.
 *
 * <p>A keyed fingerprint consists of the first bytes of HMAC-SHA-256 (RFC 2104) of the plain fingerprint, and has the same length. It
 * costs the same for every algorithm and chunk length.
 */
public final class Salt implements Serializable {

    /** Shorter ones can be found by trying. */
    public static final int MIN_BYTES = 16;
    /** Longer ones are a file that was not meant. */
    public static final int MAX_BYTES = 1 << 16;

    private static final String HMAC = "HmacSHA256";
    /** Longer than any fingerprint, so that no chunk's keyed fingerprint begins with the id. */
    private static final byte[] ID_MESSAGE = "compscan: the public id of a salt".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] SEED_MESSAGE =
            "compscan: the secret seed of a digest".getBytes(StandardCharsets.US_ASCII);

    private static final int ID_BYTES = 8;
    private static final int LONGEST_FINGERPRINT = 32;

    private final SecretKeySpec key;
    private final String id;

    private Salt(byte[] secret) {
        key = new SecretKeySpec(secret, HMAC);
        id = HexFormat.of().formatHex(mac().doFinal(ID_MESSAGE), 0, ID_BYTES);
    }

    /**
     * The salt of these bytes.
     *
     * @throws IllegalArgumentException with one line for a person, if they are too few or too many
     */
    public static Salt of(byte[] secret) {
        if (secret.length < MIN_BYTES || secret.length > MAX_BYTES) {
            throw new IllegalArgumentException("a salt has " + MIN_BYTES + " to " + MAX_BYTES + " bytes, not "
                    + (secret.length > MAX_BYTES ? "more" : secret.length));
        }
        return new Salt(secret);
    }

    /**
     * The salt that is the whole content of this file.
     *
     * @throws IllegalArgumentException with one line for a person, if it is too short or too long
     */
    public static Salt read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return of(in.readNBytes(MAX_BYTES + 1));
        }
    }

    /** 16 hexadecimal digits that distinguish salts without revealing them. */
    public String id() {
        return id;
    }

    /** The seed of a digest that has one. It is as secret as the salt. */
    long seed() {
        return ByteBuffer.wrap(mac().doFinal(SEED_MESSAGE)).getLong();
    }

    /** The keyed variant of a fingerprinter whose digests are that long; belongs to the same thread. */
    Fingerprinter keyed(Fingerprinter plain, int digestBytes) {
        Mac mac = mac();
        byte[] whole = new byte[LONGEST_FINGERPRINT];
        return (data, chunks, fingerprints) -> {
            plain.fingerprint(data, chunks, fingerprints);
            try {
                for (int i = 0, at = 0; i < chunks.size(); i++, at += digestBytes) {
                    mac.update(fingerprints, at, digestBytes);
                    mac.doFinal(whole, 0);
                    System.arraycopy(whole, 0, fingerprints, at, digestBytes);
                }
            } catch (ShortBufferException e) {
                throw new IllegalStateException(HMAC + " is longer than " + LONGEST_FINGERPRINT + " bytes", e);
            }
        };
    }

    private Mac mac() {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no " + HMAC, e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Salt salt && key.equals(salt.key);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(key.getEncoded());
    }

    /** The id alone: a secret has no place in a log. */
    @Override
    public String toString() {
        return "salt " + id;
    }
}
