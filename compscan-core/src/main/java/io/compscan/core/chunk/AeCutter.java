package io.compscan.core.chunk;

import io.compscan.core.chunk.rolling.ByteSearch;
import java.util.Arrays;

/**
 * Cuts as AE does: from the minimum on, behind the first value of a chunk that exceeds each of the {@code windowValues} values that
 * follow. Such a value is a peak.
 *
 * <p>The value at a position is that of the eight bytes from there on, big-endian and unsigned. Only the bytes behind a value decide
 * whether it is a peak, not the start of its chunk. An earlier value that is no smaller would exceed its own window, or a value in that
 * window would do so, before the peak. So the largest value so far need not be known.
 *
 * <p>The search for a peak goes from each value to the next that is no smaller, until the window holds none. The values between are
 * below one that follows, hence no peaks. So the search looks at each byte once, and starts anew behind a cut. A scan cuts as if a
 * chunk began with its first byte. No chunk need begin there: the scan then knows, for whole stretches, which peak is the first behind
 * them. Two chunks in five begin in such a stretch.
 *
 * <pre>
 *   scan     from ......... peak |-- window, more up to min --| from ..... peak |-- window --| from ...
 *            '---- known ------'                                '-- known ----'
 *   cut                   start ..... to be searched ........|..............^ as scanned from here on
 * </pre>
 */
final class AeCutter extends ChoosingCutter {

    private final int windowValues;
    private final int windowBytes;
    private final int minBytes;

    /** Stretches in ascending order; each ends at the first peak from its beginning on. */
    private final ChunkList known = new ChunkList();

    private int next;

    /**
     * A cutter that has scanned nothing.
     *
     * @param windowValues how many values a peak exceeds
     * @param minBytes the shortest chunk, at least {@code windowValues + 8}: a peak and its window
     * @param maxBytes the longest chunk
     */
    AeCutter(int windowValues, int minBytes, int maxBytes) {
        super(minBytes, maxBytes);
        this.windowValues = windowValues;
        this.windowBytes = windowValues + Long.BYTES;
        this.minBytes = minBytes;
    }

    @Override
    public void scan(byte[] data, int from, int to) {
        known.clear();
        int last = to - windowBytes;
        int at = from;
        while (at <= last) {
            int peak = Math.min(last + 1, firstPeak(data, at, last));
            known.add(at, peak - at);
            at = peak + minBytes;
        }
    }

    @Override
    void begin(byte[] data, CutRange piece) {
        next = 0;
    }

    @Override
    int choose(byte[] data, int start, int limit) {
        int last = limit - windowBytes;
        int at = start + minBytes - windowBytes;
        while (at <= last) {
            while (next < known.size() && peak(next) < at) {
                next++;
            }
            if (next < known.size() && known.offset(next) <= at) {
                // The last one ends where peaks can no longer be told, beyond any limit.
                return peak(next) + windowBytes;
            }
            int unknown = next < known.size() ? Math.min(last, known.offset(next) - 1) : last;
            at = firstPeak(data, at, unknown);
            if (at <= unknown) {
                return at + windowBytes;
            }
        }
        return limit + 1;
    }

    private int peak(int i) {
        return known.offset(i) + known.length(i);
    }

    /**
     * Returns the first peak from {@code from} to {@code last}; the window of {@code last} must be there. Without one, returns a
     * position behind {@code last} that no peak precedes.
     */
    private int firstPeak(byte[] data, int from, int last) {
        int at = from;
        while (at <= last) {
            long value = ByteSearch.big(data, at);
            int windowEnd = at + 1 + windowValues;
            int rival = firstAtLeast(data, at + 1, windowEnd, value);
            if (rival == windowEnd) {
                return at;
            }
            at = ByteSearch.big(data, rival) == value ? lastRepeat(data, at, rival, last + windowBytes) : rival;
        }
        return at;
    }

    /** The first position in {@code [from, to)} whose value is no smaller; {@code to} if there is none. */
    private static int firstAtLeast(byte[] data, int from, int to, long value) {
        int prefix = (int) (value >>> Integer.SIZE);
        int i = ByteSearch.firstPrefixAtLeast(data, from, to, prefix);
        while (i < to && Long.compareUnsigned(ByteSearch.big(data, i), value) < 0) {
            i = ByteSearch.firstPrefixAtLeast(data, i + 1, to, prefix);
        }
        return i;
    }

    /** Returns where a value occurs last in data that repeats itself from {@code at} on, such as a run of one byte. */
    private static int lastRepeat(byte[] data, int at, int again, int end) {
        int period = again - at;
        int mismatch = Arrays.mismatch(data, at, end - period, data, again, end);
        int same = mismatch < 0 ? end - again : mismatch;
        return again + (same - Long.BYTES) / period * period;
    }
}
