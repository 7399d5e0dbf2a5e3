package io.compscan.core.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.compscan.core.profile.ArrivalSample.Collector;
import io.compscan.core.profile.ArrivalSample.Growth;
import io.compscan.core.profile.ArrivalSample.References;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ArrivalSampleTest {

    private static final int BLOCK = 4096;
    private static final int CHUNKS_OF_A_REGION = ArrivalSample.REGION_BYTES / BLOCK;

    private static Packing packing(int inFlightBytes) {
        return packing(inFlightBytes, 0);
    }

    private static Packing packing(int inFlightBytes, int flushBytes) {
        return new Packing(4096, 4060, 4059, 14, 16, false, 0, 1, inFlightBytes, flushBytes);
    }

    /** A stream of blocks, each a fragment of this size. */
    private static ArrivalSample stream(int blocks, IntUnaryOperator sizes) {
        Collector collector = new Collector();
        for (int i = 0; i < blocks; i++) {
            long position = (long) i * BLOCK;
            if (collector.wants(position)) {
                collector.add(position, i + 1L, sizes.applyAsInt(i));
            }
        }
        return collector.sample();
    }

    private static Growth growth(ArrivalSample sample, int inFlightBytes) {
        return sample.references().growth(packing(inFlightBytes));
    }

    /** Fragments of 3,000 bytes meet no small ones in their order, and as many as there are in random order. */
    @Test
    void neighboursThatShrinkAlikePackWorse() {
        ArrivalSample sorted = stream(20_000, i -> i < 10_000 ? 3000 : 1060);
        // In order each large one has a block, and three small ones share one.
        int blocks = 10_000 + 10_000 / 3;
        Growth growth = growth(sorted, 0);
        PackedBlocks random = new PackedBlocks(packing(0));
        random.add(3000, 10_000);
        random.add(1060, 10_000);
        assertThat(growth.factor()).isCloseTo((double) blocks / random.blockCount(), within(0.001));
        assertThat(growth.low()).isEqualTo(growth.factor()).isEqualTo(growth.high());
        assertThat(growth.factor()).isGreaterThan(1.2);
    }

    @Test
    void withoutFragmentsNothingGrows() {
        assertThat(growth(ArrivalSample.NONE, 0)).isEqualTo(new Growth(1, 1, 1));
        assertThat(growth(stream(10, i -> 4059), 0).factor()).isEqualTo(1);
    }

    /** @param flushChunks the chunks between two flushes; 0 for none */
    private static long model(List<Integer> chunks, List<Integer> sizes, int inFlightChunks, int flushChunks) {
        List<Map<Integer, Integer>> open = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            open.add(new LinkedHashMap<>());
        }
        Comparator<Map<Integer, Integer>> byUse = Comparator.comparing(ArrivalSampleTest::used);
        long written = 0;
        for (int i = 0; i < chunks.size(); i++) {
            int chunk = chunks.get(i);
            if (flushChunks > 0 && i % flushChunks == 0) {
                written += open.stream().filter(block -> !block.isEmpty()).count();
                open.forEach(Map::clear);
            }
            if (chunks.indexOf(chunk) < i) {
                for (Map<Integer, Integer> block : open) {
                    written += block.remove(chunk) == null ? 0 : 1;
                }
                continue;
            }
            int size = sizes.get(i);
            int ahead = Math.min(chunks.size(), i + inFlightChunks);
            boolean isFlushed = flushChunks > 0 && flushChunks - i % flushChunks <= inFlightChunks;
            if (isFlushed || (i + 1 < ahead && chunks.subList(i + 1, ahead).contains(chunk))) {
                written++;
                continue;
            }
            Map<Integer, Integer> chosen = open.stream()
                    .filter(block -> used(block) + size <= 4060)
                    .max(byUse)
                    .orElse(null);
            if (chosen == null) {
                written++;
                chosen = Collections.max(open, byUse);
                if (size >= used(chosen)) {
                    continue;
                }
                chosen.clear();
            }
            chosen.put(chunk, size);
            if (chosen.size() == 14 || used(chosen) == 4060) {
                written++;
                chosen.clear();
            }
        }
        return written + open.stream().filter(block -> !block.isEmpty()).count();
    }

    private static int used(Map<Integer, Integer> block) {
        return block.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** All of a small stream is in the sample, with duplicates near and far. */
    @Property(tries = 300)
    void theBlocksAreThoseOfThePackerInTheOrderOfTheStream(
            @ForAll @Size(min = 1, max = 400) List<@IntRange(min = 2, max = 150) Integer> chunks,
            @ForAll @IntRange(min = 0, max = 40) int inFlightChunks,
            @ForAll @IntRange(min = -1, max = 9) int flushPower,
            @ForAll @IntRange(min = 0, max = 1000) int seed) {
        Random random = new Random(seed);
        Map<Integer, Integer> sizeOf = new LinkedHashMap<>();
        List<Integer> sizes = new ArrayList<>();
        Collector collector = new Collector();
        for (int i = 0; i < chunks.size(); i++) {
            sizes.add(sizeOf.computeIfAbsent(chunks.get(i), chunk -> 50 + random.nextInt(4000)));
            collector.add((long) i * BLOCK, chunks.get(i), sizes.get(i));
        }
        References references = collector.sample().references();
        chunks.forEach(chunk -> references.note(chunk, 1));
        int flushChunks = flushPower < 0 ? 0 : 1 << flushPower;
        Growth growth = references.growth(packing(inFlightChunks * BLOCK, flushChunks * BLOCK));
        int[] inOrderOfTheFirst =
                sizeOf.values().stream().mapToInt(Integer::intValue).toArray();
        long shuffled = PackedBlocks.shuffledBlockCount(packing(0), inOrderOfTheFirst);
        assertThat(growth.factor())
                .isCloseTo((double) model(chunks, sizes, inFlightChunks, flushChunks) / shuffled, within(1e-9));
        assertThat(growth.factor()).isBetween(growth.low(), growth.high());
    }

    @Property(tries = 60)
    void partsInAnyOrderAddUpToTheWhole(
            @ForAll @IntRange(min = 1, max = 8) int parts, @ForAll @IntRange(min = 0, max = 1000) int seed) {
        Random random = new Random(seed);
        Collector whole = new Collector();
        List<Collector> divided = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            divided.add(new Collector());
        }
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < 4500; i++) {
            places.add(i);
        }
        Collections.shuffle(places, random);
        for (int place : places) {
            long position = place / 3L * ArrivalSample.REGION_BYTES + place % 3L * BLOCK;
            for (Collector one : List.of(whole, divided.get(random.nextInt(parts)))) {
                if (one.wants(position)) {
                    one.add(position, place, 100 + place);
                }
            }
        }
        List<ArrivalSample> samples =
                new ArrayList<>(divided.stream().map(Collector::sample).toList());
        Collections.shuffle(samples, random);
        assertThat(ArrivalSample.sum(samples).save()).isEqualTo(whole.sample().save());
        assertThat(ArrivalSample.parse(whole.sample().save()).save())
                .isEqualTo(whole.sample().save());
    }

    /** Two streams are one stream with a gap. */
    @Property(tries = 100)
    void streamsThatFollowEachOtherArePackedInTheirOrder(
            @ForAll @Size(min = 1, max = 900) List<@IntRange(min = 0, max = 300) Integer> chunks,
            @ForAll @IntRange(min = 0, max = 900) int cut,
            @ForAll @IntRange(min = 0, max = 40) int inFlightChunks) {
        Collector whole = new Collector();
        List<Collector> streams = List.of(new Collector(), new Collector(), new Collector());
        for (int i = 0; i < chunks.size(); i++) {
            int stream = i < cut ? 0 : 2;
            int size = 50 + new Random(chunks.get(i)).nextInt(4000);
            streams.get(stream).add((long) i * BLOCK, chunks.get(i), size);
            whole.add((i + (i < cut ? 0 : 1024L)) * BLOCK, chunks.get(i), size);
        }
        ArrivalSample joined = ArrivalSample.NONE;
        for (Collector stream : streams) {
            joined = stream.sample().following(joined);
        }
        References inStreams = ArrivalSample.parse(joined.save()).references();
        References inOne = whole.sample().references();
        for (References each : List.of(inStreams, inOne)) {
            chunks.forEach(chunk -> each.note(chunk, 1));
        }
        Packing packing = packing(inFlightChunks * BLOCK, 64 * BLOCK);
        assertThat(inStreams.growth(packing)).isEqualTo(inOne.growth(packing));
    }

    /** Each stream is in the sample by its size. */
    @Test
    void aSampleOfSeveralStreamsHasThoseWithTheSmallestHashes() {
        ArrivalSample half = stream(400 * CHUNKS_OF_A_REGION, i -> 1000);
        ArrivalSample one = stream(800 * CHUNKS_OF_A_REGION, i -> 1000);
        ArrivalSample both = half.following(one);
        assertThat(both.save()).isNotEqualTo(one.following(half).save());
        Growth growth = growth(both, 0);
        assertThat(growth.low()).isLessThanOrEqualTo(growth.factor()).isLessThanOrEqualTo(growth.high());
        // What is kept of 1,200 regions is less than what is kept of the 800 alone.
        assertThat(ArrivalSample.sum(List.of(both, both)).save().length())
                .isGreaterThan(both.save().length());
        assertThat(ArrivalSample.NONE.following(both).save()).isEqualTo(both.save());
        assertThat(both.following(ArrivalSample.NONE).save()).isEqualTo(both.save());
    }

    /** Ten mixtures follow each other over 4 GiB, of which the sample holds an eighth. */
    @Test
    void theIntervalOfASampleCoversTheWhole() {
        int blocks = 4096 * CHUNKS_OF_A_REGION;
        int covered = 0;
        for (int seed = 0; seed < 20; seed++) {
            int[] sizes = mixtures(blocks, new Random(seed));
            OpenBlocks inOrder = new OpenBlocks(packing(0));
            PackedBlocks random = new PackedBlocks(packing(0));
            for (int size : sizes) {
                inOrder.put(size);
                random.add(size, 1);
            }
            double truth = (double) inOrder.blockCount() / random.blockCount();
            Growth growth = growth(stream(blocks, i -> sizes[i]), 0);
            assertThat(growth.factor()).isCloseTo(truth, within(0.05));
            assertThat(growth.high() - growth.low()).isBetween(0.001, 0.1);
            covered += growth.low() <= truth && truth <= growth.high() ? 1 : 0;
        }
        assertThat(covered).isGreaterThanOrEqualTo(17);
    }

    private static int[] mixtures(int blocks, Random random) {
        int[] sizes = new int[blocks];
        int i = 0;
        while (i < blocks) {
            int until = Math.min(blocks, i + 1000 + random.nextInt(20_000));
            int mean = 300 + random.nextInt(3400);
            int spread = 1 + random.nextInt(300);
            for (; i < until; i++) {
                sizes[i] = Math.max(50, Math.min(4059, mean + random.nextInt(2 * spread) - spread));
            }
        }
        return sizes;
    }

    /** A chunk with many references elsewhere is hardly ever new in the sample. */
    @Test
    void chunksThatAreNewElsewhereAreNotPacked() {
        ArrivalSample sample = stream(10_000, i -> i % 2 == 0 ? 2030 : 3000);
        References references = sample.references();
        for (int i = 0; i < 10_000; i++) {
            references.note(i + 1L, i % 2 == 0 ? 1 : 1_000_000);
        }
        references.note(1L << 40, 3);
        // Pairs of 2,030 bytes fill their blocks in any order. Few of the others are left.
        assertThat(references.growth(packing(0)).factor()).isCloseTo(1, within(0.001));
        assertThat(growth(sample, 0).factor()).isGreaterThan(0);
    }

    @Test
    void countsOfTwoThreadsAddUp() {
        ArrivalSample sample = stream(3, i -> 100);
        References one = sample.references();
        References two = sample.references();
        one.note(1, 2);
        two.note(1, 3);
        two.note(2, 1);
        one.merge(two);
        assertThat(List.of(one.of(1), one.of(2), one.of(3))).containsExactly(5L, 1L, 0L);
    }

    @Test
    void streamsOfSeveralNamesAreFarApart() {
        assertThat(ArrivalSample.placeOf("/a"))
                .isNotNegative()
                .isNotEqualTo(ArrivalSample.placeOf("/b"))
                .isEqualTo(ArrivalSample.placeOf("/a"));
        assertThat(ArrivalSample.placeOf("/a") % ArrivalSample.REGION_BYTES).isZero();
        assertThat(ArrivalSample.placeOf("/a") + (1L << 62)).isPositive();
    }

    /** A sparse file of 8 EiB has places that do not fit. */
    @Test
    void placesMayOverflow() {
        Collector collector = new Collector();
        for (long place : new long[] {Long.MAX_VALUE - 5, Long.MIN_VALUE, -4096, -1, 0}) {
            assertThat(collector.wants(place)).isTrue();
            collector.add(place, place ^ 77, 100);
        }
        ArrivalSample sample = collector.sample();
        assertThat(ArrivalSample.parse(sample.save()).save()).isEqualTo(sample.save());
        assertThat(growth(sample, 0).factor()).isEqualTo(1);
    }

    @Property(tries = 300)
    void whatIsNoSampleIsRefused(@ForAll @Size(max = 200) List<Byte> bytes, @ForAll boolean isCut) {
        byte[] content = new byte[bytes.size()];
        for (int i = 0; i < content.length; i++) {
            content[i] = bytes.get(i);
        }
        byte[] good = Base64.getDecoder().decode(stream(5, i -> 100).save());
        System.arraycopy(content, 0, good, 0, Math.min(good.length, content.length));
        byte[] bad = isCut ? content : good;
        try {
            ArrivalSample.parse(Base64.getEncoder().encodeToString(bad));
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageContaining("no sample");
        }
        assertThatThrownBy(() -> ArrivalSample.parse("*")).isInstanceOf(IllegalArgumentException.class);
        assertThatCode(() -> ArrivalSample.parse(ArrivalSample.NONE.save())).doesNotThrowAnyException();
    }
}
