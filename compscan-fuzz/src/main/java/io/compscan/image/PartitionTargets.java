package io.compscan.image;

import io.compscan.core.source.Siblings;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.View;
import io.compscan.core.source.view.Views;
import io.compscan.fuzz.FuzzTarget;
import io.compscan.fuzz.FuzzTargets;
import io.compscan.testing.FuzzBytes;
import io.compscan.testing.Survival;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32;

/** Partition tables and physical volumes: the input is the beginning of a disk, and zeros follow. The checksums of a GPT are corrected. */
public final class PartitionTargets implements FuzzTargets {

    private static final int SECTOR = 512;
    private static final long DISK_BYTES = 24 << 20;
    private static final int ENTRY_BYTES = 128;
    private static final int FEW_ENTRIES = 8;

    /** For the service loader. */
    public PartitionTargets() {}

    @Override
    public List<FuzzTarget> all() {
        return List.of(new FuzzTarget("partitions", () -> List.of(gpt(), mbr(), lvm()), PartitionTargets::run));
    }

    private static void run(byte[] input) {
        View view = Objects.requireNonNull(Views.load().named("partitions"));
        Beginning disk = new Beginning(input.clone());
        mendGpt(disk.bytes);
        Survival.of(FuzzTarget.brief(input), IOException.class, () -> {
            FuzzBytes decisions =
                    new FuzzBytes(Arrays.copyOfRange(input, Math.max(0, input.length - 64), input.length));
            for (Unit unit : view.look(disk, Siblings.NONE, null).units()) {
                Fuzz.read(unit, decisions);
            }
            return true;
        });
    }

    private static void mendGpt(byte[] bytes) {
        if (bytes.length < 2 * SECTOR || bytes[SECTOR] != 'E') {
            return;
        }
        ByteBuffer all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        long from = all.getLong(SECTOR + 72) * SECTOR;
        long length = (long) all.getInt(SECTOR + 80) * all.getInt(SECTOR + 84);
        if (from >= 0 && length >= 0 && from <= bytes.length - length) {
            all.putInt(SECTOR + 88, crc(bytes, (int) from, (int) length));
        }
        all.putInt(SECTOR + 16, 0);
        int headerBytes = all.getInt(SECTOR + 12);
        if (headerBytes > 0 && headerBytes <= SECTOR) {
            all.putInt(SECTOR + 16, crc(bytes, SECTOR, headerBytes));
        }
    }

    private static int crc(byte[] bytes, int from, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    /** A table of eight entries, two of them in use. */
    private static byte[] gpt() {
        ByteBuffer all =
                ByteBuffer.allocate(2 * SECTOR + FEW_ENTRIES * ENTRY_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        all.put(446 + 4, (byte) 0xee).putInt(446 + 8, 1).putInt(446 + 12, -1).putShort(510, (short) 0xaa55);
        all.put(SECTOR, "EFI PART".getBytes(StandardCharsets.US_ASCII))
                .putInt(SECTOR + 8, 0x10000)
                .putInt(SECTOR + 12, 92);
        all.putLong(SECTOR + 24, 1).putLong(SECTOR + 32, DISK_BYTES / SECTOR - 1);
        all.putLong(SECTOR + 40, 34).putLong(SECTOR + 48, DISK_BYTES / SECTOR - 34);
        all.putLong(SECTOR + 72, 2).putInt(SECTOR + 80, FEW_ENTRIES).putInt(SECTOR + 84, ENTRY_BYTES);
        for (int i = 0; i < 2; i++) {
            int entry = 2 * SECTOR + i * ENTRY_BYTES;
            all.putLong(entry, 0x4c1b2a3d5e6f7788L).putLong(entry + 16, i + 1);
            all.putLong(entry + 32, 2048L * (i + 1)).putLong(entry + 40, 2048L * (i + 1) + 1023);
        }
        return all.array();
    }

    /** An extended partition with two logical ones. */
    private static byte[] mbr() {
        ByteBuffer all = ByteBuffer.allocate(16 * SECTOR).order(ByteOrder.LITTLE_ENDIAN);
        entry(all, 0, 0, 0x83, 100, 50);
        entry(all, 0, 1, 5, 1, 90);
        entry(all, 1, 0, 0x83, 1, 10);
        entry(all, 1, 1, 5, 12, 30);
        entry(all, 13, 0, 0x83, 1, 10);
        return all.array();
    }

    private static void entry(ByteBuffer all, int sector, int number, int type, int start, int count) {
        int at = sector * SECTOR + 446 + 16 * number;
        all.put(at + 4, (byte) type).putInt(at + 8, start).putInt(at + 12, count);
        all.putShort(sector * SECTOR + 510, (short) 0xaa55);
    }

    private static byte[] lvm() {
        String uuid = "AbCdEfGhIjKlMnOpQrStUvWxYz012345";
        String text = """
                vg {
                extent_size = 2048
                physical_volumes { pv0 { id = "%s" pe_start = 2048 } }
                logical_volumes { root { segment_count = 1 segment1 {
                start_extent = 0 extent_count = 2 type = "striped" stripe_count = 1 stripes = ["pv0", 2] } } }
                }
                """.formatted(uuid);
        byte[] description = text.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer all = ByteBuffer.allocate(4096 + 1024 + description.length).order(ByteOrder.LITTLE_ENDIAN);
        all.put(SECTOR, "LABELONE".getBytes(StandardCharsets.US_ASCII)).putInt(SECTOR + 20, 32);
        all.put(SECTOR + 24, "LVM2 001".getBytes(StandardCharsets.US_ASCII));
        int header = SECTOR + 32;
        all.put(header, uuid.getBytes(StandardCharsets.US_ASCII)).putLong(header + 32, DISK_BYTES);
        all.putLong(header + 40, 1 << 20).putLong(header + 72, 4096).putLong(header + 80, (1 << 20) - 4096);
        all.putLong(4096 + 24, 4096).putLong(4096 + 32, (1 << 20) - 4096).putLong(4096 + 40, 1024);
        all.putLong(4096 + 48, description.length).put(4096 + 1024, description);
        return all.array();
    }

    /** A disk that begins with these bytes; the rest is zeros. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Beginning(byte[] bytes) implements Unit {

        @Override
        public String name() {
            return "disk";
        }

        @Override
        public String extension() {
            return "";
        }

        @Override
        public long sizeBytes() {
            return DISK_BYTES;
        }

        @Override
        public UnitChannel open() {
            return new UnitChannel() {
                @Override
                public int read(long position, byte[] to, int offset, int wanted) {
                    if (position >= DISK_BYTES) {
                        return -1;
                    }
                    int count = (int) Math.min(wanted, DISK_BYTES - position);
                    Arrays.fill(to, offset, offset + count, (byte) 0);
                    if (position < bytes.length) {
                        int known = (int) Math.min(count, bytes.length - position);
                        System.arraycopy(bytes, (int) position, to, offset, known);
                    }
                    return count;
                }

                @Override
                public void close() {}
            };
        }
    }
}
