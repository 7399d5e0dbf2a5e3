package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.testing.Slow;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Scans whose index lies on a disk that gives back other bytes. Figures that do not depend on it are exact, the rest are bounds.
 *
 * <p>The scan reads standard input, so the damage is done at a known byte of the data.
 */
@Timeout(300)
@Slow
class SpillDamageTest {

    private static final int DATA_BYTES = 8 << 20;
    /** So many runs may still be written or opened after that. Each of the two threads can be at one, and at one that merges others. */
    private static final int YOUNGEST = 4;

    private static byte[] data;

    @TempDir
    private Path directory;

    private final InputStream before = System.in;

    @BeforeAll
    static void write() {
        Random random = new Random(16);
        data = new byte[DATA_BYTES];
        byte[] block = new byte[512];
        for (int at = 0; at < data.length; at += block.length) {
            if (random.nextInt(10) != 0) {
                new Random(random.nextInt(30_000)).nextBytes(block);
                System.arraycopy(block, 0, data, at, random.nextBoolean() ? block.length : block.length / 2);
            }
        }
    }

    @AfterEach
    void restore() {
        System.setIn(before);
    }

    private enum Damage {
        CUT,
        EMPTIED,
        FLIPPED,
        REMOVED;

        void doTo(Path run) throws IOException {
            if (this == REMOVED) {
                Files.delete(run);
                return;
            }
            try (FileChannel file = FileChannel.open(run, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                long size = file.size();
                switch (this) {
                    case CUT -> file.truncate(size / 2);
                    case EMPTIED -> file.truncate(0);
                    default -> {
                        ByteBuffer one = ByteBuffer.allocate(1);
                        file.read(one, size / 3);
                        one.put(0, (byte) (one.get(0) ^ 4)).flip();
                        file.write(one, size / 3);
                    }
                }
            } catch (NoSuchFileException e) {
                // Merged with others meanwhile.
            }
        }
    }

    /** The data, with something that happens when the scan asks for the first byte behind some of it. */
    private static final class DataWithEvent extends InputStream {
        private final InputStream content = new ByteArrayInputStream(data);
        private final int at;
        private final Runnable event;
        private int position;
        private boolean happened;

        DataWithEvent(int at, Runnable event) {
            this.at = at;
            this.event = event;
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException("a scan reads more than a byte at once");
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (position >= at && !happened) {
                happened = true;
                event.run();
            }
            int count = content.read(into, offset, happened ? length : Math.min(length, at - position));
            position += Math.max(0, count);
            return count;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "CUT, 100, --chunk 512 --compress none",
        "FLIPPED, 100, --chunk 512 --compress none",
        "EMPTIED, 60, '--chunk 512,fastcdc:2k --compress none,lz4'",
        "FLIPPED, 100, --chunk 512 --compress zstd --superblock 64k",
        "FLIPPED, 100, --chunk 512 --compress lz4 --profile vdo",
        "FLIPPED, 40, --chunk 512 --compress xz:0 --compress-sample off",
        "CUT, 100, --chunk 512 --compress xz:0 --compress-sample 1/16"
    })
    void theResultIsDeliveredAsABound(Damage damage, int percentRead, String scheme) throws Exception {
        List<Object> arguments = new ArrayList<>(List.of("--stdin"));
        arguments.addAll(Arrays.asList(scheme.split(" ", -1)));
        System.setIn(new ByteArrayInputStream(data));
        JsonNode expected = Run.scan(ExitCode.OK, arguments.toArray());

        Path out = directory.resolve("out");
        Path set = directory.resolve("set.fpr");
        Path page = directory.resolve("page.html");
        arguments.addAll(List.of("--out", out, "--html", page, "--save", set));
        Run run = scanWith(damage, percentRead, arguments);

        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err())
                .startsWith("compscan: the index could not be read back")
                .contains("upper bound and no set was saved: " + directory.resolve("spill"))
                .hasLineCount(1);
        assertThat(set).doesNotExist();
        assertThat(page).content().contains("\"indexDamage\":\"" + directory.resolve("spill"));
        assertThat(Run.of("report", out).out())
                .startsWith("PARTIAL: unique, physical and all that follows from them are upper bounds");

