package io.compscan.core.profile;

import java.io.Serializable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A sample of writes, in their order, into a {@link ChapterIndex}.
 *
 * <p>Each write of the sample stands for {@code step} writes, so it takes as many places. Whether a chunk is found does not change the
 * places that are taken: its record is in the open chapter afterwards, moved or new.
 *
 * <p>With a step of 1 everything is as in the index itself. With a larger one there are fewer hooks than the index has, none between
 * most chunks of the sample. Then there are three answers for a chunk in a sparse chapter:
 *
 * <pre>
 *   least     found, as if all chapters were dense
 *   likely    found, if the sample has a neighbour of the same chapter before or behind it: hooks lie between the two
 *   most      not found, unless it is a hook itself
 * </pre>
 */
final class IndexReplay {

    /** The normal quantile of a two-sided interval of 95 %. */
    private static final double NORMAL = 1.959963984540054;

    /** The events of a Poisson distribution that have not been seen, with 97.5 %. */
    private static final double UNSEEN = 3.69;

    /** An estimate with an interval of 95 %. */
    private record Range(double value, double low, double high) {

        /** From 0 to the most. */
        static Range within(double value, double error, double most) {
            double inside = Math.min(most, value);
            return new Range(inside, Math.max(0, Math.min(inside, value - error)), Math.min(most, value + error));
        }
    }

    private final ChapterIndex index;
    private final WriteSample writes;
    private final long step;
    /** For each row of the sample the number of its chunk; chunks are numbered as they come. */
    private final int[] chunks;

    private final int chunkCount;

    IndexReplay(ChapterIndex index, WriteSample writes) {
        this.index = index;
        this.writes = writes;
        step = writes.step();
        chunks = new int[writes.size()];
        Map<Long, Integer> numbers = new HashMap<>();
        for (int row = 0; row < chunks.length; row++) {
            Integer known = numbers.putIfAbsent(writes.key(row), numbers.size());
            chunks[row] = known == null ? numbers.size() - 1 : known;
        }
        chunkCount = numbers.size();
    }

    /** The writes of each chunk that did not find it, though it was written before. */
    private static final class Outcome {
        private final int[] least;
        private final int[] likely;
        private final int[] most;
        /** The copies of each chunk: one for each likely miss, and one for all references that a copy can have. */
        private final long[] copies;
        /** The places that each chunk has taken. */
        private final int[] taken;

        Outcome(int chunkCount) {
            least = new int[chunkCount];
            likely = new int[chunkCount];
            most = new int[chunkCount];
            copies = new long[chunkCount];
            taken = new int[chunkCount];
        }
    }

    /** The records that one replay has written. A record that has moved stays in its old chapter, too, and may be found there. */
    private final class Records {
        /** For each chunk the row of its last record, -1 if there is none. */
        private final int[] lastRow = new int[chunkCount];
        /** For each row with a record its chapter. */
        private final long[] chapterOf = new long[chunks.length];
        /** For each row with a record that of the record before it. */
        private final int[] before = new int[chunks.length];

        Records() {
            Arrays.fill(lastRow, -1);
        }

        /** The chapter of the last record; -1 if there is none. */
        long lastChapter(int chunk) {
            return lastRow[chunk] < 0 ? -1 : chapterOf[lastRow[chunk]];
        }

        void add(int chunk, int row, long chapter) {
            chapterOf[row] = chapter;
            before[row] = lastRow[chunk];
            lastRow[chunk] = row;
        }

        boolean isIn(int chunk, long chapter) {
            for (int row = lastRow[chunk]; row >= 0 && chapterOf[row] >= chapter; row = before[row]) {
                if (chapterOf[row] == chapter) {
                    return true;
                }
            }
            return false;
        }
    }

