package io.compscan.core.set;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.SmallHeap;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.Scans;
import io.compscan.page.HtmlPage;
import io.compscan.report.SetJson;
import io.compscan.report.SetTables;
import io.compscan.result.set.MergeResult;
import io.compscan.result.set.Overlap;
import io.compscan.testing.Nightly;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Merges the sets of a fleet in a small heap, and writes documents of a size that other programs can read. */
@Timeout(300)
@Nightly
class ManySetsTest {

    private static final int SETS = 1_500;
    private static final int CHUNK = 4096;
    private static final int FAMILY = 100;

    @TempDir
    private Path dir;

    /** A chunk of its own, one of its family, and one in common with the set before and one with that behind. All have one in common. */
    private static MemoryUnit unit(int set) {
        long[] chunks = {1L << 40 | set, 1L << 41 | set / FAMILY, 1L << 42 | set, 1L << 42 | (set + 1), 1};
        ByteBuffer data = ByteBuffer.allocate(chunks.length * CHUNK);
        for (long chunk : chunks) {
            data.putLong(chunk).position(data.position() + CHUNK - Long.BYTES);
        }
        return new MemoryUnit("f" + set, "bin", data.capacity(), data.array(), -1, false);
    }

    @Test
    void theHeapAndTheDocumentsStaySmall() throws Exception {
        ScanOptions options = Scans.options(List.of(CHUNK), List.of());
        for (int i = 0; i < SETS; i++) {
            SetFiles.save(dir.resolve(i + ".fpr"), "part" + i, List.of(unit(i)), options);
        }
        String printed =
                SmallHeap.run(System.getProperty("x.heap", "96m"), dir.resolve("log"), Child.class, dir.toString());
        // Four distinct chunks of a set, less one that two sets share; one for each family, and one for all.
        assertThat(printed).isEqualTo("unique " + (SETS + SETS / FAMILY + SETS + 1 + 1) + "\n");
        assertThat(Files.size(dir.resolve("merge.json"))).isLessThan(8 << 20);
        assertThat(Files.size(dir.resolve("overlap.csv"))).isLessThan(4 << 20);
        assertThat(Files.size(dir.resolve("page.html"))).isLessThan(2 << 20);
    }

    /** What runs in the small heap. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) throws IOException {
            Path dir = Path.of(args[0]);
            List<Path> files = IntStream.range(0, SETS)
                    .mapToObj(i -> dir.resolve(i + ".fpr"))
                    .toList();
            MergeResult merged;
            try (Sets sets = Sets.open(files)) {
                merged = SetMerge.merge(sets, null);
            }
            Overlap overlap = merged.overlaps().get(0);
            check(overlap);
            try (Writer json = Files.newBufferedWriter(dir.resolve("merge.json"));
                    Writer csv = Files.newBufferedWriter(dir.resolve("overlap.csv"));
                    Writer page = Files.newBufferedWriter(dir.resolve("page.html"))) {
                SetJson.write(merged, json);
                SetTables.overlap(merged, csv);
                HtmlPage.write(merged, page);
            }
            System.out.print("unique " + merged.union().layouts().get(0).uniqueChunkCount() + "\n");
        }

        private static void check(Overlap overlap) {
            for (int i = 0; i < SETS; i++) {
                Overlap.Share share = overlap.shares().get(i);
                for (int other : share.listed()) {
                    long expected = other == i
                            ? 5
                            : 1 + (other / FAMILY == i / FAMILY ? 1 : 0) + (Math.abs(other - i) == 1 ? 1 : 0);
                    if (share.commonBytes().get(share.placeOf(other)) != expected * CHUNK) {
                        throw new AssertionError(i + " and " + other + " have " + share);
                    }
                }
                if (i > 0 && share.placeOf(i - 1) < 0) {
                    throw new AssertionError(i + " is not beside the set that it shares most with");
                }
            }
        }
    }
}
