package io.compscan.core.write.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.SmallHeap;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanOptions.IndexMemory;
import io.compscan.core.scan.Scans;
import io.compscan.core.write.session.WriteRequest.WhenFull;
import io.compscan.result.ScanResult;
import io.compscan.testing.Slow;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ten thousand open streams in the memory that a request states. */
@Slow
class ManyStreamsTest {

    private static final int STREAMS = 10_000;
    private static final int ROUNDS = 2;
    private static final int BYTES = 50_000;

    @TempDir
    private Path temporary;

    /** 10,000 x 64 KiB are 625 MiB for streams; everything else has to do with 100 MiB. */
    @Test
    void tenThousandStreamsKeepToTheStatedMemory() throws Exception {
        String log = SmallHeap.run("725m", temporary.resolve("log"), ManyStreamsTest.class);
        assertThat(log).endsWith("done\n");
    }

    /** Writes to all streams in turn, so that all of them hold what they may. */
    public static void main(String[] args) throws Exception {
        ScanOptions options = Scans.chunkedBy(
                        ChunkerSpecs.parse("fastcdc:8k,max=32k"), List.of(CompressorSpec.parse("lz4")))
                .withThreads(1, 2)
                .withMemory(new IndexMemory(64 << 20, 64));
        WriteRequest request = WriteRequest.of(options, Scans.plan(List.of("memory"), options))
                .withOpenStreams(STREAMS, WhenFull.THROW);
        assertThat(request.streamBytes()).isEqualTo(64 << 10);
        byte[][] contents = new byte[10 * ROUNDS][BYTES];
        for (int i = 0; i < contents.length; i++) {
            new Random(i).nextBytes(contents[i]);
        }
        try (WriteSession session = WriteSession.open(request)) {
            List<DedupChannel> channels = new ArrayList<>();
            for (int i = 0; i < STREAMS; i++) {
                channels.add(session.open("rank" + i));
            }
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < STREAMS; i++) {
                    channels.get(i).write(ByteBuffer.wrap(contents[round * 10 + i % 10]));
                }
            }
            long newBytes = 0;
            for (DedupChannel channel : channels) {
                newBytes += channel.finish().newBytes();
            }
            ScanResult result = session.finish().result();
            assertThat(result.totals().scannedBytes()).isEqualTo((long) STREAMS * ROUNDS * BYTES);
            assertThat(result.layouts().get(0).uniqueBytes()).isEqualTo(10L * ROUNDS * BYTES);
            assertThat(newBytes).isEqualTo(10L * ROUNDS * BYTES);
        }
        System.out.println("done");
    }
}
