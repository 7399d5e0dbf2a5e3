package io.compscan.core.chunk;

import io.compscan.core.chunk.rolling.BuzhashTable;
import io.compscan.core.chunk.rolling.GearTable;
import java.util.ArrayList;
import java.util.List;

/** The definitions of the chunkers, written down as plainly as possible and slow, to compare the fast ones with. */
@FunctionalInterface
interface ReferenceChunker {

    /** Where the chunk that starts at {@code start} ends in a region that is all of {@code data}. */
    int end(byte[] data, int start);

    /** The lengths of all chunks of a region. */
    default List<Integer> lengths(byte[] data) {
        List<Integer> lengths = new ArrayList<>();
        for (int start = 0; start < data.length; ) {
            int end = end(data, start);
            lengths.add(end - start);
            start = end;
        }
        return lengths;
    }

    /** Whether {@code c} may be a cut. */
    @FunctionalInterface
    interface Candidate {
        boolean at(int c);
    }

    private static int firstCandidate(int from, int to, int otherwise, Candidate candidate) {
        for (int c = from; c <= to; c++) {
            if (candidate.at(c)) {
                return c;
            }
        }
        return otherwise;
    }

    static ReferenceChunker gear(int average, int min, int max, long seed) {
        long[] table = GearTable.of(seed);
        int bits = Integer.numberOfTrailingZeros(average);
        return (data, start) -> {
            int end = Math.min(data.length, start + max);
            return firstCandidate(start + min, end, end, c -> {
                long hash = 0;
                for (int i = 0; i < 64; i++) {
                    hash += table[data[c - 1 - i] & 0xff] << i;
                }
                return hash >>> (64 - bits) == 0;
            });
        };
    }

    /** The algorithm of the 2016 paper, a byte at a time. */
    static ReferenceChunker fastCdc(int average, int min, int max, long strict, long loose, long seed) {
        long[] table = GearTable.of(seed);
        return (data, start) -> {
            int n = data.length - start;
            if (n <= min) {
                return data.length;
            }
            n = Math.min(n, max);
            int normal = Math.min(n, average);
            long print = 0;
            int i = min;
            for (; i < normal; i++) {
                print = (print << 1) + table[data[start + i] & 0xff];
                if ((print & strict) == 0) {
                    return start + i;
                }
            }
            for (; i < n; i++) {
                print = (print << 1) + table[data[start + i] & 0xff];
                if ((print & loose) == 0) {
                    return start + i;
                }
            }
            return start + i;
        };
    }

    static ReferenceChunker rabin(int average, int min, int max, int window, long polynomial, int value) {
        int degree = 63 - Long.numberOfLeadingZeros(polynomial);
        return (data, start) -> {
            int end = Math.min(data.length, start + max);
            return firstCandidate(start + min, end, end, c -> {
                long print = 0;
                for (int i = c - window; i < c; i++) {
                    for (int bit = 7; bit >= 0; bit--) {
                        boolean overflows = (print >>> (degree - 1) & 1) != 0;
                        print = (print << 1) | ((data[i] >>> bit) & 1);
                        print ^= overflows ? polynomial : 0;
                    }
                }
                return (print & (average - 1)) == value;
            });
        };
    }

    static ReferenceChunker buzhash(int mask, int min, int max, int window, int seed) {
        int[] table = BuzhashTable.of(seed);
        return (data, start) -> {
            int end = Math.min(data.length, start + max);
            return firstCandidate(start + min, end - window - 1, end, c -> {
                int hash = 0;
                for (int i = 0; i < window; i++) {
                    hash ^= Integer.rotateLeft(table[data[c + i] & 0xff], window - 1 - i);
                }
                return (hash & mask) == 0;
            });
        };
    }

    /** The hash of the bytes before a cut, without rolling, and a division. */
    static ReferenceChunker casync(int divisor, int remainders, int min, int max, int window) {
        int[] table = BuzhashTable.casync();
        return (data, start) -> {
            int end = Math.min(data.length, start + max);
            return firstCandidate(start + min, end, end, c -> {
                int hash = 0;
                for (int i = 0; i < window; i++) {
                    hash ^= Integer.rotateLeft(table[data[c - 1 - i] & 0xff], i);
                }
                return Integer.remainderUnsigned(hash, divisor) >= divisor - remainders;
            });
        };
    }

    static ReferenceChunker kopia(int mask, int min, int max) {
        int[] table = BuzhashTable.kopia();
        return (data, start) -> {
            int end = Math.min(data.length, start + max);
            return firstCandidate(start + min, end, end, c -> {
                int hash = 0;
                for (int i = 0; i < 64; i++) {
                    hash ^= Integer.rotateLeft(table[data[c - 1 - i] & 0xff], i);
                }
                return (hash & mask) == 0;
            });
        };
    }

    static ReferenceChunker ae(int window, int min, int max) {
        return (data, start) -> {
            int end = Math.min(data.length, start + max);
            return firstCandidate(start + min, end, end, c -> {
                int p = c - 8 - window;
                for (int q = p + 1; q <= p + window; q++) {
                    if (Long.compareUnsigned(value(data, q), value(data, p)) >= 0) {
                        return false;
                    }
                }
                return true;
            });
        };
    }

    private static long value(byte[] data, int at) {
        long value = 0;
        for (int i = 0; i < 8; i++) {
            value = (value << 8) | (data[at + i] & 0xff);
        }
        return value;
    }

    static ReferenceChunker ram(int window, int min, int max) {
        return (data, start) -> {
            int end = Math.min(data.length, start + max);
            int largest = 1;
            for (int i = start; i < Math.min(end, start + window); i++) {
                largest = Math.max(largest, data[i] & 0xff);
            }
            int threshold = largest;
            return firstCandidate(start + min, end, end, c -> (data[c - 1] & 0xff) >= threshold);
        };
    }
}
