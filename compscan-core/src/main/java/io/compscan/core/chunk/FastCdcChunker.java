package io.compscan.core.chunk;

import io.compscan.core.chunk.ContentChunker.Name;
import io.compscan.core.chunk.rolling.Candidates;
import io.compscan.core.chunk.rolling.GearScan;
import io.compscan.core.chunk.rolling.GearTable;

/**
 * FastCDC: a gear hash that starts anew behind each minimum. A strict mask before the average and a loose one behind it crowd the
 * lengths around the average.
 *
 * <p>Source: Xia, Zhou, Jiang, Feng, Hua, Hu, Liu, Zhang: FastCDC, a fast and efficient content-defined chunking approach for data
 * deduplication. USENIX ATC 2016; and Xia et al., IEEE TPDS 31 (2020), whose table and masks these are. The method of that paper to
 * hash two bytes a step cuts at the same places.
 *
 * <p>As published, the hash covers only the bytes behind the minimum, so the first of them do not yet fill a window. Those few are
 * hashed when the start of the chunk is known; all others have been before.
 */
final class FastCdcChunker extends ContentChunker {

    /** What is usual. */
    static final int USUAL_LEVEL = 2;
    /** Levels go up to this. */
    static final int MAX_LEVEL = 3;

    /** The masks of the reference implementation, of 5 to 25 bits; spread out, which the paper found to deduplicate a little better. */
    private static final long[] MASKS = {
        0x0000000001804110L,
        0x0000000001803110L,
        0x0000000018035100L,
        0x0000001800035300L,
        0x0000019000353000L,
        0x0000590003530000L,
        0x0000d90003530000L,
        0x0000d90103530000L,
        0x0000d90303530000L,
        0x0000d90313530000L,
        0x0000d90f03530000L,
        0x0000d90303537000L,
        0x0000d90703537000L,
        0x0000d90707537000L,
        0x0000d91707537000L,
        0x0000d91747537000L,
        0x0000d91767537000L,
        0x0000d93767537000L,
        0x0000d93777537000L,
        0x0000d93777577000L,
        0x0000db3777577000L,
    };

    private static final int FIRST_MASK_BITS = 5;
    private static final int LAST_MASK_BITS = FIRST_MASK_BITS + MASKS.length - 1;
    private static final int MIN_MIN_BYTES = 64;

    private final Parameters parameters;

    /**
     * The parameters and their rules.
     *
     * @param averageBytes a power of two; where the masks change
     * @param minBytes at least 64
     * @param maxBytes the longest chunk
     * @param level how many bits the masks differ from that of the average, 0 to 3
     * @param seed changes where the cuts are, XORed to the table; 0 for the table as it is
     */
    record Parameters(int averageBytes, int minBytes, int maxBytes, int level, long seed) {

        Parameters {
            Limits.ofAverage(averageBytes, minBytes, maxBytes);
            Limits.powerOfTwo(averageBytes);
            Limits.check(minBytes >= MIN_MIN_BYTES, "min must be 64 or more");
            Limits.check(level >= 0 && level <= MAX_LEVEL, "nc must be 0, 1, 2 or 3");
            Limits.check(
                    Integer.numberOfTrailingZeros(averageBytes) + level <= LAST_MASK_BITS,
                    "there is no mask for this average and nc; a smaller one of either will do");
        }

        private String name() {
            return new Name("fastcdc", averageBytes)
                    .with("min", minBytes, Limits.usualMin(averageBytes))
                    .with("max", maxBytes, Limits.usualMax(averageBytes))
                    .with("nc", level, USUAL_LEVEL)
                    .withSeed(seed)
                    .toString();
        }

        private long strictMask() {
            return mask(level);
        }

        private long looseMask() {
            return mask(-level);
        }

        private long mask(int moreBits) {
            return MASKS[Integer.numberOfTrailingZeros(averageBytes) + moreBits - FIRST_MASK_BITS];
        }
    }

    FastCdcChunker(Parameters parameters) {
        super(parameters.name(), parameters.maxBytes);
        this.parameters = parameters;
    }

    @Override
    public double expectedChunkBytes() {
        double strict = Math.scalb(1.0, -Long.bitCount(parameters.strictMask()));
        double loose = Math.scalb(1.0, -Long.bitCount(parameters.looseMask()));
        int average = parameters.averageBytes;
        double reachesAverage = Math.pow(1 - strict, average - parameters.minBytes);
        return expectedBytes(strict, parameters.minBytes, average)
                + reachesAverage * expectedBytes(loose, 0, parameters.maxBytes - average);
    }

    @Override
    public Cutter cutter() {
        return new FastCdcCutter(parameters);
    }

    private static final class FastCdcCutter extends CandidateCutter {

        private final Parameters parameters;
        private final long[] table;
        private final long strict;
        private final long loose;
        private final int windowBytes;
        private final GearScan scan;

        /** A cut lies in front of the byte whose hash allows it. */
        private final Candidates behindTheByte = new Candidates();

        FastCdcCutter(Parameters parameters) {
            this(parameters, GearScan.windowBytes(parameters.strictMask() | parameters.looseMask()));
        }

        private FastCdcCutter(Parameters parameters, int windowBytes) {
            super(windowBytes - 1, 1, 1, parameters.minBytes, parameters.maxBytes);
            this.parameters = parameters;
            this.windowBytes = windowBytes;
            strict = parameters.strictMask();
            loose = parameters.looseMask();
            table = GearTable.of(parameters.seed);
            scan = new GearScan(table, strict & loose, windowBytes);
        }

        @Override
        void find(byte[] data, int from, int to, Candidates candidates) {
            behindTheByte.clear();
            scan.find(data, from, to, behindTheByte);
            candidates.addAll(behindTheByte, -1);
        }

        @Override
        int choose(byte[] data, Candidates candidates, int start, int last) {
            int first = start + parameters.minBytes;
            int average = start + parameters.averageBytes;
            int full = first + windowBytes - 1;
            long hash = 0;
            for (int i = first; i < full && i <= last; i++) {
                hash = (hash << 1) + table[data[i] & 0xff];
                if ((hash & (i < average ? strict : loose)) == 0) {
                    return i;
                }
            }
            int cut = candidates.first(full, Math.min(average, last + 1), strict);
            return cut <= last ? cut : candidates.first(Math.max(full, average), last + 1, loose);
        }
    }
}
