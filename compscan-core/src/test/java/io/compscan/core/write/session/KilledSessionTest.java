package io.compscan.core.write.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.Scans;
import io.compscan.core.scan.checkpoint.CheckpointDirectory;
import io.compscan.core.scan.read.task.PartialUnit;
import io.compscan.result.ReadError;
import io.compscan.result.ReadError.Kind;
import io.compscan.result.ScanResult;
import io.compscan.testing.Slow;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that is killed while it writes. Everything reported as finished is there afterwards, and the numbers add up. */
@Slow
class KilledSessionTest {

    private static final int WRITERS = 3;

    @TempDir
    private Path temporary;

    @ParameterizedTest
    @ValueSource(ints = {1, 9, 40})
    void noFinishedStreamIsLost(int killAfter) throws Exception {
        Path place = temporary.resolve("checkpoints");
        Path log = temporary.resolve("log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx200m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledSessionTest.class.getName(),
                        place.toString())
                // Some JVMs warn of native access there.
                .redirectError(temporary.resolve("stderr").toFile())
                .redirectOutput(log.toFile())
                .start();
        try {
            while (process.isAlive() && finished(log).size() < killAfter) {
                Thread.sleep(5);
            }
        } finally {
            process.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
        }
        Set<String> finished = finished(log);
        assertThat(finished).as(Files.readString(temporary.resolve("stderr"))).hasSizeGreaterThanOrEqualTo(killAfter);

        Set<String> saved = new TreeSet<>();
        long bytes = 0;
        ScanResult result;
        try (CheckpointDirectory directory = CheckpointDirectory.open(place)) {
            directory.forEachUnit(unit -> saved.add(unit.name()));
            assertThat(saved).containsAll(finished);
            List<PartialUnit> open = directory.last().partialUnits();
            for (String name : saved) {
                bytes += content(name).length;
            }
            for (PartialUnit unit : open) {
                assertThat(saved).doesNotContain(unit.name());
                bytes += unit.logicalBytes();
            }
            try (WriteSession session = WriteSession.open(request().withCheckpoints(directory))) {
                // All that was finished is known to the last byte, so a second copy adds nothing to the unique bytes.
                for (String name : saved) {
                    DedupChannel again = session.open(name.substring("memory/".length()));
                    again.write(ByteBuffer.wrap(content(name)));
                    again.finish();
                }
                result = session.finish().result();
            }
            assertThat(result.errors().stream().map(ReadError::path))
                    .containsExactlyInAnyOrderElementsOf(
                            open.stream().map(PartialUnit::name).toList());
            assertThat(result.errors())
                    .allSatisfy(error -> assertThat(error.kind()).isEqualTo(Kind.ABORTED));
        }
        assertThat(result.layouts().get(0).uniqueBytes()).isEqualTo(bytes);
        long repeated = saved.stream().mapToLong(name -> content(name).length).sum();
        assertThat(result.totals().scannedBytes()).isEqualTo(bytes + repeated);
    }

    private static Set<String> finished(Path log) throws Exception {
        Set<String> names = new HashSet<>();
        if (Files.exists(log)) {
            String text = Files.readString(log);
            // The last line may be cut short.
            text.substring(0, text.lastIndexOf('\n') + 1).lines().forEach(names::add);
        }
        return names;
    }

    /** Each stream has bytes of its own. */
    private static byte[] content(String name) {
        Random random = new Random(name.hashCode());
        byte[] content = new byte[random.nextInt(400_000)];
        random.nextBytes(content);
        return content;
    }

    private static WriteRequest request() {
        ScanOptions options = Scans.chunkedBy(ChunkerSpecs.parse("fastcdc:8k,4k"), List.of(CompressorSpec.parse("lz4")))
                .withThreads(1, 2);
        return WriteRequest.of(options, Scans.plan(List.of("memory"), options));
    }

    /** Writes stream after stream in several threads, and names each that is finished. */
    public static void main(String[] args) throws Exception {
        CheckpointDirectory directory = CheckpointDirectory.create(Path.of(args[0]));
        WriteSession session = WriteSession.open(request().withCheckpoints(directory));
        List<Thread> threads = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
            int rank = writer;
            Thread thread = new Thread(() -> {
                try {
                    for (int step = 0; step < 2000; step++) {
                        DedupChannel channel = session.open("rank" + rank + "/step" + step);
                        ByteBuffer rest = ByteBuffer.wrap(content(channel.name()));
                        while (rest.hasRemaining()) {
                            ByteBuffer piece = rest.slice().limit(Math.min(rest.remaining(), 30_000));
                            channel.write(piece);
                            rest.position(rest.position() + piece.position());
                        }
                        channel.finish();
                        synchronized (System.out) {
                            System.out.println(channel.name());
                        }
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