        JsonNode result = run.json();
        assertThat(Run.json(Files.readString(out.resolve("result.json")))).isEqualTo(result);
        assertThat(result.at("/indexDamage").asText()).contains("spill").contains(".run: at byte ");
        assertThat(result.at("/partial").asBoolean()).isTrue();
        for (String exact : List.of("/totals", "/types", "/errors")) {
            assertThat(result.at(exact)).as(exact).isEqualTo(expected.at(exact));
        }
        assertIsABound(result.at("/layouts"), expected.at("/layouts"));
    }

    /** Files that are reported on their own have indexes of their own, which share the memory. */
    @Test
    void aFileOnItsOwnGetsABoundToo() throws IOException {
        List<Object> arguments = List.of("--stdin", "--chunk", "512", "--compress", "none", "--per-file");
        System.setIn(new ByteArrayInputStream(data));
        JsonNode expected = Run.scan(ExitCode.OK, arguments.toArray());
        Run run = scanWith(Damage.FLIPPED, 100, arguments);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.FAILED);
        assertIsABound(run.json().at("/layouts"), expected.at("/layouts"));
        assertIsABound(run.json().at("/files/0/layouts"), expected.at("/files/0/layouts"));
    }

    /** The scan holds its files open, so a name that has gone takes nothing away. */
    @Test
    void runsThatAreRemovedAreStillRead() throws IOException {
        List<Object> arguments = List.of("--stdin", "--chunk", "512", "--compress", "lz4");
        System.setIn(new ByteArrayInputStream(data));
        JsonNode expected = Run.scan(ExitCode.OK, arguments.toArray());
        Run run = scanWith(Damage.REMOVED, 60, arguments);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(Run.withoutTiming(run.json())).isEqualTo(Run.withoutTiming(expected));
    }

    /** Scans with little memory, and damages every run that is whole when so much of the data has been read. */
    private Run scanWith(Damage damage, int percentRead, List<Object> arguments) throws IOException {
        Path spill = Files.createDirectory(directory.resolve("spill"));
        List<Path> damaged = new ArrayList<>();
        System.setIn(new DataWithEvent(DATA_BYTES / 100 * percentRead, () -> {
            try {
                for (Path whole : wholeRuns(spill)) {
                    damage.doTo(whole);
                    damaged.add(whole);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }));
        List<Object> all = new ArrayList<>(List.of("scan", "--json", "--quiet"));
        all.addAll(arguments);
        all.addAll(List.of("--readers", 1, "--workers", 1, "--map-memory", "64k", "--spill-dir", spill));
        Run run = Run.of(all.toArray());
        assertThat(damaged).as(run.err()).isNotEmpty();
        return run;
    }

    private static List<Path> wholeRuns(Path spill) throws IOException {
        try (Stream<Path> paths = Files.walk(spill)) {
            List<Path> runs = paths.filter(path -> path.toString().endsWith(".run"))
                    .sorted(Comparator.comparingInt(SpillDamageTest::number))
                    .toList();
            return runs.subList(0, Math.max(0, runs.size() - YOUNGEST));
        }
    }

    private static int number(Path run) {
        return Integer.parseInt(run.getFileName().toString().replace(".run", ""));
    }

    private static void assertIsABound(JsonNode layouts, JsonNode expected) {
        assertThat(layouts).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            JsonNode bound = layouts.get(i);
            JsonNode exact = expected.get(i);
            for (String name :
                    List.of("chunking", "chunkCount", "zeroChunkCount", "zeroBytes", "nonZeroBytes", "thinRatio")) {
                assertThat(bound.get(name)).as(name).isEqualTo(exact.get(name));
            }
            for (String name : List.of("uniqueChunkCount", "uniqueBytes")) {
                assertThat(bound.get(name).asLong())
                        .as(name)
                        .isGreaterThanOrEqualTo(exact.get(name).asLong());
            }
            assertThat(bound.get("uniqueBytes").asLong())
                    .isLessThanOrEqualTo(bound.get("nonZeroBytes").asLong());
            for (int c = 0; c < exact.at("/compression").size(); c++) {
                JsonNode most = bound.at("/compression/" + c);
                JsonNode few = exact.at("/compression/" + c);
                long least = few.at("/sample").isNull() || few.at("/sample").isMissingNode()
                        ? few.at("/physicalBytes").asLong()
                        : few.at("/sample/physicalBytesLow").asLong();
                assertThat(most.at("/physicalBytes").asLong()).isGreaterThanOrEqualTo(least);
            }
        }
    }
}
