package io.compscan.core.compress;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.util.Arrays;

/**
 * {@code zstd[:level]}: Zstandard, levels -1000 to 22 as in the library, 3 by default; negative ones are the fast ones, 0 means 3.
 *
 * <p>The size is that of a frame as the library makes it when it knows the length: magic number, content size, no dictionary, no
 * checksum.
 */
public final class ZstdCodec implements Codec {

    static final int DEFAULT_LEVEL = 3;

    @Override
    public String name() {
        return "zstd";
    }

    @Override
    public Levels levels() {
        // The library goes down to -131072, where not even zeros shrink; file systems offer -1000 as the fastest.
        // Written out: to ask the library would load it at every start.
        return new Levels(-1000, 22, DEFAULT_LEVEL);
    }

    @Override
    public Compressor open(int level) {
        return EncodingCompressor.load(name(), () -> new ZstdCompressor(level));
    }

    /** The savings of the best codes for single bytes; the same on every machine. */
    private static final class Entropy {

        private static final double NATS_OF_BYTE = Byte.SIZE * StrictMath.log(2);
        private static final double[] N_LOG_N = nLogN();

        private static double[] nLogN() {
            double[] table = new double[Compressor.PAGE_BYTES + 1];
            for (int n = 1; n < table.length; n++) {
                table[n] = n * StrictMath.log(n);
            }
            return table;
        }

        /** The bytes that codes save of a page in which each byte occurs so often. */
        static double savedBytes(int[] counts) {
            double nats = N_LOG_N[Compressor.PAGE_BYTES];
            for (int count : counts) {
                nats -= N_LOG_N[count];
            }
            return Compressor.PAGE_BYTES - nats / NATS_OF_BYTE;
        }
    }

    private static final class ZstdCompressor extends EncodingCompressor {

        private static final int LOOK_BYTES = 64 << 10;
        /** With less, mixed noise and text may save nothing at all: the same codes serve a whole block of 128 KiB. */
        private static final int ENOUGH_BYTES = LOOK_BYTES / 5;

        private final ZstdCompressCtx context;
        private final boolean usesHuffmanCodes;

        ZstdCompressor(int level) {
            usesHuffmanCodes = level >= 0;
            context = new ZstdCompressCtx()
                    .setLevel(level)
                    .setContentSize(true)
                    .setChecksum(false)
                    .setDictID(false);
        }

        @Override
        int bound(int length) {
            return Math.toIntExact(Zstd.compressBound(length));
        }

        @Override
        int encode(byte[] data, int offset, int length, byte[] target) {
            return context.compressByteArray(target, 0, target.length, data, offset, length);
        }

        /** Whether Huffman codes for each page of the beginning would save a fifth of it. */
        @Override
        public boolean looksCompressible(byte[] data, int offset, int length) {
            if (!usesHuffmanCodes || length < LOOK_BYTES) {
                return false;
            }
            double savedBytes = 0;
            int[] counts = new int[256];
            for (int from = 0; from < LOOK_BYTES && savedBytes < ENOUGH_BYTES; from += PAGE_BYTES) {
                Arrays.fill(counts, 0);
                for (int i = offset + from; i < offset + from + PAGE_BYTES; i++) {
                    counts[data[i] & 0xFF]++;
                }
                savedBytes += Entropy.savedBytes(counts);
            }
            return savedBytes >= ENOUGH_BYTES;
        }

        @Override
        public void close() {
            super.close();
            context.close();
        }
    }
}
