package io.compscan.core.write.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.profile.Profiles;
import io.compscan.core.scan.MemorySource;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.Scans;
import io.compscan.core.write.session.StreamSummary.StreamScheme;
import io.compscan.result.ScanResult;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Sessions against scans of the same bytes. */
@Slow
class SessionPropertyTest {

    private static final List<CompressorSpec> COMPRESSORS =
            List.of(CompressorSpec.parse("none"), CompressorSpec.parse("lz4"), CompressorSpec.parse("deflate:1"));

    @Property(tries = 80)
    void aSessionSaysWhatAScanOfTheSameBytesSays(
            @ForAll long seed,
            @ForAll("chunkers") String chunkers,
            @ForAll @IntRange(min = 1, max = 4) int writers,
            @ForAll @IntRange(min = 1, max = 3) int workers)
            throws Exception {
        Random random = new Random(seed);
        ScanOptions options = options(random, chunkers).withThreads(1, workers);
        List<byte[]> contents = contents(random, 1 + random.nextInt(12));
        MemorySource source = new MemorySource();
        for (int i = 0; i < contents.size(); i++) {
            byte[] content = contents.get(i);
            source.add(new MemorySource.MemoryUnit(
                    "memory/d" + i % 3 + "/unit." + "t" + i % 4, "t" + i % 4, content.length, content, -1, false));
        }
        ScanResult scanned = Scans.scan(source, options);

        List<StreamSummary> summaries = new ArrayList<>();
        ScanResult written;
        try (WriteSession session = WriteSession.open(WriteRequest.of(options, Scans.plan(source, options)))) {
            List<Future<List<StreamSummary>>> done = new ArrayList<>();
            ExecutorService threads = Executors.newFixedThreadPool(writers);
            for (int writer = 0; writer < writers; writer++) {
                int first = writer;
                Random own = new Random(random.nextLong());
                done.add(threads.submit(() -> write(session, contents, first, writers, own)));
            }
            for (Future<List<StreamSummary>> some : done) {
                summaries.addAll(some.get());
            }
            threads.shutdown();
            written = session.finish().result();
        }
        assertThat(written.withTiming(scanned.timing())).isEqualTo(scanned);
        for (int i = 0; i < scanned.layouts().size(); i++) {
            int scheme = i;
            List<StreamScheme> counts =
                    summaries.stream().map(one -> one.schemes().get(scheme)).toList();
            assertThat(counts.stream().mapToLong(StreamScheme::newBytes).sum())
                    .isEqualTo(scanned.layouts().get(i).uniqueBytes());
            assertThat(counts.stream().mapToLong(StreamScheme::zeroBytes).sum())
                    .isEqualTo(scanned.layouts().get(i).zeroBytes());
        }
        assertThat(summaries).hasSameSizeAs(contents).allSatisfy(one -> {
            assertThat(one.isExact()).isTrue();
            assertThat(one.schemes())
                    .allSatisfy(scheme -> assertThat(scheme.zeroBytes() + scheme.duplicateBytes() + scheme.newBytes())
                            .isEqualTo(one.logicalBytes()));
        });
    }

    private static ScanOptions options(Random random, String chunkers) {
        ScanOptions options =
                Scans.chunkedBy(ChunkerSpecs.parse(chunkers), random.nextInt(4) == 0 ? List.of() : COMPRESSORS);
        return switch (random.nextInt(4)) {
            case 0 -> options.withSuperblockBytes(256 << 10);
            case 1 -> options.withProfiles(Profiles.parse("ontap,xet"));
            case 2 -> options.withCompressSample(CompressSample.parse("10%"));
            default -> options;
        };
    }

    /** Writes every {@code step}th of the contents, in pieces of all lengths, several streams at once. */
    private static List<StreamSummary> write(
            WriteSession session, List<byte[]> contents, int first, int step, Random random) throws IOException {
        List<DedupChannel> channels = new ArrayList<>();
        List<ByteBuffer> rests = new ArrayList<>();
        for (int i = first; i < contents.size(); i += step) {
            channels.add(session.open("d" + i % 3 + "/unit." + "t" + i % 4));
            byte[] content = contents.get(i);
            ByteBuffer rest =
                    random.nextBoolean() ? ByteBuffer.allocateDirect(content.length) : ByteBuffer.wrap(content);
            rests.add(rest.isDirect() ? rest.put(content).flip() : rest.asReadOnlyBuffer());
        }
        List<StreamSummary> summaries = new ArrayList<>();
        while (!channels.isEmpty()) {
            int i = random.nextInt(channels.size());
            ByteBuffer rest = rests.get(i);
            int most = random.nextInt(3) == 0 ? 3_000_000 : random.nextBoolean() ? 100_000 : 600;
            ByteBuffer piece = rest.slice().limit(Math.min(rest.remaining(), random.nextInt(most)));
            int count = piece.remaining();
            assertThat(channels.get(i).write(piece)).isEqualTo(count);
            assertThat(piece.hasRemaining()).isFalse();
            rest.position(rest.position() + count);
            if (!rest.hasRemaining()) {
                summaries.add(channels.remove(i).finish());
                rests.remove(i);
            }
        }
        return summaries;
    }

    /** Blocks that repeat within and between contents, at shifted places, with zeros. */
    private static List<byte[]> contents(Random random, int count) {
        byte[][] blocks = new byte[24][4096];
        for (int i = 1; i < blocks.length; i++) {
            random.nextBytes(blocks[i]);
            if (i % 3 == 0) {
                Arrays.fill(blocks[i], 200, 4096, (byte) i);
            }
        }
        List<byte[]> contents = new ArrayList<>();
        for (int unit = 0; unit < count; unit++) {
            byte[] content = new byte[random.nextInt(random.nextInt(5) == 0 ? 4_000_000 : 100_000)];
            int at = random.nextInt(700);
            while (at < content.length) {
                int run = random.nextInt(8) == 0 ? 40 : 1;
                byte[] block = blocks[random.nextInt(3) == 0 ? 0 : random.nextInt(blocks.length)];
                for (int i = 0; i < run && at < content.length; i++, at += block.length) {
                    System.arraycopy(block, 0, content, at, Math.min(block.length, content.length - at));
                }
            }
            contents.add(content);
        }
        return contents;
    }

    @Provide
    Arbitrary<String> chunkers() {
        return Arbitraries.of(
                "4k",
                "512,4k,128k",
                "fixed:1000,fixed:4096",
                "fastcdc:8k",
                "fastcdc:16k,4k",
                "rabin:4k,min=1k,max=64k",
                "gear:8k",
                "buzhash:8k",
                "ae:8k",
                "ram:8k,1m");
    }
}
