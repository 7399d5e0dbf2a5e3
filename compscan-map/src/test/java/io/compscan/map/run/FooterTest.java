package io.compscan.map.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.map.RunFormatException;
import io.compscan.map.TableSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A footer whose checksum is right, and whose numbers are not, is refused. */
final class FooterTest {

    @TempDir
    private Path directory;

    private SmallRun run;
    private long footerOffset;
    private Footer footer;

    @BeforeEach
    void writeRun() throws IOException {
        run = new SmallRun(directory.resolve("forged.run"));
        int trailer = run.bytes.length - RunFormat.TRAILER_BYTES;
        footerOffset = PackedBytes.getLong(run.bytes, trailer);
        footer = Footer.decode(Arrays.copyOfRange(run.bytes, (int) footerOffset, trailer), footerOffset);
    }

    /** The numbers of a table, to change one of them. */
    private static final class Numbers {
        private final long entries;
        private final long references;
        private final byte[] firstKey;
        private final byte[] lastKey;
        private final long blocks;
        private final long blocksBytes;

        Numbers(long entries, long references, byte[] firstKey, byte[] lastKey, long blocks, long blocksBytes) {
            this.entries = entries;
            this.references = references;
            this.firstKey = firstKey;
            this.lastKey = lastKey;
            this.blocks = blocks;
            this.blocksBytes = blocksBytes;
        }

        static Numbers of(StoredTable table) {
            TableSummary summary = table.summary();
            return new Numbers(
                    summary.entryCount(),
                    summary.references(),
                    summary.firstKey(),
                    summary.lastKey(),
                    summary.blockCount(),
                    table.blocksBytes());
        }

        Numbers withEntries(long changed) {
            return new Numbers(changed, references, firstKey, lastKey, blocks, blocksBytes);
        }

        Numbers withReferences(long changed) {
            return new Numbers(entries, changed, firstKey, lastKey, blocks, blocksBytes);
        }

        Numbers withKeys(byte[] first, byte[] last) {
            return new Numbers(entries, references, first, last, blocks, blocksBytes);
        }

        Numbers withBlocks(long changed, long bytes) {
            return new Numbers(entries, references, firstKey, lastKey, changed, bytes);
        }
    }

    /** The footer with other numbers for its first table. */
    private Footer forged(UnaryOperator<Numbers> change) {
        List<StoredTable> tables = new ArrayList<>(footer.tables());
        StoredTable table = tables.get(0);
        Numbers now = change.apply(Numbers.of(table));
        TableSummary summary = new TableSummary(
                table.spec(),
                now.entries,
                now.references,
                now.firstKey,
                now.lastKey,
                now.blocks,
                table.summary().bytes());
        tables.set(
                0,
                new StoredTable(
                        summary, table.offset(), now.blocksBytes, table.blocksChecksum(), table.indexChecksum()));
        return new Footer(tables, footer.metadataBytes(), footer.metadataChecksum());
    }

