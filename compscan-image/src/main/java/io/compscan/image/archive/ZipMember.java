package io.compscan.image.archive;

import io.compscan.core.source.StreamUnit;
import io.compscan.core.source.Unit;
import io.compscan.image.disk.RangeUnit;
import java.util.zip.ZipEntry;

/**
 * A file in a zip as a header describes it.
 *
 * @param name its name in the archive
 * @param method the number of the way in which it is packed
 * @param dataAt where its data begins
 * @param packedBytes the length of its data, not negative for {@link #unit}
 * @param sizeBytes its size
 */
record ZipMember(String name, int method, boolean isEncrypted, long dataAt, long packedBytes, long sizeBytes) {

    boolean isDirectory() {
        return name.endsWith("/");
    }

    /** Whether its data can be unpacked without its length. */
    boolean isDeflated() {
        return method == ZipEntry.DEFLATED && !isEncrypted;
    }

    /** The same file, of which the place and the sizes are known now. */
    ZipMember of(long at, long packed, long size) {
        return new ZipMember(name, method, isEncrypted, at, packed, size);
    }

    /** The unit; one that cannot be read if its data is packed in an unknown way, or does not lie in the archive. */
    Unit unit(Unit container) {
        RangeUnit.Pieces pieces = RangeUnit.Pieces.one(dataAt, packedBytes);
        if (isEncrypted) {
            return unreadable(container, "it is encrypted");
        }
        if (!pieces.fit(container.sizeBytes())) {
            return unreadable(container, "truncated: the archive ends within it");
        }
        RangeUnit stored = new RangeUnit(
                container, MemberName.of(container, name), MemberName.extensionOf(name), packedBytes, pieces);
        return switch (method) {
            case ZipEntry.STORED -> stored;
            case ZipEntry.DEFLATED ->
                new StreamUnit(stored.name(), stored.extension(), () -> Unpacking.DEFLATE.open(stored));
            default -> unreadable(container, "compressed by method " + method + ", which is not supported");
        };
    }

    /** A member in its place that cannot be read. */
    Unit unreadable(Unit container, String reason) {
        return new UnreadableMember(
                MemberName.of(container, name), MemberName.extensionOf(name), Math.max(0, sizeBytes), reason);
    }
}
