package io.compscan.core.fold.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.compress.BlockPacker;
import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.scan.measure.size.RememberedSizes;
import io.compscan.core.statistics.Interval;
import io.compscan.testing.Slow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** A sample of blocks against its definition: the lowest ranks of everything, sorted. */
class BlockSampleTest {

    private static final int BLOCK_BYTES = 1024;
    private static final CompressorSpec SLOW = CompressorSpec.parse("deflate:9/1k");
    private static final int SIZE = 20;
    private static final long NO_LIMIT = Long.MAX_VALUE;

    /** A chunk of some blocks. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Chunk(long key, byte[] data) {}

    private static List<Chunk> chunks(Random random, int count) {
        List<Chunk> chunks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] data = new byte[1 + random.nextInt(4 * BLOCK_BYTES)];
            for (int at = 0; at < data.length; at++) {
                int kind = at / BLOCK_BYTES % 4;
                data[at] = (byte) (kind == 3 ? 0 : random.nextInt(kind == 0 ? 256 : 9));
            }
            // A chunk of zeros is in no index.
            data[0] = 1;
            chunks.add(new Chunk(random.nextLong(), data));
        }
        return chunks;
    }

    private static long add(BlockSample sample, List<Chunk> chunks) {
        long quickBytes = 0;
        try (QuickBlocks quick = new QuickBlocks(sample)) {
            for (Chunk chunk : chunks) {
                quickBytes += quick.chunkBytes(chunk.key, quick, chunk.data, 0, chunk.data.length);
            }
        }
        return quickBytes;
    }

    /** What the sample says, as far as anybody can ask. */
    private static List<Object> answers(Calibration calibration, List<Chunk> chunks) {
        List<Object> answers = new ArrayList<>();
        answers.add(calibration.isExact());
        answers.add(calibration.blockCount());
        answers.add(calibration.chunks());
        answers.add(calibration.deviation());
        answers.add(calibration.physicalBytes(1_000_000));
        for (Chunk chunk : chunks) {
            answers.add(calibration.storedBytes(chunk.key, chunk.data.length, Math.min(200, chunk.data.length)));
        }
        return answers;
    }

    private static Calibration calibration(List<Chunk> chunks, long mostPendingBytes) {
        BlockSample sample = new BlockSample(SLOW, SIZE, mostPendingBytes);
        add(sample, chunks);
        return sample.finish(1);
    }

