package io.compscan.core.scan.measure.size;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.scan.MemorySource;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.Scans;
import io.compscan.core.scan.read.FileGroups;
import io.compscan.core.source.Unit;
import io.compscan.testing.Slow;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Small files that share blocks, against the definition written down a second time, for a chunk at a time. */
class SharedBlocksTest {

    private static final int BLOCK_BYTES = 4096;
    private static final CompressorSpec SHARED = CompressorSpec.parse("deflate:1/4k/shared");

    @Property(tries = 40)
    @Slow
    void agreesWithTheDefinition(
            @ForAll long seed,
            @ForAll @IntRange(min = 0, max = 1500) int unitCount,
            @ForAll @IntRange(min = 1, max = 3) int readers,
            @ForAll @IntRange(min = 1, max = 4) int workers)
            throws Exception {
        Random random = new Random(seed);
        List<byte[]> contents = contents(random, unitCount);
        Set<Integer> streams = new TreeSet<>();
        MemorySource source = new MemorySource();
        for (int i = 0; i < contents.size(); i++) {
            byte[] content = contents.get(i);
            if (random.nextInt(20) == 0) {
                streams.add(i);
            }
            long size = streams.contains(i) ? Unit.UNKNOWN_SIZE : content.length;
            source.add(new MemoryUnit("unit" + i, "bin", size, content, -1, false));
        }
        int chunkBytes = List.of(10_000, 1000, 1 << 20).get(random.nextInt(3));
        ScanOptions options =
                Scans.options(List.of(chunkBytes), List.of(SHARED)).withThreads(readers, workers);
        assertThat(Scans.scan(source, options)
                        .layouts()
                        .get(0)
                        .compression()
                        .get(0)
                        .physicalBytes())
                .isEqualTo(storedBytes(contents, streams, chunkBytes));
    }

    /** A sample, too, is the same whoever comes first; of files enough for one to relent. */
    @Property(tries = 4)
    @Slow
    void samplesDoNotDependOnThreads(@ForAll long seed) throws Exception {
        List<byte[]> contents = contents(new Random(seed), 4000);
        MemorySource source = new MemorySource();
        for (int i = 0; i < contents.size(); i++) {
            source.add("unit" + i, contents.get(i));
        }
        for (String sample : List.of("auto", "10%")) {
            ScanOptions options = Scans.options(List.of(10_000), List.of(CompressorSpec.parse("deflate:9/4k/shared")))
                    .withCompressSample(CompressSample.parse(sample));
            assertThat(Scans.scan(source, options.withThreads(3, 4)).layouts())
                    .isEqualTo(Scans.scan(source, options.withThreads(1, 1)).layouts());
        }
    }

    /** Three files fill one block; what they take is what the block takes, but for rounding. */
    @Example
    void aBlockIsSharedOut() throws Exception {
        byte[] text =
                "All files of a block are compressed together, so what is said in one need not be said in another. "
                        .repeat(30)
                        .getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        MemorySource source = new MemorySource();
        source.add("a", Arrays.copyOf(text, 1000))
                .add("b", Arrays.copyOfRange(text, 7, 1300))
                .add("again a", Arrays.copyOf(text, 1000))
                .add("c", Arrays.copyOfRange(text, 11, 1500));
        byte[] block = new byte[1000 + 1293 + 1489];
        System.arraycopy(text, 0, block, 0, 1000);
        System.arraycopy(text, 7, block, 1000, 1293);
        System.arraycopy(text, 11, block, 2293, 1489);
        int together;
        try (Compressor compressor = SHARED.open()) {
            together = compressor.storedBytes(block, 0, block.length);
        }
        long stored = Scans.scan(source, Scans.options(List.of(1 << 20), List.of(SHARED)))
                .layouts()
                .get(0)
                .compression()
                .get(0)
                .physicalBytes();
        assertThat(stored).isBetween(together - 2L, together + 2L);
        assertThat(together).isLessThan(150);
    }

