package io.compscan.core.compress;

import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Whether compression saves a page of {@value #PAGE_BYTES} bytes. A file system such as Btrfs keeps a compressed block, and goes on with
 * compression, only where it does. Belongs to one thread.
 */
public final class SavedPages {

    private static final int PAGE_BYTES = 4096;

    private static final int FAST_LOOK_BYTES = 32 << 10;
    private static final int CODE_LOOK_BYTES = 64 << 10;
    /** With less, mixed noise and text may save nothing at all: the same codes serve a whole block of 128 KiB. */
    private static final int ENOUGH_BYTES = CODE_LOOK_BYTES / 5;

    private final Compressor compressor;
    private final boolean usesHuffmanCodes;
    /** Null where a look with a fast compressor is no help. */
    private final @Nullable Compressor fast;

    private SavedPages(Compressor compressor, boolean usesHuffmanCodes, @Nullable Compressor fast) {
        this.compressor = compressor;
        this.usesHuffmanCodes = usesHuffmanCodes;
        this.fast = fast;
    }

    /**
     * The pages that a compressor saves.
     *
     * @param wholes opens compressors that each compress their input as a whole, or has opened them; it owns them
     */
    public static SavedPages of(CompressorSpec spec, Function<CompressorSpec, Compressor> wholes) {
        return new SavedPages(
                spec.open(wholes),
                spec.codec().equals(ZstdCodec.NAME) && spec.level() >= 0 && spec.blockBytes() == 0,
                spec.runBytes() > 0 ? wholes.apply(CompressorSpec.fast()) : null);
    }

    /** Whether compression saves one of the pages that the bytes take. */
    public boolean isPageSaved(byte[] data, int offset, int length) {
        return looksCompressible(data, offset, length)
                || isPageSaved(compressor.storedBytes(data, offset, length), length);
    }

    /** Whether bytes of this stored size take fewer pages than raw. */
    public static boolean isPageSaved(int storedBytes, int length) {
        return pages(storedBytes) < pages(length);
    }

    private static int pages(int bytes) {
        return (bytes + PAGE_BYTES - 1) / PAGE_BYTES;
    }

    /**
     * Whether a look at the beginning is enough to say that compression saves a page; false leaves that open. Much faster than compression
     * where data shrinks.
     */
    public boolean looksCompressible(byte[] data, int offset, int length) {
        return shrinksByCodes(data, offset, length)
                || (fast != null
                        && length > FAST_LOOK_BYTES
                        && fast.storedBytes(data, offset, FAST_LOOK_BYTES) <= FAST_LOOK_BYTES / 2);
    }

    /** Whether Huffman codes for each page of the beginning would save a fifth of it. */
    private boolean shrinksByCodes(byte[] data, int offset, int length) {
        if (!usesHuffmanCodes || length < CODE_LOOK_BYTES) {
            return false;
        }
        double savedBytes = 0;
        int[] counts = new int[256];
        for (int from = 0; from < CODE_LOOK_BYTES && savedBytes < ENOUGH_BYTES; from += PAGE_BYTES) {
            Arrays.fill(counts, 0);
            for (int i = offset + from; i < offset + from + PAGE_BYTES; i++) {
                counts[data[i] & 0xFF]++;
            }
            savedBytes += Entropy.savedBytes(counts);
        }
        return savedBytes >= ENOUGH_BYTES;
    }

    /** The savings of the best codes for single bytes; the same on every machine. */
    private static final class Entropy {

        private static final double NATS_OF_BYTE = Byte.SIZE * StrictMath.log(2);
        private static final double[] N_LOG_N = nLogN();

        private static double[] nLogN() {
            double[] table = new double[PAGE_BYTES + 1];
            for (int n = 1; n < table.length; n++) {
                table[n] = n * StrictMath.log(n);
            }
            return table;
        }

        /** The bytes that codes save of a page in which each byte occurs so often. */
        static double savedBytes(int[] counts) {
            double nats = N_LOG_N[PAGE_BYTES];
            for (int count : counts) {
                nats -= N_LOG_N[count];
            }
            return PAGE_BYTES - nats / NATS_OF_BYTE;
        }
    }
}
