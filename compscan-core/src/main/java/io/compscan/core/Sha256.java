package io.compscan.core;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 (FIPS 180-4), which every Java has. */
public final class Sha256 {

    private Sha256() {}

    /** A digest of nothing yet. */
    public static MessageDigest open() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The digest of a text in UTF-8, in hexadecimal. */
    public static String hex(String text) {
        return HexFormat.of().formatHex(open().digest(text.getBytes(StandardCharsets.UTF_8)));
    }
}