    private static long storedBytes(List<byte[]> contents, Set<Integer> streams, int chunkBytes) {
        Map<ByteBuffer, Integer> stored = new HashMap<>();
        try (Compressor compressor = SHARED.open();
                Compressor rough = CompressorSpec.fast().open()) {
            List<byte[]> group = new ArrayList<>();
            FileGroups groups = new FileGroups(BLOCK_BYTES);
            long last = FileGroups.NONE;
            for (int i = 0; i < contents.size(); i++) {
                byte[] content = contents.get(i);
                long number = streams.contains(i) ? FileGroups.NONE : groups.next("unit" + i, content.length);
                if (number != FileGroups.NONE && number != last) {
                    share(group, compressor, rough, stored);
                    last = number;
                }
                if (number != FileGroups.NONE && content.length <= chunkBytes) {
                    group.add(content);
                    continue;
                }
                for (int start = 0; start < content.length; start += chunkBytes) {
                    byte[] chunk = Arrays.copyOfRange(content, start, Math.min(content.length, start + chunkBytes));
                    put(chunk, compressor.storedBytes(chunk, 0, chunk.length), stored);
                }
            }
            share(group, compressor, rough, stored);
        }
        return stored.values().stream().mapToLong(Integer::longValue).sum();
    }

    private static void share(
            List<byte[]> group, Compressor compressor, Compressor rough, Map<ByteBuffer, Integer> stored) {
        group.removeIf(file -> Arrays.equals(file, new byte[file.length]));
        List<List<byte[]>> blocks = new ArrayList<>();
        int room = 0;
        Set<ByteBuffer> seen = new TreeSet<>();
        List<byte[]> distinct =
                group.stream().filter(file -> seen.add(ByteBuffer.wrap(file))).toList();
        for (byte[] file : distinct) {
            if (blocks.isEmpty() || file.length > room) {
                blocks.add(new ArrayList<>());
                room = BLOCK_BYTES;
            }
            blocks.get(blocks.size() - 1).add(file);
            room -= file.length;
        }
        if (blocks.size() > 1) {
            for (byte[] file : distinct) {
                if (file.length > room) {
                    break;
                }
                blocks.get(blocks.size() - 1).add(file);
                room -= file.length;
            }
        }
        long together = 0;
        long alone = 0;
        for (List<byte[]> block : blocks) {
            ByteBuffer joined = ByteBuffer.allocate(BLOCK_BYTES);
            block.forEach(joined::put);
            together += compressor.storedBytes(joined.array(), 0, joined.position());
            for (byte[] file : block) {
                alone += rough.storedBytes(file, 0, file.length);
            }
        }
        for (byte[] file : group) {
            double part = rough.storedBytes(file, 0, file.length) * (double) together / alone;
            put(file, (int) Math.max(1, Math.min(file.length, Math.floor(part + 0.5))), stored);
        }
        group.clear();
    }

    private static void put(byte[] chunk, int storedBytes, Map<ByteBuffer, Integer> stored) {
        if (!Arrays.equals(chunk, new byte[chunk.length])) {
            stored.merge(ByteBuffer.wrap(chunk), storedBytes, Math::max);
        }
    }

    /** Mostly small files, cut out of the same few kilobytes, so that there are twins near and far; some longer, some zero. */
    private static List<byte[]> contents(Random random, int unitCount) {
        byte[] material = new byte[30_000];
        random.nextBytes(material);
        for (int i = 0; i < material.length; i++) {
            material[i] = i / 500 % 3 == 0 ? material[i] : (byte) (material[i] & 7);
        }
        List<byte[]> contents = new ArrayList<>();
        for (int i = 0; i < unitCount; i++) {
            int kind = random.nextInt(10);
            int length = kind == 0 ? random.nextInt(25_000) : 256 * random.nextInt(20) + random.nextInt(2);
            int from = random.nextInt(20) * 250;
            contents.add(kind == 1 ? new byte[length] : Arrays.copyOfRange(material, from, from + length));
        }
        return contents;
    }
}
