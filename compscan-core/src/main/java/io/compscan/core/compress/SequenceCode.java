package io.compscan.core.compress;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The bits of one of the three codes of Zstandard's sequences (RFC 8878, sections 3.1.1.3.2.1 and 4.1). The encoder takes a new table,
 * the one before or the predefined one. A new one must save a sixteenth and two bytes. Belongs to one thread.
 */
final class SequenceCode {

    /** The predefined tables; -1 is a share below one part. */
    static final int[] LITERAL_LENGTHS = {
        4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1
    };

    static final int[] OFFSETS = {
        1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1
    };

    static final int[] MATCH_LENGTHS = {
        1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1
    };

    /** The bits that follow each code. */
    static final int[] LITERAL_LENGTH_BITS = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        16
    };

    static final int[] OFFSET_BITS = IntStream.range(0, Integer.SIZE).toArray();

    static final int[] MATCH_LENGTH_BITS = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2,
        2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
    };

    private static final int CODES = 64;
    private static final int MAX_TABLE_LOG = 8;
    private static final int MIN_TABLE_LOG = 5;
    private static final double LN_2 = Math.log(2);
    /** The binary logarithms of all numbers that a table can hold. */
    private static final double[] LOG_2 = logarithms();

    private final int[] predefined;
    private final int predefinedLog;
    private final int[] bitsOfCode;
    private final int[] counts = new int[CODES];
    private int[] normalized = new int[CODES];
    private int[] previous = new int[CODES];
    /** 0 if there is no table before. */
    private int previousLog;

    SequenceCode(int[] predefined, int predefinedLog, int[] bitsOfCode) {
        this.predefined = Arrays.copyOf(predefined, CODES);
        this.predefinedLog = predefinedLog;
        this.bitsOfCode = bitsOfCode;
    }

    private static double[] logarithms() {
        double[] logarithms = new double[(1 << MAX_TABLE_LOG) + 3];
        for (int i = 1; i < logarithms.length; i++) {
            logarithms[i] = Math.log(i) / LN_2;
        }
        return logarithms;
    }

    void beginFrame() {
        previousLog = 0;
    }

    void beginBlock() {
        Arrays.fill(counts, 0);
    }

    /** Counts a code. */
    void add(int code) {
        counts[code]++;
    }

    /** The bits that follow the codes. */
    long extraBits() {
        long bits = 0;
        for (int i = 0; i < bitsOfCode.length; i++) {
            bits += (long) counts[i] * bitsOfCode[i];
        }
        return bits;
    }

    /** The bits of all codes and of the table. */
    double bits(int total) {
        int most = 0;
        int last = 0;
        for (int i = 0; i < CODES; i++) {
            most = Math.max(most, counts[i]);
            last = counts[i] > 0 ? i : last;
        }
        if (most == total) {
            return total > 2 ? 8 : bits(predefined, predefinedLog);
        }
        int log = normalize(total, last);
        double fresh = bits(normalized, log) + tableBits(log, last);
        double usual = bits(predefined, predefinedLog);
        double again = previousLog == 0 ? Double.POSITIVE_INFINITY : bits(previous, previousLog);
        // A new table must gain a sixteenth and some bytes.
        double wanted = fresh + (fresh + 256) / 16;
        if (usual <= again && usual <= wanted) {
            System.arraycopy(predefined, 0, previous, 0, CODES);
            previousLog = predefinedLog;
            return usual;
        }
        if (again <= wanted) {
            return again;
        }
        int[] swapped = previous;
        previous = normalized;
        normalized = swapped;
        previousLog = log;
        return fresh;
    }

    private double bits(int[] table, int log) {
        double bits = log;
        for (int i = 0; i < CODES; i++) {
            if (counts[i] > 0) {
                if (table[i] == 0) {
                    return Double.POSITIVE_INFINITY;
                }
                bits += counts[i] * (log - LOG_2[Math.abs(table[i])]);
            }
        }
        return bits;
    }

    /** Spreads {@code 2^log} states over the codes in proportion to their counts, one at least to each. */
    private int normalize(int total, int last) {
        int bySource = 31 - Integer.numberOfLeadingZeros(Math.max(2, total - 1)) - 2;
        int bySymbols = 31 - Integer.numberOfLeadingZeros(Math.max(1, last)) + 2;
        int bySourceLeast = 31 - Integer.numberOfLeadingZeros(total) + 1;
        int log = Math.max(Math.min(MAX_TABLE_LOG, bySource), Math.min(bySymbols, bySourceLeast));
        log = Math.min(MAX_TABLE_LOG, Math.max(MIN_TABLE_LOG, log));
        int left = 1 << log;
        int largest = 0;
        Arrays.fill(normalized, 0);
        for (int i = 0; i <= last; i++) {
            if (counts[i] > 0) {
                normalized[i] = (int) Math.max(1, Math.round((double) counts[i] * (1 << log) / total));
                left -= normalized[i];
                largest = counts[i] > counts[largest] ? i : largest;
            }
        }
        normalized[largest] = Math.max(1, normalized[largest] + left);
        return log;
    }

    /** Each count takes as many bits as the states that are left need. */
    private double tableBits(int log, int last) {
        double bits = 4;
        int left = (1 << log) + 1;
        for (int i = 0; i <= last && left > 1; i++) {
            bits += normalized[i] == 0 && i > 0 && normalized[i - 1] == 0 ? 0.7 : LOG_2[left + 1];
            left -= normalized[i];
        }
        return Math.ceil(bits / 8) * 8;
    }
}
