package io.compscan.core.set;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.SmallHeap;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fold.ReferenceSums;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.Scans;
import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.Refcount;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.result.Timing;
import io.compscan.result.Totals;
import io.compscan.result.set.DiffResult;
import io.compscan.result.set.MergeResult;
import io.compscan.result.set.SuperblockTotals;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Merges and compares far more entries than the heap of its process could hold. */
@Timeout(300)
@Slow
class SetMemoryTest {

    private static final int SETS = 40;
    /** Five million in all: a heap of 32 MB has six bytes for each. */
    private static final int ENTRIES = 125_000;
    /** Of each set that many are those of the first. */
    private static final int COMMON = 25_000;

    private static final int CHUNK = 4096;
    private static final ScanOptions OPTIONS = Scans.options(List.of(CHUNK), List.of(CompressorSpec.parse("lz4")));

    @TempDir
    private Path dir;

    private void save(int number) throws IOException {
        long[] keys = new long[ENTRIES];
        Random common = new Random(1);
        Random own = new Random(1000L + number);
        for (int i = 0; i < ENTRIES; i++) {
            keys[i] = (i < COMMON ? common : own).nextLong();
        }
        Arrays.sort(keys);
        try (SetWriter writer = SetWriter.create(dir.resolve(number + ".fpr"), false, OPTIONS.schemes())) {
            DistinctChunkVisitor visitor = writer.scheme(0);
            byte[] fingerprint = new byte[20];
            for (long key : keys) {
                ByteBuffer.wrap(fingerprint).putLong(key ^ Long.MIN_VALUE);
                visitor.visit(fingerprint, 1, CHUNK, new int[] {CHUNK});
            }
            long bytes = (long) ENTRIES * CHUNK;
            Layout layout = Layout.of(
                    "fixed:4096",
                    "sha1",
                    bytes,
                    ENTRIES,
                    0,
                    0,
                    ENTRIES,
                    bytes,
                    List.of(new Refcount(1, ENTRIES, bytes)),
                    List.of(Compression.ofChunks("lz4", bytes, bytes, bytes, List.of())));
            ScanSettings plan = new ScanSettings(
                    "test",
                    List.of(),
                    List.of("fixed:4096"),
                    "sha1",
                    List.of("lz4"),
                    "off",
                    0,
                    List.of(),
                    List.of(),
                    false,
                    false,
                    false);
            ScanResult result = new ScanResult(
                    plan,
                    false,
                    new Totals(bytes, 0, 0, bytes, 1, 0, 0, 0, 0, 0, 0, 0),
                    List.of(layout),
                    List.of(),
                    List.of(),
                    List.of(),
                    new Timing(SetFiles.SAVED_AT, 1, 1, 1, 1, 1, "17"));
            ReferenceSums sums = ReferenceSums.of(result, List.of(new SuperblockTotals(0, 0, List.of())));
            writer.finish(result, sums, List.of(), SetFiles.SAVED_AT);
        }
    }

    @Test
    void memoryDoesNotDependOnTheEntries() throws Exception {
        for (int i = 0; i < SETS; i++) {
            save(i);
        }
        String printed = SmallHeap.run("32m", dir.resolve("log"), Child.class, dir.toString());
        long distinct = COMMON + (long) SETS * (ENTRIES - COMMON);
        assertThat(printed)
                .isEqualTo("unique " + distinct + " shared " + COMMON + " added " + (ENTRIES - COMMON) + " kept "
                        + (COMMON + 7L * (ENTRIES - COMMON)) + "\n");
    }

    /** What runs in the small heap. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) throws IOException {
            Path dir = Path.of(args[0]);
            List<Path> files = IntStream.range(0, SETS)
                    .mapToObj(i -> dir.resolve(i + ".fpr"))
                    .toList();
            try (Sets sets = Sets.open(files);
                    SetWriter writer = SetMerge.writer(dir.resolve("union.fpr"), false, sets)) {
                MergeResult merged = SetMerge.merge(sets, writer);
                DiffResult.DiffStep last =
                        SetDiff.diff(sets, 7).layouts().get(0).steps().get(SETS - 1);
                System.out.print("unique " + merged.union().layouts().get(0).uniqueChunkCount() + " shared "
                        + merged.overlaps().get(0).shares().get(3).commonBytes().get(SETS - 1) / CHUNK + " added "
                        + last.added().chunks() + " kept " + last.kept().chunks() + "\n");
            }
        }
    }
}
