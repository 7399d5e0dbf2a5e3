package io.compscan.core.write.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.scan.MemorySource;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanOptions.IndexMemory;
import io.compscan.core.scan.ScanOutcome;
import io.compscan.core.scan.Scans;
import io.compscan.core.scan.SpillSpace;
import io.compscan.core.scan.checkpoint.CheckpointDirectory;
import io.compscan.core.write.session.WriteRequest.WhenFull;
import io.compscan.result.ReadError;
import io.compscan.result.ReadError.Kind;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a session promises its writers. */
class WriteSessionTest {

    private static final List<CompressorSpec> LZ4 = List.of(CompressorSpec.parse("lz4"));

    @TempDir
    private Path temporary;

    private static ScanOptions options(String chunkers) {
        return Scans.chunkedBy(ChunkerSpecs.parse(chunkers), LZ4).withThreads(1, 2);
    }

    private static ScanSettings settings(ScanOptions options) {
        return Scans.plan(List.of("memory"), options);
    }

    private static WriteRequest request(ScanOptions options) {
        return WriteRequest.of(options, settings(options));
    }

    private static byte[] random(long seed, int bytes) {
        byte[] content = new byte[bytes];
        new Random(seed).nextBytes(content);
        return content;
    }

    private static void write(DedupChannel channel, byte[] content) throws IOException {
        channel.write(ByteBuffer.wrap(content));
    }

    /** Four chunks: zeros, A, A again, B; then another stream with B, and a tail of 100 bytes. */
    @Test
    void aStreamIsToldWhatItBrought() throws Exception {
        byte[] a = random(1, 4096);
        byte[] b = random(2, 4096);
        try (WriteSession session = WriteSession.open(request(options("4k")))) {
            DedupChannel first = session.open("first");
            for (byte[] chunk : List.of(new byte[4096], a, a, b)) {
                write(first, chunk);
            }
            StreamSummary one = first.finish();
            assertThat(one.name()).isEqualTo("memory/first");
            assertThat(one.logicalBytes()).isEqualTo(16384);
            assertThat(one.zeroBytes()).isEqualTo(4096);
            assertThat(one.duplicateBytes()).isEqualTo(4096);
            assertThat(one.newBytes()).isEqualTo(8192);
            // Random bytes do not shrink, so they are stored as they are.
            assertThat(one.schemes().get(0).stored()).containsExactly(new StreamSummary.StreamStored("lz4", 8192L));
            DedupChannel second = session.open("second");
            write(second, b);
            write(second, random(3, 100));
            StreamSummary two = second.finish();
            assertThat(two.duplicateBytes()).isEqualTo(4096);
            assertThat(two.newBytes()).isEqualTo(100);
            assertThat(second.finish()).isSameAs(two);
            assertThat(second.isOpen()).isFalse();
            assertThatThrownBy(() -> write(second, a)).isInstanceOf(ClosedChannelException.class);

            ScanResult result = session.finish().result();
            assertThat(result.totals().fileCount()).isEqualTo(2);
            assertThat(result.totals().scannedBytes()).isEqualTo(16384 + 4196);
            assertThat(result.layouts().get(0).uniqueBytes()).isEqualTo(8292);
            assertThat(result.errors()).isEmpty();
            assertThatThrownBy(() -> session.open("late")).hasMessageContaining("over");
        }
    }

    @Test
    void aStreamThatNobodyFinishesIsListedAndCounts() throws Exception {
        try (WriteSession session = WriteSession.open(request(options("fastcdc:8k")))) {
            write(session.open("whole"), new byte[0]);
            DedupChannel open = session.open("open");
            write(open, random(1, 100_000));
            DedupChannel given = session.open("given-up");
            write(given, random(2, 50_000));
            assertThat(given.abort("the disk is full").logicalBytes()).isEqualTo(50_000);
            DedupChannel closed = session.open("closed");
            write(closed, random(3, 10));
            closed.close();
            ScanResult result = session.finish().result();
            assertThat(result.errors())
                    .containsExactly(
                            new ReadError("memory/given-up", Kind.ABORTED, 0, "the disk is full"),
                            new ReadError(
                                    "memory/open",
                                    Kind.ABORTED,
                                    0,
                                    "the stream was not finished; what was written counts"),
                            new ReadError(
                                    "memory/whole",
                                    Kind.ABORTED,
                                    0,
                                    "the stream was not finished; what was written counts"));
            assertThat(result.totals().scannedBytes()).isEqualTo(150_010);
            assertThat(result.totals().changedPathCount()).isEqualTo(3);
            assertThat(result.layouts().get(0).uniqueBytes()).isEqualTo(150_010);
            assertThatThrownBy(() -> write(open, new byte[1])).isInstanceOf(ClosedChannelException.class);
        }
    }

