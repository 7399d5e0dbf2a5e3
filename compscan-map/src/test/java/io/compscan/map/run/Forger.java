package io.compscan.map.run;

import io.compscan.map.TableSummary;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;

/** Makes runs that are wrong inside while every checksum is right, as no accident would: what the parser must survive. */
final class Forger {

    private final byte[] original;
    private final Footer footer;
    private final List<List<byte[]>> blocks = new ArrayList<>();
    private final List<byte[]> indexes = new ArrayList<>();
    private final byte[] metadata;

    Forger(SmallRun run) throws IOException {
        original = run.bytes;
        long footerOffset = PackedBytes.getLong(original, original.length - RunFormat.TRAILER_BYTES);
        footer = Footer.decode(
                Arrays.copyOfRange(original, (int) footerOffset, original.length - RunFormat.TRAILER_BYTES),
                footerOffset);
        try (RunReader file = RunReader.open(run.path)) {
            metadata = file.metadata();
            for (int t = 0; t < footer.tables().size(); t++) {
                StoredTable table = footer.tables().get(t);
                BlockIndex index = file.table(t).index();
                List<byte[]> ofTable = new ArrayList<>();
                for (int b = 0; b < index.blocks(); b++) {
                    ofTable.add(slice(index.offset(b), index.bytes(b)));
                }
                blocks.add(ofTable);
                indexes.add(slice(table.indexOffset(), (int) (table.endOffset() - table.indexOffset())));
            }
        }
    }

    private byte[] slice(long at, int length) {
        return Arrays.copyOfRange(original, (int) at, (int) at + length);
    }

    /** Another file: one or a few changes in one of its parts, then every checksum made to match, save now and then one. */
    byte[] forge(Random random) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(Arrays.copyOf(original, RunFormat.HEADER_BYTES));
        int part = random.nextInt(4);
        int victim = random.nextInt(footer.tables().size());
        List<StoredTable> tables = new ArrayList<>();
        for (int t = 0; t < footer.tables().size(); t++) {
            tables.add(writeTable(out, t, t == victim ? part : -1, random));
        }
        out.writeBytes(metadata);
        int footerOffset = out.size();
        byte[] end = new Footer(tables, metadata.length, RunFormat.checksum(metadata, 0, metadata.length)).encode();
        if (part == 2) {
            end = mutate(end, random);
        }
        out.writeBytes(end);
        byte[] trailer = new byte[RunFormat.TRAILER_BYTES];
        PackedBytes.putLong(trailer, 0, footerOffset);
        PackedBytes.putInt(trailer, 8, end.length);
        PackedBytes.putInt(trailer, 12, RunFormat.checksum(end, 0, end.length));
        PackedBytes.putInt(trailer, 16, RunFormat.VERSION);
        PackedBytes.putLong(trailer, 24, RunFormat.END_MAGIC);
        if (part == 3) {
            trailer = mutate(trailer, random);
            PackedBytes.putLong(trailer, 24, RunFormat.END_MAGIC);
        }
        PackedBytes.putInt(trailer, 20, RunFormat.checksum(trailer, 0, 20));
        out.writeBytes(trailer);
        return out.toByteArray();
    }

    private StoredTable writeTable(ByteArrayOutputStream out, int t, int part, Random random) {
        StoredTable table = footer.tables().get(t);
        int keyBytes = table.spec().keyBytes();
        int entryBytes = RunFormat.indexEntryBytes(keyBytes);
        long offset = out.size();
        byte[] index = indexes.get(t).clone();
        CRC32C all = new CRC32C();
        int blockCount = blocks.get(t).size();
        int wrong = blockCount == 0 ? -1 : random.nextInt(blockCount);
        for (int b = 0; b < blockCount; b++) {
            byte[] block = blocks.get(t).get(b);
            if (part == 0 && b == wrong) {
                block = mutate(block, random);
                if (random.nextInt(4) == 0) {
                    // Of another length, and says so.
                    block = Arrays.copyOf(
                            block, Math.max(RunFormat.BLOCK_HEADER_BYTES, random.nextInt(2 * block.length)));
                    PackedBytes.putInt(block, BlockDecoder.BYTES_AT, block.length);
                }
            }
            int checksum = BlockDecoder.checksum(new CRC32C(), out.size(), block, 0, block.length);
            PackedBytes.putInt(block, BlockDecoder.CHECKSUM_AT, checksum);
            all.update(block, BlockDecoder.CHECKSUM_AT, 4);
            PackedBytes.putInt(index, b * entryBytes + keyBytes, block.length);
            PackedBytes.putInt(index, b * entryBytes + keyBytes + 4, checksum);
            out.writeBytes(block);
        }
        long blocksBytes = out.size() - offset;
        if (part == 1 && index.length > 0) {
            index = mutate(index, random);
        }
        out.writeBytes(index);
        boolean shorter = part == 1 && index.length > 0 && random.nextInt(4) == 0;
        TableSummary summary = table.summary();
        TableSummary forged = new TableSummary(
                table.spec(),
                summary.entryCount(),
                summary.references(),
                summary.firstKey(),
                summary.lastKey(),
                blockCount - (shorter ? 1 : 0),
                blocksBytes + index.length);
        return new StoredTable(
                forged, offset, blocksBytes, (int) all.getValue(), RunFormat.checksum(index, 0, index.length));
    }

    /** A copy with some bits, bytes or numbers changed, extreme numbers more often than others. */
    static byte[] mutate(byte[] bytes, Random random) {
        byte[] copy = bytes.clone();
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(random.nextBoolean() ? copy.length : Math.min(copy.length, 48));
            switch (random.nextInt(4)) {
                case 0 -> copy[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> copy[at] = (byte) random.nextInt();
                case 2 -> copy[at] = new byte[] {0, -1, 1, 127, -128, 56, 57, 63, 64}[random.nextInt(9)];
                default -> {
                    int width = Math.min(1 << random.nextInt(4), copy.length - at);
                    long value =
                            new long[] {0, -1, Long.MAX_VALUE, Integer.MAX_VALUE, random.nextLong()}[random.nextInt(5)];
                    for (int b = 0; b < width; b++) {
                        copy[at + b] = (byte) (value >>> (8 * b));
                    }
                }
            }
        }
        return copy;
    }
}
