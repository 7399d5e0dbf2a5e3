package io.compscan.core.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.SplitMix;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IndexReplayTest {

    private static final int BLOCK = 4096;

    private static final IndexReplay.Size WHOLE = new IndexReplay.Size(BLOCK, BLOCK);

    /** Names of blocks in the order in which they are written. Now and then the same part comes again, or one block. */
    static long[] stream(Random random, int writes) {
        long[] names = new long[writes];
        int distinct = 1 + random.nextInt(writes);
        int again = 0;
        int back = 1;
        for (int i = 0; i < writes; i++) {
            if (again == 0 && random.nextInt(8) == 0) {
                again = random.nextInt(1 + writes / 4);
                back = 1 + random.nextInt(writes);
            }
            boolean isAgain = again > 0 && i >= back;
            again -= again > 0 ? 1 : 0;
            names[i] = isAgain ? names[i - back] : SplitMix.mix(1 + random.nextInt(distinct));
        }
        return names;
    }

    private static WriteSample.Collector collect(ChapterIndex index, long[] names, int maxWrites) {
        WriteSample.Collector collector = new WriteSample.Collector(index, BLOCK, maxWrites);
        for (int i = 0; i < names.length; i++) {
            collector.note((long) i * BLOCK, names[i]);
        }
        return collector;
    }

    private static Missed missed(ChapterIndex index, long[] names, int maxWrites, int maxReferences) {
        return new IndexReplay(index, collect(index, names, maxWrites).sample())
                .missed(key -> WHOLE, maxReferences, names.length, mostBytes(index, names));
    }

    private static @Nullable Double mostBytes(ChapterIndex index, long[] names) {
        Map<Long, Integer> references = new HashMap<>();
        LongStream.of(names).forEach(name -> references.merge(name, 1, Integer::sum));
        long most = (names.length - 1) / index.sureChunks();
        return references.values().stream()
                .mapToDouble(count -> BLOCK * (double) Math.min(count - 1, most))
                .sum();
    }

    /** The duplicates that an index misses, and the copies that are stored because of that, with a limit of references. */
    private static long[] model(ChapterIndex index, long[] names, int maxReferences) {
        UdsModel uds = new UdsModel(index);
        Map<Long, Long> references = new HashMap<>();
        Map<Long, Long> all = new HashMap<>();
        Set<Long> known = new HashSet<>();
        long missed = 0;
        long copies = 0;
        for (long name : names) {
            boolean isFound = uds.post(name);
            all.merge(name, 1L, Long::sum);
            if (isFound) {
                long count = references.merge(name, 1L, Long::sum);
                if (maxReferences > 0 && count > maxReferences) {
                    copies++;
                    references.put(name, 1L);
                }
            } else {
                missed += known.add(name) ? 0 : 1;
                copies++;
                references.put(name, 1L);
            }
        }
        for (long count : all.values()) {
            copies -= maxReferences == 0 ? 1 : (count + maxReferences - 1) / maxReferences;
        }
        return new long[] {missed, copies};
    }

    @Property(tries = 500)
    void asTheIndexItselfWhileAllWritesAreInTheSample(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 500) int writes,
            @ForAll @IntRange(min = 2, max = 12) int chapters,
            @ForAll @IntRange(min = 1, max = 12) int chapterChunks,
            @ForAll @IntRange(min = 0, max = 10) int sparseChapters,
            @ForAll @IntRange(min = 1, max = 5) int hookEvery,
            @ForAll @IntRange(min = 1, max = 3) int cachedChapters,
            @ForAll @IntRange(min = 0, max = 3) int maxReferences) {
        ChapterIndex index = new ChapterIndex(
                chapters, chapterChunks, Math.min(sparseChapters, chapters - 2), hookEvery, cachedChapters);
        long[] names = stream(new Random(seed), writes);
        long[] expected = model(index, names, maxReferences);
        Missed found = missed(index, names, WriteSample.MAX_WRITES, maxReferences);
        assertThat(found.isExact()).isTrue();
        assertThat(found.bytes()).isEqualTo((double) expected[0] * BLOCK);
        assertThat(found.lowBytes()).isEqualTo(found.bytes()).isEqualTo(found.highBytes());
        assertThat(Math.round(found.bytes() * found.copyShare() / BLOCK)).isEqualTo(expected[1]);
    }

    private static long[] names(int count, LongUnaryOperator name) {
        return LongStream.range(0, count)
                .map(i -> SplitMix.mix(1 + name.applyAsLong(i)))
                .toArray();
    }

    /** The kinds of streams that people have: cyclic scans, generations of backups with some change, skewed reuse, and pieces. */
    private static long[] usual(Random random, int writes) {
        int set = 2_000 + random.nextInt(writes / 2);
        switch (random.nextInt(4)) {
            case 0 -> {
                return names(writes, i -> i % set);
            }
            case 1 -> {
                double change = random.nextDouble() * 0.1;
                long[] last = new long[set];
                Arrays.setAll(last, i -> i);
                long[] next = {set};
                return names(writes, i -> {
                    int at = (int) (i % set);
                    if (random.nextDouble() < change) {
                        last[at] = next[0]++;
                    }
                    return last[at];
                });
            }
            case 2 -> {
                double skew = 1 + random.nextDouble();
                return names(writes, i -> (long) (set * Math.pow(random.nextDouble(), skew * 2)));
            }
            default -> {
                int piece = 1 + random.nextInt(3_000);
                long[] start = {0};
                return names(writes, i -> {
                    if (i % piece == 0) {
                        start[0] = random.nextInt(set);
                    }
                    return (start[0] + i % piece) % set;
                });
            }
        }
    }

    /** Of 300 streams, by the size of the sample and the kind of index, how many lie outside. */
    @Test
    void theIntervalHoldsWhatTheIndexMisses() {
        Random random = new Random(28_11_2026);
        int tries = 300 * Integer.getInteger("compscan.tries", 1);
        int outside = 0;
        int sampled = 0;
        List<String> misses = new ArrayList<>();
        for (int i = 0; i < tries; i++) {
            int chapters = 10 + random.nextInt(40);
            int chapterChunks = 50 + random.nextInt(200);
            boolean isSparse = random.nextBoolean();
            ChapterIndex index = isSparse
                    ? new ChapterIndex(chapters, chapterChunks, chapters * 4 / 5, 32, 7)
                    : ChapterIndex.dense(chapters, chapterChunks);
            long[] names = usual(random, 40_000);
            if (names.length <= index.sureChunks()) {
                continue;
            }
            double expected = (double) model(index, names, 0)[0] * BLOCK;
            Missed found = missed(index, names, 2_000, 0);
            sampled += found.isExact() ? 0 : 1;
            if (expected < found.lowBytes() || expected > found.highBytes()) {
                outside++;
                misses.add(index + " " + expected / BLOCK + " not in " + found);
            }
        }
        assertThat(sampled).isGreaterThan(tries * 9 / 10);
        assertThat(outside).as(String.join("\n", misses)).isLessThanOrEqualTo(tries / 20);
    }

    @Property(tries = 200)
    void theSampleDependsOnNoPartition(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 3_000) int writes,
            @ForAll @IntRange(min = 1, max = 5) int parts,
            @ForAll @IntRange(min = 1, max = 100) int maxWrites)
            throws IOException {
        ChapterIndex index = ChapterIndex.dense(4, 5);
        Random random = new Random(seed);
        long[] names = stream(random, writes);
        List<WriteSample.Collector> collectors = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            collectors.add(new WriteSample.Collector(index, BLOCK, maxWrites));
        }
        for (int i = 0; i < writes; i++) {
            collectors.get(random.nextInt(parts)).note((long) i * BLOCK, names[i]);
        }
        WriteSample whole = collect(index, names, maxWrites).sample();
        List<@Nullable WriteSample> samples = new ArrayList<>();
        collectors.forEach(collector -> samples.add(collector.sample()));
        WriteSample sum = WriteSample.sum(samples, maxWrites);
        assertThat(sum).isNotNull();
        assertThat(bytes(sum)).isEqualTo(bytes(whole));
        assertThat(whole.size()).isLessThanOrEqualTo(maxWrites);
        WriteSample read = WriteSample.read(new DataInputStream(new ByteArrayInputStream(bytes(whole))));
        assertThat(bytes(read)).isEqualTo(bytes(whole));
        for (int row = 0; row < whole.size(); row++) {
            assertThat(whole.holds(whole.key(row))).isTrue();
        }
    }

    private static byte[] bytes(WriteSample sample) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        sample.write(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    /** The same 100 blocks three times through an index of three chapters of 20: all of the second and third time are missed. */
    @Test
    void workedOutByHand() {
        long[] names = names(300, i -> i % 100);
        assertThat(missed(ChapterIndex.dense(3, 20), names, 1000, 0).bytes()).isEqualTo(200 * BLOCK);
        assertThat(missed(ChapterIndex.dense(7, 20), names, 1000, 0).bytes()).isZero();
        // Its five oldest chapters are sparse. With every name a hook, all are found.
        assertThat(missed(new ChapterIndex(7, 20, 5, 1, 1), names, 1000, 0).bytes())
                .isZero();
    }
}
