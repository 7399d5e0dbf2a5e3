package io.compscan.image.archive;

import io.compscan.core.source.Unit;
import io.compscan.image.disk.RangeUnit;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * A file in a zip as a header describes it.
 *
 * @param name its name in the archive
 * @param method the number of the way in which it is packed
 * @param dataAt where its data begins
 * @param packedBytes the length of its data, not negative for {@link #unit}
 * @param sizeBytes its size
 * @param crc32 its checksum; negative if it is not known
 */
record ZipMember(
        String name, int method, boolean isEncrypted, long dataAt, long packedBytes, long sizeBytes, long crc32) {

    private static final int DEFLATE64 = 9;
    private static final int BZIP2 = 12;
    private static final int LZMA = 14;
    /** The number of Zstandard in the first edition of the specification that had it. */
    private static final int EARLY_ZSTD = 20;

    private static final int ZSTD = 93;
    private static final int XZ = 95;

    boolean isDirectory() {
        return name.endsWith("/");
    }

    /** Whether its data can be unpacked without its length. */
    boolean isDeflated() {
        return method == ZipEntry.DEFLATED && !isEncrypted;
    }

    /** The same file, of which the place and the sizes are known now. */
    ZipMember of(long at, long packed, long size) {
        return new ZipMember(name, method, isEncrypted, at, packed, size, crc32);
    }

    /**
     * The unit; one that cannot be read if its data is packed in an unknown way, or does not lie in the archive.
     *
     * @param bounds the bounds for all files of the archive
     */
    Unit unit(Unit container, UnpackBounds bounds) {
        RangeUnit.Pieces pieces = RangeUnit.Pieces.one(dataAt, packedBytes);
        if (isEncrypted) {
            return unreadable(container, "it is encrypted");
        }
        if (!pieces.fit(container.sizeBytes())) {
            return unreadable(container, "truncated: the archive ends within it");
        }
        RangeUnit stored = new RangeUnit(
                container, MemberName.of(container, name), MemberName.extensionOf(name), packedBytes, pieces);
        if (method == ZipEntry.STORED) {
            return crc32 < 0 ? stored : new CheckedUnit(stored, crc32);
        }
        Unpacking how = how();
        if (how == null) {
            return unreadable(container, "compressed by method " + method + ", which is not supported");
        }
        PackedUnit.Check check = crc32 < 0 || sizeBytes < 0 ? null : new PackedUnit.Check(sizeBytes, crc32);
        return new PackedUnit(stored.name(), stored.extension(), stored, how, bounds, check);
    }

    private @Nullable Unpacking how() {
        return switch (method) {
            case ZipEntry.DEFLATED -> Unpacking.DEFLATE;
            case DEFLATE64 -> Unpacking.DEFLATE64;
            case BZIP2 -> Unpacking.BZIP2;
            case LZMA -> Unpacking.ZIP_LZMA;
            case EARLY_ZSTD, ZSTD -> Unpacking.ZSTD;
            case XZ -> Unpacking.XZ;
            default -> null;
        };
    }

    /** A member in its place that cannot be read. */
    Unit unreadable(Unit container, String reason) {
        return new UnreadableMember(
                MemberName.of(container, name), MemberName.extensionOf(name), Math.max(0, sizeBytes), reason);
    }
}
