package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fold.Schemes;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.profile.Profile;
import io.compscan.core.profile.ProfileFile;
import io.compscan.result.Layout;
import io.compscan.result.ScanResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole scans that tell the chunks of draws apart by a hash, against those that take a digest of each. */
class CountedDrawsTest {

    private static final int DRAWS = 4;

    @TempDir
    private Path directory;

    private final long seed = new Random().nextLong();

    private Profile drawn() throws Exception {
        Path file = Files.writeString(directory.resolve("drawn.toml"), """
                name = "drawn"
                title = "Chunks that end at random"
                source = "https://example.org"
                deviations = ["It is none."]
                [sources]
                "chunks.variants" = "stated: a book"
                [chunks]
                chunking = "rabin:4k,min=1k,max=16k,value=0"
                variants = [
                    "rabin:4k,min=1k,max=16k,value=0,mask=0xffe01",
                    "rabin:4k,min=1k,max=16k,value=0,mask=0xffc003",
                    "buzhash:4k,min=1k,max=16k,window=63,seed=7",
                    "buzhash:4k,min=1k,max=16k,window=63,seed=9",
                ]
                compressor = "lz4"
                """);
        return ProfileFile.read(file, "drawn.toml");
    }

    /** Repeats at other places, with other bytes before and behind them; units longer than a slab, and many short ones. */
    private static MemorySource data(long seed) {
        Random random = new Random(seed);
        byte[] stock = new byte[300_000];
        random.nextBytes(stock);
        MemorySource source = new MemorySource();
        for (int unit = 0; unit < 60; unit++) {
            byte[] content = new byte[unit == 0 ? 4_000_000 : random.nextInt(unit % 4 == 0 ? 200_000 : 3_000)];
            for (int at = 0; at < content.length; ) {
                int run = Math.min(content.length - at, 1 + random.nextInt(60_000));
                if (random.nextInt(5) > 0) {
                    run = Math.min(run, stock.length);
                    System.arraycopy(stock, random.nextInt(stock.length - run + 1), content, at, run);
                }
                at += run;
            }
            source.add("u" + unit, content);
        }
        return source;
    }

    private ScanOptions options() throws Exception {
        return ScanOptions.of(Schemes.builder(Fingerprinting.plain(FingerprintAlgorithm.SHA1))
                        .profiles(List.of(drawn()))
                        .build())
                .withMemory(new ScanOptions.IndexMemory(1L << 30, 64));
    }

    @Test
    void areThoseOfDigests() throws Exception {
        MemorySource source = data(seed);
        ScanOptions options = options();
        DistinctChunkVisitor nobody = (fingerprint, references, lengthBytes, storedBytes) -> {};
        ScanResult expected = ScanRun.open(ScanRequest.of(source, options, Scans.plan(source, options))
                        .withChunkVisitors(unused -> nobody))
                .run()
                .result();

        assertThat(expected.layouts().stream().map(Layout::uniqueBytes).distinct())
                .as("draws find other duplicates")
                .hasSizeGreaterThan(DRAWS);
        for (int threads : new int[] {1, 2, 4}) {
            ScanResult counted = Scans.scan(source, options.withThreads(threads, threads));
            assertThat(counted.layouts()).as("seed %d", seed).isEqualTo(expected.layouts());
            assertThat(counted.profiles()).as("seed %d", seed).isEqualTo(expected.profiles());
        }
        ScanResult spilled = Scans.scan(
                source,
                options.withMemory(
                        new ScanOptions.IndexMemory(1 << 20, 32, SpillSpace.in(List.of(directory), Long.MAX_VALUE))));
        assertThat(spilled.layouts()).as("seed %d", seed).isEqualTo(expected.layouts());
    }

    /** Whoever sees fingerprints gets digests; a draw that is compressed, or comes first, has one in any case. */
    @Test
    void onlyDrawsThatNobodySeesAreCounted() throws Exception {
        ScanOptions options = options();
        assertThat(counted(options)).isEmpty();
        assertThat(counted(options.forOneFold()))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, DRAWS).boxed().toList());
        ScanOptions compressed = Scans.chunkedBy(
                        List.of(drawn().variants().get(0), drawn().variants().get(2)),
                        List.of(CompressorSpec.parse("lz4")))
                .withProfiles(List.of(drawn()));
        assertThat(counted(compressed.forOneFold())).containsExactly(3, 4);
    }

    private static List<Integer> counted(ScanOptions options) {
        return IntStream.range(0, options.schemes().count())
                .filter(options.schemes()::isOnlyCounted)
                .boxed()
                .toList();
    }
}
