package io.compscan.core.fold.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.SmallHeap;
import io.compscan.result.Ledger;
import io.compscan.result.TypeTotals;
import io.compscan.testing.Slow;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A ledger of far more files, directories, images and chunks than the heap of its process could hold. */
@Timeout(300)
@Slow
class LedgerMemoryTest {

    private static final int FILES = 600_000;
    private static final int CHUNKS_PER_FILE = 4;
    private static final int CHUNK_BYTES = 4096;

    @TempDir
    private Path dir;

    @Test
    void memoryDoesNotDependOnTheData() throws Exception {
        String printed = SmallHeap.run("64m", dir.resolve("log"), Child.class);
        // 60,000 directories in 200, in the path: with the 120,000 in these there would be too many.
        assertThat(printed)
                .isEqualTo("depth 2 directories 60201 machines 16384 files " + FILES + " attributed "
                        + Child.uniqueBytes() + " few pairs true\n");
    }

    /** What runs in the small heap. */
    static final class Child {
        private Child() {}

        /** Every fourth chunk of a file is one of those that the first files have. */
        static long keyOf(int file, int chunk) {
            long number = chunk == 0 ? file % 1000 : (long) file * CHUNKS_PER_FILE + chunk;
            return DirectoryNode.hash(number, "");
        }

        static long uniqueBytes() {
            return CHUNK_BYTES * (1000 + (long) FILES * (CHUNKS_PER_FILE - 1));
        }

        public static void main(String[] args) {
            LedgerRecorder recorder = new LedgerRecorder(List.of("/data"), "/", LedgerLimits.DEFAULT);
            for (int file = 0; file < FILES; file++) {
                int directory = file / 5;
                String extension = file % 10 == 0 ? "qcow2" : "t" + file % 7;
                String name = "/data/some-company-" + directory % 200 + "/a-project-with-a-long-name-"
                        + directory % 60_000 + "/part-" + directory + "/a-file-with-a-long-name-" + file + "."
                        + extension;
                Account account = recorder.open(name, extension, extension);
                account.addFile();
                for (int chunk = 0; chunk < CHUNKS_PER_FILE; chunk++) {
                    account.addScanned(CHUNK_BYTES);
                    long key = keyOf(file, chunk);
                    if (Long.compareUnsigned(key, recorder.maxKey()) <= 0) {
                        recorder.add(key, account);
                    }
                }
            }
            // As a checkpoint does, and a scan that goes on from it.
            String saved = recorder.save();
            recorder = new LedgerRecorder(List.of("/data"), "/", LedgerLimits.DEFAULT);
            recorder.restore(saved);
            saved = "";
            LedgerBuilder posting = recorder.post();
            for (int file = 0; file < FILES; file++) {
                for (int chunk = file < 1000 ? 0 : 1; chunk < CHUNKS_PER_FILE; chunk++) {
                    long key = keyOf(file, chunk);
                    if (Long.compareUnsigned(key, posting.maxKey()) <= 0) {
                        posting.visit(key, CHUNK_BYTES, CHUNK_BYTES);
                    }
                }
            }
            long bytes = (long) FILES * CHUNKS_PER_FILE * CHUNK_BYTES;
            Ledger ledger = posting.ledger(
                    new StoredTotals("fixed:4096", "none", bytes, uniqueBytes(), uniqueBytes(), -1L, 0),
                    List.of(new TypeTotals("", FILES, bytes, List.of(0L))),
                    0);
            Ledger.Charge whole = ledger.directories().get(0).charge();
            System.out.println("depth " + ledger.directoryDepth() + " directories "
                    + ledger.directories().size() + " machines "
                    + ledger.machines().size() + " files "
                    + whole.fileCount() + " attributed " + whole.attributedBytes() + " few pairs "
                    + (saved.isEmpty() && ledger.sampledChunkCount() > 1 << 12));
        }
    }
}