    @Property(tries = 60)
    @Slow
    void neitherOrderNorRepeatsNorThreadsNorMemoryCount(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 40) int count,
            @ForAll @IntRange(min = 1, max = 4) int threadCount,
            @ForAll @IntRange(min = 0, max = 8000) int mostPendingBytes)
            throws InterruptedException {
        Random random = new Random(seed);
        List<Chunk> chunks = chunks(random, count);
        BlockSample sample = new BlockSample(SLOW, SIZE, mostPendingBytes);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < threadCount; i++) {
            // Each thread brings all of it: whatever comes first, the others bring again.
            List<Chunk> shuffled = new ArrayList<>(chunks);
            Collections.shuffle(shuffled, random);
            Thread thread = new Thread(() -> add(sample, shuffled));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(sample.pendingBytes()).isLessThanOrEqualTo(mostPendingBytes);
        assertThat(answers(sample.finish(1 + random.nextInt(3)), chunks))
                .isEqualTo(answers(calibration(chunks, NO_LIMIT), chunks));
    }

    @Property(tries = 60)
    void theSampleHasTheLowestRanks(@ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int count) {
        List<Chunk> chunks = chunks(new Random(seed), count);
        List<SizedBlock> all = new ArrayList<>();
        long quickBytes = 0;
        Map<Long, Integer> exact = new HashMap<>();
        try (Compressor slow = CompressorSpec.parse("deflate:9").open();
                Compressor quick = CompressorSpec.parse("zstd").open()) {
            for (Chunk chunk : chunks) {
                for (int at = 0, number = 0; at < chunk.data.length; at += BLOCK_BYTES, number++) {
                    int length = Math.min(BLOCK_BYTES, chunk.data.length - at);
                    byte[] block = Arrays.copyOfRange(chunk.data, at, at + length);
                    if (Arrays.equals(block, new byte[length])) {
                        continue;
                    }
                    int slowBytes = slow.storedBytes(block, 0, length);
                    int quickSize = quick.storedBytes(block, 0, length);
                    quickBytes += quickSize;
                    exact.merge(chunk.key, slowBytes, Integer::sum);
                    all.add(new SizedBlock(Spot.of(chunk.key, number, length), length, quickSize, slowBytes, true));
                }
            }
        }
        all.sort((one, other) -> one.spot().compareTo(other.spot()));
        BlockSample sample = new BlockSample(SLOW, SIZE, NO_LIMIT);

        assertThat(add(sample, chunks)).as("the sum of the quick sizes").isEqualTo(quickBytes);
        Calibration calibration = sample.finish(2);
        assertThat(calibration.isExact()).isEqualTo(all.size() <= SIZE);
        if (calibration.isExact()) {
            chunks.forEach(chunk -> assertThat(calibration.storedBytes(chunk.key, chunk.data.length, chunk.data.length))
                    .isEqualTo(exact.get(chunk.key)));
        } else {
            assertThat(answers(calibration, chunks))
                    .isEqualTo(answers(
                            Calibration.ofSample(
                                    all.subList(0, SIZE), all.get(SIZE).spot().rank()),
                            chunks));
        }
    }

    /** A sum that is scaled up is a sum: nothing else may be said of one chunk than of all. */
    @Property(tries = 30)
    void chunksAddUpToTheEstimate(@ForAll long seed) {
        List<Chunk> chunks = chunks(new Random(seed), 60);
        Calibration calibration = calibration(chunks, NO_LIMIT);
        long quickBytes = 0;
        long storedBytes = 0;
        BlockSample nobody = new BlockSample(SLOW, SIZE, NO_LIMIT);
        try (QuickBlocks quick = new QuickBlocks(nobody)) {
            for (Chunk chunk : chunks) {
                int own = quick.storedBytes(chunk.data, 0, chunk.data.length);
                quickBytes += own;
                storedBytes += calibration.storedBytes(chunk.key, chunk.data.length, own);
            }
        }
        Interval estimate = calibration.physicalBytes(quickBytes);
        assertThat(estimate.low()).isLessThan(estimate.value());
        assertThat((double) storedBytes)
                .as("but for rounding, and for chunks that cannot take more than their length")
                .isBetween(estimate.value() * 0.97 - 60, estimate.value() + 60);
    }

    /** Blocks of small files are shared; the place with the largest quick size decides, as it does in an index. */
    @Property(tries = 60)
    void theOrderOfPlacesDoesNotCount(@ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int files) {
        Random random = new Random(seed);
        List<List<Chunk>> groups = new ArrayList<>();
        List<Chunk> all = chunks(random, files).stream()
                .map(chunk -> new Chunk(chunk.key, Arrays.copyOf(chunk.data, 1 + chunk.data.length / 5)))
                .toList();
        for (int i = 0; i < 6; i++) {
            List<Chunk> group = new ArrayList<>(all);
            Collections.shuffle(group, random);
            groups.add(group.subList(0, 1 + random.nextInt(group.size())));
        }
        List<Object> first = grouped(groups, all, NO_LIMIT);
        Collections.shuffle(groups, random);
        assertThat(grouped(groups, all, random.nextInt(4000))).isEqualTo(first);
    }

    /** Two groups with the drawn block in common: one file's part of each is a hair from its part of the other. */
    @Example
    void groupsThatShareABlockCountInAnyOrder() throws Exception {
        byte[] bytes = new byte[BLOCK_BYTES];
        new Random(3).nextBytes(bytes);
        try (BlockPacker packer = new BlockPacker();
                Compressor slow = CompressorSpec.parse("deflate:9").open()) {
            packer.storedBytes(bytes, 0, bytes.length);
            PendingBlock block = new PendingBlock(packer.packed(), bytes.length);
            block.take();
            block.settle(block.compress(slow));
            Place one = new Place(100, 300, List.of(block), 150, 3000, 2000);
            for (Place other : List.of(
                    new Place(100, 300, List.of(block), 150, 3003, 2000),
                    new Place(100, 300, List.of(block), 150, 3000, 2001),
                    new Place(100, 300, List.of(block), 151, 3000, 2000))) {
                assertThat(sized(one, other)).isEqualTo(sized(other, one));
            }
        }
    }

    private static SizedBlock sized(Place... places) {
        SampledBlock block = new SampledBlock(Spot.of(7, 0, 300), 300);
        for (Place place : places) {
            block.add(place, false, held -> {}, released -> {});
        }
        return block.sized();
    }

    private static List<Object> grouped(List<List<Chunk>> groups, List<Chunk> all, long mostPendingBytes) {
        BlockSample sample = new BlockSample(CompressorSpec.parse("deflate:9/1k/shared"), SIZE, mostPendingBytes);
        try (QuickBlocks quick = new QuickBlocks(sample)) {
            for (List<Chunk> group : groups) {
                offer(quick, group);
            }
        }
        return answers(sample.finish(2), all);
    }

    private static void offer(QuickBlocks quick, List<Chunk> group) {
        quick.beginGroup();
        byte[] block = new byte[BLOCK_BYTES];
        long together = 0;
        int filled = 0;
        for (Chunk chunk : group) {
            if (filled + chunk.data.length > BLOCK_BYTES) {
                together += quick.storedBytes(block, 0, filled);
                quick.keepBlock(filled);
                filled = 0;
            }
            System.arraycopy(chunk.data, 0, block, filled, chunk.data.length);
            filled += chunk.data.length;
        }
        together += quick.storedBytes(block, 0, filled);
        quick.keepBlock(filled);
        long weight = group.stream().mapToLong(chunk -> chunk.data.length).sum();
        for (Chunk chunk : group) {
            int length = chunk.data.length;
            quick.offer(chunk.key, length, SharedPart.bytes(length, together, weight, length), length, weight);
        }
        quick.endGroup();
    }

    @Example
    void packedBlocksComeBack() {
        byte[] noise = new byte[5000];
        new Random(1).nextBytes(noise);
        try (BlockPacker packer = new BlockPacker()) {
            for (byte[] block : List.of(noise, new byte[5000], new byte[] {7})) {
                int stored = packer.storedBytes(block, 0, block.length);
                byte[] packed = packer.packed();
                assertThat(packed).hasSize(stored);
                assertThat(BlockPacker.unpack(packed, block.length)).isEqualTo(block);
            }
        }
    }

    /** Another chunking may have asked for the sizes of the same bytes; then the sample packs the block again. */
    @Example
    void packedBlocksComeBackWhereTheirSizesWereKnown() {
        byte[] data = new byte[40_000];
        Random random = new Random(2);
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) random.nextInt(9);
        }
        List<RememberedSizes> sizes = new ArrayList<>();
        try (BlockPacker packer = new BlockPacker(zstd -> {
            sizes.add(new RememberedSizes(zstd));
            return sizes.get(0);
        })) {
            sizes.get(0).begin(data);
            packer.sizes().storedBytes(data, 0, 5000);
            packer.sizes().storedBytes(data, 5000, 7000);
            for (int turn = 0; turn < 2; turn++) {
                for (int length : new int[] {5000, 6000}) {
                    int stored = packer.storedBytes(data, 0, length);
                    byte[] packed = packer.packed();
                    assertThat(packed).hasSize(stored);
                    assertThat(BlockPacker.unpack(packed, length)).isEqualTo(Arrays.copyOf(data, length));
                }
            }
        }
    }

    @Example
    void onlySlowCompressorsOfBlocksHaveAQuickOne() {
        assertThat(CompressorSpec.parse("deflate:9/128k/shared").quick())
                .isEqualTo(CompressorSpec.parse("zstd/128k/shared"));
        assertThat(CompressorSpec.parse("xz/1m").quick()).isEqualTo(CompressorSpec.parse("zstd/1m"));
        for (String name : List.of("deflate:9", "zstd:3/128k", "lz4/4k", "zstd:19", "none")) {
            assertThat(CompressorSpec.parse(name).quick()).as(name).isNull();
        }
        assertThatThrownBy(() -> new BlockSample(CompressorSpec.parse("lz4/4k")))
                .hasMessageContaining("quick enough");
    }
}
