package io.compscan.core.tools.duplicate;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.library.Measure;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanOptions.IndexMemory;
import io.compscan.core.scan.SpillSpace;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.result.duplicate.ListedDuplicates;
import io.compscan.result.duplicate.ListedDuplicates.Etag;
import io.compscan.result.duplicate.ListedDuplicates.Objects;
import io.compscan.testing.Nightly;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Copies of objects by their ETags, of stores whose objects are known. */
class ListedObjectsTest {

    @TempDir
    private Path shared;

    /** An object that nobody may open. */
    private record Listed(String listedDigest, long sizeBytes) implements Unit {
        @Override
        public String name() {
            return "object";
        }

        @Override
        public String extension() {
            return "";
        }

        @Override
        public UnitChannel open() {
            throw new AssertionError("an object was opened");
        }
    }

    private record Store(int count, IntFunction<Listed> object) implements Source {
        @Override
        public List<String> paths() {
            return List.of("s3://bucket");
        }

        @Override
        public void walk(SourceVisitor visitor) throws InterruptedException {
            for (int i = 0; i < count && !visitor.isStopped(); i++) {
                visitor.unit(object.apply(i));
            }
        }
    }

    private static ListedDuplicates list(Store store) throws Exception {
        return new ListedObjects(store, count -> {}).list(Measure.defaults().options(), "1");
    }

    private static String md5(long content) {
        return String.format("%032x", content + 1);
    }

    private static Objects row(ListedDuplicates listed, Etag etag) {
        return listed.etags().stream()
                .filter(row -> row.etag() == etag)
                .findFirst()
                .orElseThrow();
    }

    /** Contents are numbers, and the size follows from the number. So the truth is known. */
    @Property(tries = 200)
    void theBoundIsNeverBelowTheTruthAndMeetsItWhereEtagsAreMd5s(
            @ForAll long seed, @ForAll @IntRange(min = 0, max = 400) int count, @ForAll boolean onlyWhole)
            throws Exception {
        Random random = new Random(seed);
        List<Listed> objects = new ArrayList<>();
        Set<Integer> contents = new HashSet<>();
        long bytes = 0;
        long distinctBytes = 0;
        long others = 0;
        for (int i = 0; i < count; i++) {
            int content = random.nextInt(40);
            // Two contents of one size, and no byte in some.
            long size = content / 2 * 1000L;
            bytes += size;
            distinctBytes += contents.add(content) ? size : 0;
            int kind = onlyWhole ? 0 : random.nextInt(4);
            others += kind > 1 ? 1 : 0;
            String etag = switch (kind) {
                case 0 -> md5(content);
                case 1 -> md5(content + 1000L * random.nextInt(2)) + "-" + (2 + random.nextInt(2));
                case 2 -> "";
                default -> "v" + content;
            };
            objects.add(new Listed(etag, size));
        }
        ListedDuplicates listed = list(new Store(count, objects::get));
        assertThat(listed.total().objectCount()).isEqualTo(count);
        assertThat(listed.total().bytes()).isEqualTo(bytes);
        assertThat(row(listed, Etag.OTHER).objectCount()).isEqualTo(others);
        assertThat(row(listed, Etag.OTHER).duplicateObjectCount()).isZero();
        assertThat(listed.total().remainingBytesHigh()).isGreaterThanOrEqualTo(distinctBytes);
        if (onlyWhole) {
            assertThat(listed.total().remainingBytesHigh()).isEqualTo(distinctBytes);
            assertThat(listed.total().duplicateObjectCount()).isEqualTo(count - contents.size());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "d41d8cd98f00b204e9800998ecf8427e, MD5",
        "D41D8CD98F00B204E9800998ECF8427E, MD5",
        "d41d8cd98f00b204e9800998ecf8427e-12, PARTS",
        "d41d8cd98f00b204e9800998ecf8427e-, OTHER",
        "d41d8cd98f00b204e9800998ecf8427, OTHER",
        "00000000000000000000000000000000, OTHER",
        "00000000000000000000000000000000-1, OTHER",
        "0x8D4BCC2E4835CD0, OTHER",
        "'', OTHER"
    })
    void theFormOfAnEtagTellsItsKind(String text, Etag etag) {
        assertThat(ListedObjects.etag(text)).isEqualTo(etag);
    }

    /** One digest, but other lengths or other numbers of parts. */
    @Test
    void onlyTheSameEtagAndSizeIsEqual() throws Exception {
        List<Listed> objects = List.of(
                new Listed(md5(1), 10),
                new Listed(md5(1), 11),
                new Listed(md5(1) + "-2", 10),
                new Listed(md5(1) + "-3", 10),
                new Listed(md5(1).toUpperCase(Locale.ROOT), 10),
                new Listed(md5(1) + "-3", 10));
        ListedDuplicates listed = list(new Store(objects.size(), objects::get));
        assertThat(row(listed, Etag.MD5)).isEqualTo(Objects.of(Etag.MD5, 3, 31, 1, 10));
        assertThat(row(listed, Etag.PARTS)).isEqualTo(Objects.of(Etag.PARTS, 3, 30, 1, 10));
    }

    @Test
    void aStoppedListCountsWhatItHas() throws Exception {
        ListedObjects[] stopped = new ListedObjects[1];
        Store store = new Store(100, i -> {
            if (i == 9) {
                stopped[0].stop();
            }
            return new Listed(md5(0), 5);
        });
        stopped[0] = new ListedObjects(store, count -> {});
        ListedDuplicates listed = stopped[0].list(Measure.defaults().options(), "1");
        assertThat(listed.partial()).isTrue();
        assertThat(listed.total()).isEqualTo(Objects.of(Etag.ALL, 10, 50, 9, 45));
    }

    /** Three million objects, of which memory holds a part. */
    @Test
    @Nightly
    void theListMayOutgrowMemory() throws Exception {
        Path spill = Files.createDirectories(shared.resolve("spill"));
        IndexMemory memory = new IndexMemory(10 << 20, 32, SpillSpace.in(List.of(spill), 1 << 30));
        ScanOptions options = Measure.defaults().options().withMemory(memory);
        int count = 3_000_000;
        List<Long> heard = new ArrayList<>();
        ListedDuplicates listed = new ListedObjects(
                        new Store(count, i -> new Listed(md5(i % 1_000_000), 1 + i % 10)), heard::add)
                .list(options, "1");
        assertThat(listed.total().duplicateObjectCount()).isEqualTo(2_000_000);
        assertThat(listed.total().remainingBytesHigh()).isEqualTo(5_500_000);
        assertThat(heard).containsExactly(1_000_000L, 2_000_000L, 3_000_000L);
        try (var left = Files.walk(spill)) {
            assertThat(left.filter(Files::isRegularFile)).isEmpty();
        }
    }
}
