package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.profile.Allocation;
import io.compscan.core.profile.Costs;
import io.compscan.core.profile.Profile;
import io.compscan.result.Layout;
import io.compscan.result.ProfileResult;
import io.compscan.result.ScanResult;
import io.compscan.testing.Slow;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Chunking that tells short files from the ends of long files, as systems that share the latter only. */
class FilesApartTest {

    private static final int CHUNK_BYTES = 4096;
    private static final Allocation.Inline INLINE = new Allocation.Inline(300, 300, 1);
    private static final Profile PROFILE = new Profile(
            "apart",
            "A system",
            "https://example.org",
            List.of(),
            List.of("It is none."),
            Map.of(),
            new FixedChunker(CHUNK_BYTES, FixedChunker.Files.APART),
            List.of(),
            CompressorSpec.parse("none"),
            null,
            new Allocation(0, 512, List.of(), 0, 0, CHUNK_BYTES, false, null, INLINE),
            Costs.NONE,
            Costs.NONE,
            null,
            null);

    /** Ends are drawn from a few, so that many files are equal to the end of another. */
    private static byte[] file(Random random) {
        int blocks = random.nextInt(3);
        byte[] end = new byte[random.nextInt(4) * 200 + random.nextInt(2)];
        Arrays.fill(end, (byte) (1 + random.nextInt(3)));
        byte[] content = new byte[blocks * CHUNK_BYTES + end.length];
        Arrays.fill(content, 0, blocks * CHUNK_BYTES, (byte) (1 + random.nextInt(2)));
        System.arraycopy(end, 0, content, blocks * CHUNK_BYTES, end.length);
        return content;
    }

    @Property(tries = 300)
    @Slow
    void shortFilesAreStoredEachAndEndsOnce(
            @ForAll long seed, @ForAll @IntRange(max = 40) int files, @ForAll @IntRange(min = 1, max = 3) int threads)
            throws Exception {
        Random random = new Random(seed);
        MemorySource source = new MemorySource();
        Map<ByteBuffer, Long> shortFiles = new HashMap<>();
        Map<ByteBuffer, Long> others = new HashMap<>();
        for (int i = 0; i < files; i++) {
            byte[] content = file(random);
            source.add("file" + i, content);
            for (int at = 0; at < content.length; at += CHUNK_BYTES) {
                byte[] chunk = Arrays.copyOfRange(content, at, Math.min(content.length, at + CHUNK_BYTES));
                (content.length < CHUNK_BYTES ? shortFiles : others).merge(ByteBuffer.wrap(chunk), 1L, Long::sum);
            }
        }
        long allocatedBytes = others.keySet().stream()
                .mapToLong(chunk -> (chunk.capacity() + 511L) / 512 * 512)
                .sum();
        for (Map.Entry<ByteBuffer, Long> file : shortFiles.entrySet()) {
            int length = file.getKey().capacity();
            allocatedBytes += file.getValue() * (length <= 300 ? length : (length + 511) / 512 * 512);
        }

        ScanResult result = Scans.scan(
                source,
                Scans.options(List.of(CHUNK_BYTES), List.of())
                        .withThreads(threads, threads)
                        .withProfiles(List.of(PROFILE)));
        Layout apart = result.layouts().get(1);
        assertThat(apart.chunking()).isEqualTo("fixed:4096,files=apart");
        assertThat(apart.uniqueChunkCount()).isEqualTo(shortFiles.size() + others.size());
        ProfileResult found = result.profiles().get(0);
        assertThat(found.allocatedBytes()).isEqualTo(allocatedBytes);

        Map<ByteBuffer, Long> together = new HashMap<>(shortFiles);
        together.putAll(others);
        assertThat(result.layouts().get(0).uniqueChunkCount()).isEqualTo(together.size());
    }
}