    /** @param chapterFactor how many times as large as they are chapters count */
    private Outcome replay(double chapterFactor, int maxReferences) {
        Outcome outcome = new Outcome(chunkCount);
        Records records = new Records();
        long[] references = new long[chunkCount];
        SparseCache cache = new SparseCache(index.cachedChapters());
        long hookEvery = Math.max(1, index.hookEvery() / step);
        double chapterChunks = index.chapterChunks() * chapterFactor;
        long places = 0;
        int unsure = -1;
        long unsureChapter = -1;
        for (int row = 0; row < chunks.length; row++) {
            int chunk = chunks[row];
            long open = (long) (places / chapterChunks);
            long last = records.lastChapter(chunk);
            boolean isLikelyMissed = false;
            if (last >= 0 && last <= open - index.chapters()) {
                outcome.least[chunk]++;
                outcome.most[chunk]++;
                isLikelyMissed = true;
            } else if (last >= 0 && last <= open - index.denseChapters()) {
                boolean isHook = isHook(writes.key(row), index.hookEvery());
                if (isHook(writes.key(row), hookEvery)) {
                    isLikelyMissed = !isHook && !cache.find(records, chunk, open - index.chapters());
                    cache.use(last, open - index.chapters());
                } else {
                    isLikelyMissed = !cache.find(records, chunk, open - index.chapters());
                }
                outcome.most[chunk] += isHook || (step == 1 && !isLikelyMissed) ? 0 : 1;
                outcome.least[chunk] += step == 1 && isLikelyMissed ? 1 : 0;
                if (step > 1 && unsure >= 0 && unsureChapter == last) {
                    outcome.likely[chunks[unsure]]--;
                    outcome.copies[chunks[unsure]]--;
                }
                unsure = isLikelyMissed ? row : -1;
                unsureChapter = last;
            }
            if (isLikelyMissed) {
                outcome.likely[chunk]++;
                outcome.copies[chunk] += copies(references[chunk], maxReferences);
                references[chunk] = 0;
            }
            references[chunk] += writes.count(row);
            if (last != open) {
                places += step;
                outcome.taken[chunk]++;
                records.add(chunk, row, open);
            }
        }
        for (int chunk = 0; chunk < chunkCount; chunk++) {
            outcome.copies[chunk] += copies(references[chunk], maxReferences);
        }
        return outcome;
    }

    private static long copies(long references, int maxReferences) {
        return maxReferences == 0 ? 1 : (references + maxReferences - 1) / maxReferences;
    }

    private static boolean isHook(long key, long every) {
        return Long.remainderUnsigned(key, every) == 0;
    }

    /** The sparse chapters that are searched, the one used last first. */
    private static final class SparseCache {
        private final long[] chapters;

        SparseCache(int size) {
            chapters = new long[size];
            Arrays.fill(chapters, -1);
        }

        /** Whether one of its chapters has a record of the chunk; that chapter then counts as used. */
        boolean find(Records records, int chunk, long lastGone) {
            for (int i = 0; i < chapters.length; i++) {
                if (chapters[i] > lastGone && chapters[i] >= 0 && records.isIn(chunk, chapters[i])) {
                    move(i, chapters[i]);
                    return true;
                }
            }
            return false;
        }

        /** Makes a chapter the one used last. Of the others those that are gone leave first. */
        void use(long chapter, long lastGone) {
            int leaves = chapters.length - 1;
            for (int i = 0; i < chapters.length; i++) {
                if (chapters[i] <= lastGone) {
                    leaves = i;
                }
            }
            for (int i = 0; i < chapters.length; i++) {
                if (chapters[i] == chapter) {
                    leaves = i;
                }
            }
            move(leaves, chapter);
        }

        private void move(int from, long chapter) {
            System.arraycopy(chapters, 0, chapters, 1, from);
            chapters[0] = chapter;
        }
    }

    /**
     * The size of a chunk.
     *
     * @param length its length
     * @param stored what it is stored in; 0 if that is not known
     */
    record Size(int length, int stored) implements Serializable {}

