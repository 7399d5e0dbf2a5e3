package io.compscan.core.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.result.ReadError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every source of units of known size keeps. Each implementation derives a test from it, in whatever module it lies. */
public abstract class SourceContract {

    private static final int THREADS = 4;
    private static final int READS = 200;
    private static final int OPENINGS = 60;
    /** Kept connections and whatever else a library opens on first use. */
    private static final int FEW_DESCRIPTORS = 20;

    /**
     * A source of these contents, fresh for each test.
     *
     * @param files contents by name; some names have a slash
     */
    protected abstract Source source(Map<String, byte[]> files) throws Exception;

    /** The end of the name of the unit that holds this file. */
    protected String nameOf(String file) {
        return file;
    }

    /** Sizes are multiples of it. */
    protected int granularityBytes() {
        return 1;
    }

    /** Whether units come in the order of the names' bytes. */
    protected boolean isSorted() {
        return true;
    }

    /** Only sources that hold several files are asked for more than one. */
    protected int mostFiles() {
        return Integer.MAX_VALUE;
    }

    /** Replaces the only file by one of another size. */
    protected abstract void replace(String file, byte[] content) throws Exception;

    /** Takes the only file away. */
    protected abstract void remove(String file) throws Exception;

    private byte[] content(long units, long seed) {
        byte[] data = new byte[(int) (units * granularityBytes())];
        new Random(seed).nextBytes(data);
        return data;
    }

    /** Content of a few hundred kilobytes at least, with zeros in its middle. */
    private byte[] longContent() {
        long units = Math.max(3, 300_001 / granularityBytes());
        byte[] data = content(units, 7);
        Arrays.fill(data, data.length / 3, data.length / 3 * 2, (byte) 0);
        return data;
    }

    private Map<String, byte[]> files() {
        Map<String, byte[]> files = new TreeMap<>();
        files.put("b.bin", longContent());
        if (mostFiles() > 1) {
            files.put("a.txt", content(1, 1));
            files.put("dir/c.bin", content(3, 2));
            files.put("dir/d", content(5, 3));
            files.put("e", content(2, 4));
        }
        return files;
    }

    private static Unit only(Source source) throws InterruptedException {
        List<Unit> units = WalkedUnits.of(source);
        assertThat(units).hasSize(1);
        return units.get(0);
    }

