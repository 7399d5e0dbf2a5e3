package io.compscan.core.compress;

import java.util.zip.Deflater;

/**
 * {@code deflate[:level]}: zlib, levels 1 to 9, 6 by default. Sizes are those of a raw deflate stream (RFC 1951), without the header and
 * checksum of zlib or gzip.
 *
 * <p>Level 9 is a model of zlib that writes no stream and finds the same sizes sooner. The other levels are the JDK's; one that was built
 * against another zlib than its own copy may give other sizes.
 */
public final class DeflateCodec implements Codec {

    @Override
    public String name() {
        return "deflate";
    }

    @Override
    public Levels levels() {
        return new Levels(Deflater.BEST_SPEED, Deflater.BEST_COMPRESSION, 6);
    }

    @Override
    public String library(int level) {
        return level == Deflater.BEST_COMPRESSION ? "" : "zlib of Java " + System.getProperty("java.runtime.version");
    }

    @Override
    public Compressor open(int level) {
        return level == Deflater.BEST_COMPRESSION ? new ZlibCompressor() : new DeflateCompressor(level);
    }

    private static final class DeflateCompressor extends EncodingCompressor {

        private static final byte[] NOTHING = new byte[0];

        private final Deflater deflater;

        DeflateCompressor(int level) {
            deflater = new Deflater(level, true);
        }

        @Override
        int bound(int length) {
            // zlib's own bound for any setting; that of its default setting is tighter, but other builds exceed it.
            return Math.addExact(length, (length >>> 3) + (length >>> 6) + 64);
        }

        @Override
        int encode(byte[] data, int offset, int length, byte[] target) {
            deflater.reset();
            deflater.setInput(data, offset, length);
            deflater.finish();
            int size = deflater.deflate(target);
            if (!deflater.finished()) {
                throw new IllegalStateException("deflate needs more than " + target.length + " bytes for " + length);
            }
            // A deflater keeps its input alive until it gets another.
            deflater.setInput(NOTHING);
            return size;
        }

        @Override
        public void close() {
            super.close();
            deflater.end();
        }
    }

    /** The compressor of the highest level. */
    public static Compressor best() {
        return new ZlibCompressor();
    }
}
