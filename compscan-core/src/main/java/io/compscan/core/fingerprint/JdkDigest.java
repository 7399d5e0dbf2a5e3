package io.compscan.core.fingerprint;

import io.compscan.core.chunk.ChunkList;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** A digest of the JDK's. Belongs to one thread. */
final class JdkDigest implements Fingerprinter {

    private final MessageDigest digest;
    private final int digestBytes;

    JdkDigest(String algorithm) {
        try {
            digest = MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no " + algorithm, e);
        }
        digestBytes = digest.getDigestLength();
    }

    @Override
    public void fingerprint(byte[] data, ChunkList chunks, byte[] fingerprints) {
        for (int i = 0; i < chunks.size(); i++) {
            fingerprint(data, chunks, i, fingerprints, i * digestBytes);
        }
    }

    /** Writes the digest of chunk {@code i} to {@code at}. */
    void fingerprint(byte[] data, ChunkList chunks, int i, byte[] fingerprints, int at) {
        try {
            digest.update(data, chunks.offset(i), chunks.length(i));
            digest.digest(fingerprints, at, digestBytes);
        } catch (DigestException e) {
            throw new IllegalArgumentException("no room for " + chunks.size() + " fingerprints", e);
        }
    }
}
