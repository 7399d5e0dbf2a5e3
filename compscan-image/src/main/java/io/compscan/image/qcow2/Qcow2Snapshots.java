package io.compscan.image.qcow2;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.compscan.core.source.PathName;
import io.compscan.image.disk.ImageFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The table of internal snapshots.
 *
 * <pre>
 *   0 level-1 table, offset   8 its entries   12 length of the id   14 length of the name   36 length of the extra data
 *   40 extra data (8 size of the disk)   then the id, the name, and padding to a multiple of 8
 * </pre>
 */
final class Qcow2Snapshots {

    private static final int FIXED_BYTES = 40;
    private static final int MAX_EXTRA_BYTES = 1024;

    private Qcow2Snapshots() {}

    /**
     * The disk at one time.
     *
     * @param l1Offset where its level-1 table begins
     * @param sizeBytes its size
     */
    record Snapshot(long l1Offset, long sizeBytes) {}

    /** The snapshot of this name, or else of this id. */
    static Snapshot find(ImageFile file, Qcow2Header header, String wanted) throws IOException {
        List<String> names = new ArrayList<>();
        Snapshot byId = null;
        long at = header.snapshotsOffset();
        for (long i = 0; i < header.snapshotCount(); i++) {
            int idBytes = file.u16(at + 12, BIG_ENDIAN);
            int nameBytes = file.u16(at + 14, BIG_ENDIAN);
            long extraBytes = file.u32(at + 36, BIG_ENDIAN);
            if (extraBytes > MAX_EXTRA_BYTES) {
                throw new IOException("damaged: a snapshot with " + extraBytes + " bytes of extra data");
            }
            long texts = at + FIXED_BYTES + extraBytes;
            String id = text(file, texts, idBytes);
            String name = text(file, texts + idBytes, nameBytes);
            if (name.equals(wanted) || id.equals(wanted)) {
                long size = extraBytes >= 16 ? file.u64(at + FIXED_BYTES + 8, BIG_ENDIAN) : header.sizeBytes();
                Snapshot found = new Snapshot(file.u64(at, BIG_ENDIAN), size);
                header.checkTable(file, size, found.l1Offset(), file.u32(at + 8, BIG_ENDIAN));
                if (name.equals(wanted)) {
                    return found;
                }
                byId = found;
            }
            if (names.size() < 5) {
                names.add(PathName.of(name));
            }
            at = texts + idBytes + nameBytes;
            at = (at + 7) / 8 * 8;
        }
        if (byId != null) {
            return byId;
        }
        throw new IOException("no snapshot \"" + PathName.of(wanted) + "\""
                + (names.isEmpty() ? "; it has none" : "; there are: " + String.join(", ", names)));
    }

    private static String text(ImageFile file, long offset, int length) throws IOException {
        return new String(file.bytes(offset, length), StandardCharsets.UTF_8);
    }
}
