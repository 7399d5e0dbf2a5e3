package io.compscan.map.run;

import io.compscan.fuzz.FuzzTarget;
import io.compscan.fuzz.FuzzTargets;
import io.compscan.fuzz.Scratch;
import io.compscan.testing.FuzzBytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Runs, the files of sets, checkpoints and spilled indexes. */
public final class RunTargets implements FuzzTargets {

    private final Path path = Scratch.directory().resolve("fuzz.run");

    /** For the service loader. */
    public RunTargets() {}

    @Override
    public List<FuzzTarget> all() {
        return List.of(
                new FuzzTarget("run", () -> List.of(new SmallRun(path).bytes), this::bytes),
                new FuzzTarget("run-forged", () -> FuzzTarget.decisions(4), new Forged()::decisions));
    }

    /** Any bytes, with the checksums of the header, the footer and the trailer that belong to them. */
    private void bytes(byte[] input) {
        byte[] bytes = input.clone();
        mend(bytes);
        AnyRun.survives(FuzzTarget.brief(input), path, bytes);
    }

    private static void mend(byte[] bytes) {
        int trailer = bytes.length - RunFormat.TRAILER_BYTES;
        if (trailer < RunFormat.HEADER_BYTES) {
            return;
        }
        PackedBytes.putInt(bytes, 12, RunFormat.checksum(bytes, 0, 12));
        long footer = PackedBytes.getLong(bytes, trailer);
        int footerBytes = PackedBytes.getInt(bytes, trailer + 8);
        if (footer >= RunFormat.HEADER_BYTES && footerBytes >= 0 && footer <= trailer - (long) footerBytes) {
            PackedBytes.putInt(bytes, trailer + 12, RunFormat.checksum(bytes, (int) footer, footerBytes));
            mendIndexes(bytes, (int) footer, footerBytes);
            PackedBytes.putInt(bytes, trailer + 12, RunFormat.checksum(bytes, (int) footer, footerBytes));
        }
        PackedBytes.putInt(bytes, trailer + 20, RunFormat.checksum(bytes, trailer, 20));
    }

    /** Corrects the checksums of the blocks, and the copies of them in the indexes, for the bytes of the file. */
    private static void mendIndexes(byte[] bytes, int footerOffset, int footerBytes) {
        try {
            Footer footer =
                    Footer.decode(Arrays.copyOfRange(bytes, footerOffset, footerOffset + footerBytes), footerOffset);
            List<StoredTable> tables =
                    footer.tables().stream().map(table -> mended(bytes, table)).toList();
            int metadataOffset = footerOffset - footer.metadataBytes();
            int metadataChecksum = RunFormat.checksum(bytes, metadataOffset, footer.metadataBytes());
            byte[] encoded = new Footer(tables, footer.metadataBytes(), metadataChecksum).encode();
            System.arraycopy(encoded, 0, bytes, footerOffset, Math.min(encoded.length, footerBytes));
        } catch (RuntimeException e) {
            // The reader refuses such a footer, whatever its checksum.
        }
    }

    private static StoredTable mended(byte[] bytes, StoredTable table) {
        int entryBytes = RunFormat.indexEntryBytes(table.spec().keyBytes());
        int index = (int) table.indexOffset();
        int at = (int) table.offset();
        CRC32C all = new CRC32C();
        for (long b = 0; b < table.summary().blockCount(); b++) {
            int entry = index + (int) b * entryBytes + table.spec().keyBytes();
            int length = PackedBytes.getInt(bytes, entry);
            int checksum = BlockDecoder.checksum(new CRC32C(), at, bytes, at, length);
            PackedBytes.putInt(bytes, at + BlockDecoder.CHECKSUM_AT, checksum);
            PackedBytes.putInt(bytes, entry + Integer.BYTES, checksum);
            all.update(bytes, at + BlockDecoder.CHECKSUM_AT, Integer.BYTES);
            at += length;
        }
        return new StoredTable(
                table.summary(),
                table.offset(),
                table.blocksBytes(),
                (int) all.getValue(),
                RunFormat.checksum(bytes, index, (int) (table.endOffset() - index)));
    }

    /** Damages one part of a sound run; see {@link Forger}. */
    private final class Forged {

        private @Nullable Forger forger;

        void decisions(byte[] input) throws IOException {
            if (forger == null) {
                forger = new Forger(new SmallRun(path));
            }
            AnyRun.survives(FuzzTarget.brief(input), path, forger.forge(new FuzzBytes(input)));
        }
    }
}