    @Test
    void atTheLimitOpenThrowsOrWaits() throws Exception {
        WriteRequest throwing = request(options("4k")).withOpenStreams(2, WhenFull.THROW);
        try (WriteSession session = WriteSession.open(throwing)) {
            DedupChannel first = session.open("1");
            session.open("2");
            assertThatThrownBy(() -> session.open("3"))
                    .isInstanceOf(TooManyStreamsException.class)
                    .hasMessage("3: 2 streams are open, and no more may be");
            first.finish();
            session.open("3").abort("no more");
            session.open("4");
        }
        WriteRequest waiting = throwing.withOpenStreams(1, WhenFull.WAIT);
        try (WriteSession session = WriteSession.open(waiting)) {
            DedupChannel first = session.open("1");
            CompletableFuture<DedupChannel> next = CompletableFuture.supplyAsync(() -> {
                try {
                    return session.open("2");
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThat(next.isDone()).isFalse();
            first.finish();
            assertThat(next.get(20, TimeUnit.SECONDS).name()).isEqualTo("memory/2");
        }
    }

    /** Every thread writes, then waits for all others: a place that a thread kept between two calls would stop them all. */
    @Test
    void writersThatWaitForEachOtherAllGoOn() throws Exception {
        int writers = 16;
        CyclicBarrier barrier = new CyclicBarrier(writers);
        ExecutorService threads = Executors.newFixedThreadPool(writers);
        try (WriteSession session = WriteSession.open(request(options("fastcdc:8k")))) {
            List<Future<StreamSummary>> done = new ArrayList<>();
            for (int i = 0; i < writers; i++) {
                int rank = i;
                done.add(threads.submit(() -> {
                    DedupChannel channel = session.open("rank" + rank);
                    for (int step = 0; step < 8; step++) {
                        write(channel, random(rank % 4 * 100L + step, 150_000));
                        barrier.await(60, TimeUnit.SECONDS);
                    }
                    return channel.finish();
                }));
            }
            long newBytes = 0;
            for (Future<StreamSummary> one : done) {
                newBytes += one.get().newBytes();
            }
            ScanResult result = session.finish().result();
            assertThat(newBytes).isEqualTo(result.layouts().get(0).uniqueBytes());
            assertThat(result.totals().scannedBytes()).isEqualTo(writers * 1_200_000L);
            // Four ranks write the same: 4 x 1.2 MB are left, and no chunk of random bytes is met twice.
            assertThat(result.layouts().get(0).uniqueBytes()).isEqualTo(4 * 8 * 150_000L);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void anIndexThatSpillsChangesNoTotal() throws Exception {
        ScanOptions plain = options("512");
        byte[] content = random(7, 12 << 20);
        MemorySource source = new MemorySource().add("memory/a.bin", content);
        ScanResult expected = Scans.scan(source, plain);
        Path spill = Files.createDirectory(temporary.resolve("spill"));
        ScanOptions small =
                plain.withMemory(new IndexMemory(190_000, 32, SpillSpace.in(List.of(spill), Long.MAX_VALUE)));
        try (WriteSession session = WriteSession.open(request(small))) {
            DedupChannel channel = session.open("a.bin");
            for (int from = 0; from < content.length; from += 1 << 20) {
                channel.write(ByteBuffer.wrap(content, from, 1 << 20));
            }
            StreamSummary summary = channel.finish();
            ScanOutcome outcome = session.finish();
            assertThat(outcome.spilling()).isNotNull();
            assertThat(outcome.spilling().hasSpilled()).isTrue();
            assertThat(summary.newBytes())
                    .isGreaterThanOrEqualTo(outcome.result().layouts().get(0).uniqueBytes());
            assertThat(outcome.result().layouts()).isEqualTo(expected.layouts());
        }
    }

    @Test
    @Slow
    void aFullIndexTakesNoMoreAndReportsWhatItHas() throws Exception {
        ScanOptions small = options("512").withMemory(new IndexMemory(8 << 20, 64));
        try (WriteSession session = WriteSession.open(request(small))) {
            DedupChannel channel = session.open("a");
            byte[] piece = new byte[1 << 20];
            Random random = new Random(5);
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 2000; i++) {
                            random.nextBytes(piece);
                            write(channel, piece);
                        }
                    })
                    .isInstanceOf(IOException.class)
                    .hasMessage("the index has used up its memory, so the write session takes no more");
            long bytes = channel.finish().logicalBytes();
            ScanResult result = session.finish().result();
            assertThat(result.partial()).isTrue();
            assertThat(result.layouts().get(0).uniqueBytes()).isEqualTo(bytes);
        }
    }

    @Test
    void checkpointsOfOtherSettingsAreRefused() throws Exception {
        Path place = temporary.resolve("c");
        try (CheckpointDirectory directory = CheckpointDirectory.create(place);
                WriteSession session = WriteSession.open(request(options("4k")).withCheckpoints(directory))) {
            write(session.open("a"), random(1, 5000));
            session.open("b").finish();
        }
        try (CheckpointDirectory directory = CheckpointDirectory.open(place)) {
            assertThatThrownBy(() -> WriteSession.open(request(options("8k")).withCheckpoints(directory)))
                    .hasMessageContaining("other settings");
        }
    }
}