    private void assertRefused(String message, UnaryOperator<Numbers> change) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Footer.decode(forged(change).encode(), footerOffset))
                .withMessage(message);
    }

    @Test
    void countsThatAreNegative() {
        assertRefused("a negative count", now -> now.withEntries(-1));
        assertRefused("a negative count", now -> now.withReferences(-1));
    }

    @Test
    void lengthsThatAreTooLong() {
        long room = footerOffset - RunFormat.HEADER_BYTES;
        assertRefused("the length of the blocks", now -> now.withBlocks(now.blocks, -1));
        assertRefused("the length of the blocks", now -> now.withBlocks(now.blocks, room + 1));
        assertRefused("the number of blocks", now -> now.withBlocks(-1, now.blocksBytes));
        long left = (room - footer.tables().get(0).blocksBytes()) / RunFormat.indexEntryBytes(20);
        assertRefused("the number of blocks", now -> now.withBlocks(left + 1, now.blocksBytes));
    }

    @Test
    void entriesThatDoNotFitTheirBlocks() {
        String message = "entries, blocks and bytes do not go together";
        long blocks = footer.tables().get(0).summary().blockCount();
        assertRefused(message, now -> now.withEntries(blocks - 1));
        assertRefused(message, now -> now.withEntries(blocks * RunFormat.BLOCK_ENTRIES + 1));
        assertRefused(message, now -> now.withBlocks(now.blocks, blocks * RunFormat.BLOCK_HEADER_BYTES - 1));
        // The room of one more block of the index: that is not yet what the lengths do not add up to.
        assertRefused(message, now -> now.withBlocks(0, now.blocksBytes));
        String sum = "the lengths of tables and metadata do not add up";
        assertRefused(sum, now -> now.withBlocks(now.blocks, now.blocksBytes - 1));
        assertRefused(sum, now -> now.withBlocks(now.blocks, blocks * RunFormat.BLOCK_HEADER_BYTES));
    }

    @Test
    void metadataThatDoNotFit() {
        Footer longer = new Footer(footer.tables(), footer.metadataBytes() + 1, footer.metadataChecksum());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Footer.decode(longer.encode(), footerOffset))
                .withMessage("the lengths of tables and metadata do not add up");
        int most = RunFormat.MAX_METADATA_BYTES;
        Footer tooLong = new Footer(footer.tables(), most + 1, 0);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Footer.decode(tooLong.encode(), footer.metadataOffset() + most + 1))
                .withMessage("the length of the metadata");
        Footer negative = new Footer(List.of(), -1, 0);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Footer.decode(negative.encode(), negative.metadataOffset() - 1))
                .withMessage("the length of the metadata");
        assertThat(Footer.decode(new Footer(footer.tables(), most, 7).encode(), footer.metadataOffset() + most)
                        .metadataBytes())
                .isEqualTo(most);
    }

    @Test
    void bytesBehindTheFooter() {
        byte[] encoded = footer.encode();
        assertThat(Footer.decode(encoded, footerOffset).encode()).isEqualTo(encoded);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Footer.decode(Arrays.copyOf(encoded, encoded.length + 1), footerOffset))
                .withMessage("bytes behind its end");
        for (int length = 0; length < encoded.length; length++) {
            byte[] cut = Arrays.copyOf(encoded, length);
            assertThatIllegalArgumentException().isThrownBy(() -> Footer.decode(cut, footerOffset));
        }
    }

    /** Writes the run with another footer of the same length, and with checksums that are right. */
    private void write(Footer other) throws IOException {
        byte[] encoded = other.encode();
        byte[] bytes = run.bytes.clone();
        int trailer = bytes.length - RunFormat.TRAILER_BYTES;
        assertThat(encoded).hasSize(trailer - (int) footerOffset);
        System.arraycopy(encoded, 0, bytes, (int) footerOffset, encoded.length);
        PackedBytes.putInt(bytes, trailer + 12, RunFormat.checksum(encoded, 0, encoded.length));
        PackedBytes.putInt(bytes, trailer + 20, RunFormat.checksum(bytes, trailer, 20));
        Files.write(run.path, bytes);
    }

    @Test
    void verifyComparesTheSumsWithTheEntries() throws IOException {
        write(footer);
        try (RunReader file = RunReader.open(run.path)) {
            assertThatCode(file::verify).doesNotThrowAnyException();
        }
        byte[] wrong = new byte[20];
        for (UnaryOperator<Numbers> change : List.<UnaryOperator<Numbers>>of(
                now -> now.withReferences(now.references + 1),
                now -> now.withReferences(0),
                now -> now.withKeys(wrong, now.lastKey),
                now -> now.withKeys(now.firstKey, wrong))) {
            write(forged(change));
            try (RunReader file = RunReader.open(run.path)) {
                assertThatThrownBy(file::verify).isInstanceOf(RunFormatException.class);
            }
        }
    }
}