    /**
     * What the index does not find.
     *
     * @param sizes the size of the chunk of a key
     * @param written the writes of all data
     * @param mostBytes the bytes of duplicates that are missed at most, in all data; null if unknown
     */
    Missed missed(LongFunction<Size> sizes, int maxReferences, long written, @Nullable Double mostBytes) {
        int[] lengths = new int[chunkCount];
        int[] stored = new int[chunkCount];
        long[] references = new long[chunkCount];
        for (int row = 0; row < chunks.length; row++) {
            int chunk = chunks[row];
            Size size = sizes.apply(writes.key(row));
            lengths[chunk] = size.length();
            stored[chunk] = size.stored();
            references[chunk] += writes.count(row);
        }
        Outcome plain = replay(1, maxReferences);
        long mostTimes = (written - 1) / index.sureChunks();
        Sum sum = new Sum(lengths, references, mostTimes, mostBytes);
        Range least = sum.of(plain.least);
        Range most = sum.of(plain.most);
        Range likely = sum.of(plain.likely);
        double low = Math.min(least.low(), likely.low());
        double high = Math.max(most.high(), likely.high());
        double clockError = clockError(plain.taken);
        if (clockError > 0) {
            for (double factor : new double[] {1 - Math.min(0.5, clockError), 1 + clockError}) {
                Outcome other = replay(factor, maxReferences);
                low = Math.min(low, sum.of(other.least).low());
                high = Math.max(high, sum.of(other.most).high());
            }
        }
        double storedBytes = 0;
        double missedBytes = 0;
        double copyBytes = 0;
        for (int chunk = 0; chunk < chunkCount; chunk++) {
            if (stored[chunk] > 0 && plain.likely[chunk] > 0) {
                long more = plain.copies[chunk] - copies(references[chunk], maxReferences);
                missedBytes += (double) plain.likely[chunk] * lengths[chunk];
                copyBytes += (double) more * lengths[chunk];
                storedBytes += (double) more * stored[chunk];
            }
        }
        return new Missed(
                likely.value(),
                Math.min(low, likely.value()),
                Math.max(high, likely.value()),
                missedBytes == 0 ? 1 : copyBytes / missedBytes,
                copyBytes == 0 ? 0 : storedBytes / copyBytes,
                step == 1);
    }

    /** How far, as a share, the places of a window may be off: those of a chunk come together. */
    private double clockError(int[] taken) {
        double sum = 0;
        for (int places : taken) {
            sum += places;
        }
        double share = sum == 0 ? 0 : Math.min(1, index.chunks() / (sum * step));
        double squares = 0;
        double inWindow = 0;
        for (int places : taken) {
            double here = Math.max(1, places * share);
            squares += here * here;
            inWindow += here;
        }
        double perChunk = inWindow == 0 ? 1 : squares / inWindow;
        return step == 1 ? 0 : NORMAL * Math.sqrt(perChunk * step * (1 - 1.0 / step) / index.chunks());
    }

    /**
     * Sums over all chunks of the data, from those of the sample.
     *
     * <p>The most times that each chunk can be missed are known of all data, so the sample tells the share of them that is. Where they are
     * not, each chunk of the sample stands for as many as the step says.
     */
    private final class Sum {
        private final int[] lengths;
        private final double[] most;
        /** The bytes in all data for a byte in the sample. */
        private final double factor;

        private final boolean isRatio;
        private final double mostBytes;

        Sum(int[] lengths, long[] references, long mostTimes, @Nullable Double mostBytes) {
            this.lengths = lengths;
            this.mostBytes = mostBytes == null ? Double.MAX_VALUE : mostBytes;
            most = new double[lengths.length];
            Arrays.setAll(most, i -> (double) Math.min(references[i] - 1, mostTimes) * lengths[i]);
            double sum = Arrays.stream(most).sum();
            isRatio = step > 1 && mostBytes != null && sum > 0;
            factor = isRatio ? this.mostBytes / sum : step;
        }

        Range of(int[] times) {
            double sum = 0;
            double base = 0;
            double longest = 0;
            for (int i = 0; i < times.length; i++) {
                sum += (double) times[i] * lengths[i];
                base += most[i];
                longest = Math.max(longest, lengths[i]);
            }
            if (step == 1) {
                return new Range(sum, sum, sum);
            }
            double share = isRatio ? sum / base : 0;
            double squares = 0;
            for (int i = 0; i < times.length; i++) {
                double rest = (double) times[i] * lengths[i] - share * most[i];
                squares += rest * rest;
            }
            double error = factor * (NORMAL * Math.sqrt(squares * (1 - 1.0 / step)) + UNSEEN * longest);
            double value = factor * sum;
            return Range.within(value, error, mostBytes);
        }
    }
}
