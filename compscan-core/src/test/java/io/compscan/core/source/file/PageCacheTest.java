package io.compscan.core.source.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanRequest;
import io.compscan.core.scan.ScanRun;
import io.compscan.core.source.UnitChannel;
import io.compscan.result.ScanSettings;
import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The pages that a scan leaves in the page cache, as util-linux's {@code fincore} sees them; skipped where that or the cache is missing.
 */
@Needs("fincore")
class PageCacheTest {

    private static final int MIB = 1 << 20;
    private static final int SIZE = 150 * MIB + 1234;

    /** What the machine may take out of the cache meanwhile for reasons of its own. */
    private static final int LOST_BYTES = 6 * MIB;

    @TempDir
    private static Path directory;

    private static Path file;

    @BeforeAll
    static void write() throws IOException, InterruptedException {
        file = directory.resolve("large");
        byte[] block = new byte[MIB];
        new Random(1).nextBytes(block);
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            for (int written = 0; written < SIZE; written += MIB) {
                out.write(block, 0, Math.min(MIB, SIZE - written));
            }
            out.getFD().sync();
        }
        evict();
        assumeTrue(cachedBytes() == 0, "pages of this file system cannot be dropped");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void whatWasNotCachedIsNotCachedAfterwards(int readers) throws Exception {
        evict();
        scan(readers, PageCachePolicy.RESTORE);
        assertThat(cachedBytes()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void whatWasCachedStays(int readers) throws Exception {
        inOneOfThree(() -> {
            Files.readAllBytes(file);
            long before = cachedBytes();
            scan(readers, PageCachePolicy.RESTORE);
            assertThat(before).isGreaterThan(SIZE - LOST_BYTES);
            assertThat(cachedBytes()).isBetween(before - LOST_BYTES, before);
        });
    }

    /** A machine short of memory drops more pages than that now and then; a fault of the program drops them each time. */
    private static void inOneOfThree(Attempt attempt) throws Exception {
        for (int tries = 2; ; tries--) {
            try {
                attempt.run();
                return;
            } catch (AssertionError e) {
                if (tries == 0) {
                    throw e;
                }
            }
        }
    }

    private interface Attempt {
        void run() throws Exception;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void ofAFilePartlyCachedThatPartStays(int readers) throws Exception {
        inOneOfThree(() -> {
            evict();
            byte[] buffer = new byte[15 * MIB];
            try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
                for (int start : new int[] {20 * MIB + 4096, 60 * MIB, 110 * MIB}) {
                    in.seek(start);
                    in.readFully(buffer);
                }
            }
            long before = cachedBytes();
            assumeTrue(before < SIZE * 3L / 4, "the kernel has read very far ahead");
            scan(readers, PageCachePolicy.RESTORE);
            // What the kernel is still reading ahead at that moment cannot be given back.
            assertThat(cachedBytes()).isBetween(before - LOST_BYTES, before + 2 * LOST_BYTES);
        });
    }

    @Test
    void whoeverAsksForItKeepsAll() throws Exception {
        inOneOfThree(() -> {
            evict();
            scan(2, PageCachePolicy.KEEP);
            assertThat(cachedBytes()).isGreaterThan(SIZE - LOST_BYTES);
        });
    }

    @Test
    void stripesReadInAnyOrderAreRestoredAlike() throws Exception {
        evict();
        byte[] buffer = new byte[MIB];
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            in.seek(30 * MIB);
            in.readFully(buffer);
        }
        long before = cachedBytes();
        try (UnitChannel channel = new FileUnit(file, SIZE).open()) {
            channel.beforeStripe(64L * MIB, 128L * MIB);
            channel.beforeStripe(0, 64L * MIB);
            for (int position = 0; position < 128 * MIB; position += MIB) {
                channel.read(position, buffer, 0, MIB);
            }
            assertThat(cachedBytes()).isGreaterThan(128 * MIB - LOST_BYTES);
            channel.afterStripe(64L * MIB, 128L * MIB);
            channel.afterStripe(0, 64L * MIB);
        }
        assertThat(cachedBytes()).isBetween(before - LOST_BYTES, before);
    }

    /** As two threads of an estimate read: each with a channel of its own, extent by extent. */
    @Test
    void channelsOfOneFileDoNotTakeForCachedWhatTheOtherRead() throws Exception {
        readByTurns(file);
    }

    @Test
    void aHardLinkIsTheSameFile() throws Exception {
        Path link = Files.createLink(directory.resolve("link"), file);
        readByTurns(link);
        Files.delete(link);
    }

    private static void readByTurns(Path otherName) throws Exception {
        evict();
        long extentBytes = 128 << 10;
        byte[] buffer = new byte[(int) extentBytes];
        try (UnitChannel one = new FileUnit(file, SIZE).openForParts();
                UnitChannel other = new FileUnit(otherName, SIZE).openForParts()) {
            for (long from = 0; from + 2 * extentBytes < SIZE; from += 6 * extentBytes) {
                one.beforeStripe(from, from + extentBytes);
                one.read(from, buffer, 0, buffer.length);
                // The kernel has read ahead into this extent.
                long next = from + extentBytes;
                other.beforeStripe(next, next + extentBytes);
                other.read(next, buffer, 0, buffer.length);
                one.afterStripe(from, next);
                other.afterStripe(next, next + extentBytes);
            }
            assertThat(cachedBytes()).isLessThan(LOST_BYTES);
        }
        assertThat(cachedBytes()).isZero();
    }

    /** Chunks that do not fit the slabs make the file one segment. */
    @Test
    void chunksOfAnOddSizeLeaveNothingEither() throws Exception {
        evict();
        scan(1, 700_001, PageCachePolicy.RESTORE);
        assertThat(cachedBytes()).isZero();
    }

    /** The blocks that stand for a long file are read apart from the rest. */
    @Test
    void aSampleOfTheFileLeavesNothingEither() throws Exception {
        evict();
        scan(2, new FixedChunker(65536, FixedChunker.Files.WHOLE), PageCachePolicy.RESTORE);
        assertThat(cachedBytes()).isZero();
    }

    private static void scan(int readers, PageCachePolicy policy) throws Exception {
        scan(readers, 65536, policy);
    }

    private static void scan(int readers, int chunkBytes, PageCachePolicy policy) throws Exception {
        scan(readers, new FixedChunker(chunkBytes), policy);
    }

    private static void scan(int readers, FixedChunker chunker, PageCachePolicy policy) throws Exception {
        ScanOptions options = ScanOptions.of(List.of(chunker), FingerprintAlgorithm.SHA1, List.of())
                .withThreads(readers, 1);
        FileTreeSource source = new FileTreeSource(List.of(file), WalkOptions.ALL, policy);
        ScanSettings plan = new ScanSettings(
                "test",
                source.paths(),
                List.of("64k"),
                "sha1",
                List.of(),
                "off",
                0,
                List.of(),
                List.of(),
                false,
                false,
                false);
        assertThat(ScanRun.open(ScanRequest.of(source, options, plan))
                        .run()
                        .result()
                        .totals()
                        .scannedBytes())
                .isEqualTo(SIZE);
    }

    private static void evict() throws IOException, InterruptedException {
        run("dd", "if=" + file, "iflag=nocache", "count=0", "status=none");
    }

    private static long cachedBytes() throws IOException, InterruptedException {
        return Long.parseLong(run("fincore", "--bytes", "--noheadings", "--output", "RES", file.toString())
                .strip());
    }

    private static String run(String... command) throws IOException, InterruptedException {
        return Programs.run((Object[]) command);
    }
}