    @Test
    protected void unitsHaveTheirSizesAndTheSameOrderEachTime() throws Exception {
        Map<String, byte[]> files = files();
        Source source = source(files);
        List<Unit> units = WalkedUnits.of(source);
        assertThat(units).hasSameSizeAs(files.keySet());
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            List<Unit> named = units.stream()
                    .filter(unit -> unit.name().endsWith(nameOf(file.getKey())))
                    .toList();
            assertThat(named).as(file.getKey()).hasSize(1);
            assertThat(named.get(0).sizeBytes()).as(file.getKey()).isEqualTo(file.getValue().length);
        }
        List<String> names = units.stream().map(Unit::name).toList();
        assertThat(WalkedUnits.of(source).stream().map(Unit::name)).isEqualTo(names);
        if (isSorted()) {
            // Files of a directory come before those of the directories below it, or with them.
            assertThat(names.stream().filter(name -> !name.contains("dir/"))).isSorted();
            assertThat(names.stream().filter(name -> name.contains("dir/"))).isSorted();
        }
        assertThat(source.paths()).isNotEmpty();
        assertThat(source.roots()).hasSameSizeAs(source.paths());
    }

    @Test
    protected void threadsReadAtAnyOffset() throws Exception {
        byte[] content = longContent();
        Unit unit = only(source(Map.of("b.bin", content)));
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (UnitChannel channel = unit.open()) {
            List<Future<?>> done = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                long seed = i;
                done.add(threads.submit(() -> {
                    readAnywhere(channel, content, new Random(seed));
                    return null;
                }));
            }
            for (Future<?> one : done) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void readAnywhere(UnitChannel channel, byte[] content, Random random) throws IOException {
        byte[] data = new byte[70_000];
        for (int i = 0; i < READS; i++) {
            int from = random.nextInt(content.length);
            int offset = random.nextInt(1000);
            int length = 1 + random.nextInt(data.length - offset);
            Arrays.fill(data, (byte) 0x55);
            int got = channel.read(from, data, offset, length);
            assertThat(got).as("bytes at %d", from).isBetween(1, Math.min(length, content.length - from));
            assertThat(Arrays.mismatch(data, offset, offset + got, content, from, from + got))
                    .isNegative();
            for (int j = 0; j < offset; j++) {
                assertThat(data[j]).isEqualTo((byte) 0x55);
            }
        }
    }

    /** As a scan reads: stripe by stripe, each to its end, and one that is given up. */
    @Test
    protected void stripesHoldAllBytes() throws Exception {
        byte[] content = longContent();
        Unit unit = only(source(Map.of("b.bin", content)));
        byte[] read = new byte[content.length];
        int stripe = Math.max(1, content.length / 5);
        try (UnitChannel channel = unit.open()) {
            channel.beforeStripe(0, stripe);
            channel.afterStripe(0, stripe);
            for (int from = 0; from < content.length; from += stripe) {
                int to = Math.min(content.length, from + stripe);
                channel.beforeStripe(from, to);
                int at = from;
                while (at < to) {
                    int got = channel.read(at, read, at, to - at);
                    assertThat(got).isPositive();
                    at += got;
                }
                channel.afterStripe(from, to);
            }
        }
        assertThat(read).isEqualTo(content);
    }

    @Test
    protected void theEndIsTold() throws Exception {
        byte[] content = longContent();
        Unit unit = only(source(Map.of("b.bin", content)));
        try (UnitChannel channel = unit.open()) {
            byte[] data = new byte[1000];
            assertThat(channel.read(content.length, data, 0, data.length)).isEqualTo(-1);
            assertThat(channel.read(content.length - 1, data, 0, data.length)).isEqualTo(1);
            assertThat(data[0]).isEqualTo(content[content.length - 1]);
            assertThat(channel.read(content.length, data, 0, data.length)).isEqualTo(-1);
        }
    }

    @Test
    protected void holesReadAsZeros() throws Exception {
        byte[] content = longContent();
        Unit unit = only(source(Map.of("b.bin", content)));
        try (UnitChannel channel = unit.open()) {
            for (int from = 0; from < content.length; from += 10_007) {
                long data = channel.nextData(from);
                assertThat(data).isBetween((long) from, (long) content.length);
                int end = from;
                while (end < data && content[end] == 0) {
                    end++;
                }
                assertThat(end).as("the end of a hole").isEqualTo((int) data);
            }
        }
    }

    @Test
    protected void openingTwiceGivesIndependentChannels() throws Exception {
        byte[] content = longContent();
        Unit unit = only(source(Map.of("b.bin", content)));
        byte[] data = new byte[100];
        UnitChannel first = unit.open();
        try (UnitChannel second = unit.open()) {
            try (first) {
                assertThat(first.read(0, data, 0, 100)).isPositive();
            }
            assertThat(second.read(5, data, 0, 1)).isEqualTo(1);
            assertThat(data[0]).isEqualTo(content[5]);
        }
    }

    /** What the system gave to a channel, it gives to another one after that. */
    @Test
    protected void aSecondCloseTakesNothingFromAnother() throws Exception {
        byte[] content = longContent();
        Unit unit = only(source(Map.of("b.bin", content)));
        byte[] data = new byte[100];
        UnitChannel closed = unit.open();
        assertThat(closed.read(0, data, 0, 100)).isPositive();
        closed.close();
        try (UnitChannel next = unit.open()) {
            assertThat(next.read(0, data, 0, 1)).isEqualTo(1);
            closed.close();
            assertThat(next.read(5, data, 0, 1)).isEqualTo(1);
            assertThat(data[0]).isEqualTo(content[5]);
            assertThat(next.hasChanged()).isFalse();
        }
    }

    @Test
    protected void closingReleasesWhatWasOpened() throws Exception {
        Path descriptors = Path.of("/proc/self/fd");
        assumeTrue(Files.isDirectory(descriptors), "only Linux lists a process's descriptors");
        Unit unit = only(source(Map.of("b.bin", longContent())));
        readABit(unit);
        long before = count(descriptors);
        for (int i = 0; i < OPENINGS; i++) {
            readABit(unit);
        }
        assertThat(count(descriptors) - before).isLessThan(FEW_DESCRIPTORS);
    }

    private static void readABit(Unit unit) throws IOException {
        try (UnitChannel channel = unit.open()) {
            channel.beforeStripe(0, unit.sizeBytes());
            assertThat(channel.read(0, new byte[100], 0, 100)).isPositive();
            assertThat(channel.read(unit.sizeBytes() / 2, new byte[100], 0, 100))
                    .isPositive();
        }
    }

    private static long count(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.count();
        }
    }

    /** Either the reading fails, or the version tells. */
    @Test
    protected void aReplacedUnitIsNoticed() throws Exception {
        byte[] content = longContent();
        Unit unit = only(source(Map.of("b.bin", content)));
        UnitVersion before = unit.version();
        replace("b.bin", content(11, 9));
        boolean failed = false;
        try {
            readABit(unit);
        } catch (IOException e) {
            assertOneLine(e);
            failed = true;
        } catch (AssertionError e) {
            // It has become shorter.
        }
        assertThat(failed || !unit.version().equals(before)).isTrue();
    }

    @Test
    protected void aUnitThatIsGoneFailsWithOneLine() throws Exception {
        Unit unit = only(source(Map.of("b.bin", longContent())));
        remove("b.bin");
        IOException failure = null;
        try {
            readABit(unit);
        } catch (IOException e) {
            failure = e;
        }
        assertThat(failure).isNotNull();
        assertOneLine(failure);
    }

    private static void assertOneLine(IOException e) {
        ReadError error = ReadErrors.of("unit", e, 0);
        assertThat(error.reason()).isNotBlank().doesNotContain("\n").doesNotContain("Exception");
    }
}
