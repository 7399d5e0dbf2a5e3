package io.compscan.map.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.map.EntryCursor;
import io.compscan.map.RecordLayout;
import io.compscan.map.TableSpec;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An index that is read in several pieces finds what one in a single piece finds. */
final class BlockIndexTest {

    /** An index is read 64 KiB at a time, and an entry of it has 18 bytes where keys have 8. */
    private static final int BLOCKS = 2 * (64 * 1024 / 18) + 5;

    private static final int ENTRIES = BLOCKS * RunFormat.BLOCK_ENTRIES - 100;
    private static final int APART = 3;

    private static byte[] key(long number) {
        byte[] key = new byte[8];
        PackedBytes.putLead(key, 0, number);
        return key;
    }

    @Test
    void anIndexOfThreePieces(@TempDir Path directory) throws IOException {
        Path path = directory.resolve("long.run");
        try (SequentialRunWriter writer = SequentialRunWriter.create(path)) {
            writer.beginTable(TableSpec.of("long", 8, RecordLayout.of()));
            for (long i = 0; i < ENTRIES; i++) {
                writer.append(key(APART * i), 0, 1 + i % 5, new int[0]);
            }
            writer.endTable();
            writer.finish(new byte[0]);
        }
        try (RunReader run = RunReader.open(path)) {
            assertThat(run.tables().get(0).blockCount()).isEqualTo(BLOCKS);
            run.verify();
            for (long i = 0; i < ENTRIES; i += RunFormat.BLOCK_ENTRIES / 2) {
                assertThat(run.find(0, key(APART * i), 0, new int[0])).isEqualTo(1 + i % 5);
                assertThat(run.find(0, key(APART * i + 1), 0, new int[0])).isEqualTo(-1);
            }
            long last = ENTRIES - 1;
            try (EntryCursor end = run.cursor(0, key(APART * last - 1), null)) {
                assertThat(end.next()).isTrue();
                assertThat(end.key()).isEqualTo(key(APART * last));
                assertThat(end.next()).isFalse();
            }
        }
    }
}
