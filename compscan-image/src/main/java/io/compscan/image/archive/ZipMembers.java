package io.compscan.image.archive;

import io.compscan.core.source.Unit;
import java.io.IOException;
import java.util.List;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;

/**
 * The files in a zip archive; links and directories have no bytes.
 *
 * <p>The directory at the end tells of all files. Where it is missing or damaged, as in an archive that was cut off, the headers in front
 * of the files tell of them.
 */
final class ZipMembers {

    private ZipMembers() {}

    static List<Unit> of(Unit container, UnpackBounds bounds) throws IOException {
        try (ArchiveBytes bytes = new ArchiveBytes(container)) {
            ZipDirectory directory = ZipDirectory.of(bytes);
            if (directory.damage() != null) {
                return new ZipWalk(container, bytes, directory.damage(), bounds).members();
            }
            MemberList members = new MemberList(container);
            long end = 0;
            // They come in the order of their places.
            for (ZipArchiveEntry entry : directory.entries()) {
                long at = entry.getLocalHeaderOffset();
                if (at < end) {
                    throw new IOException("its files overlap, as in an archive made to unpack without end");
                }
                if (at <= bytes.sizeBytes() - ZipHeader.BYTES) {
                    end = at
                            + ZipHeader.BYTES
                            + Math.min(Math.max(0, entry.getCompressedSize()), bytes.sizeBytes() - at);
                }
                if (!entry.isDirectory() && !entry.isUnixSymlink()) {
                    members.add(unit(container, bytes, entry, bounds));
                }
            }
            return members.all();
        }
    }

    /** The file of an entry. Its own header tells where its data begins. */
    private static Unit unit(Unit container, ArchiveBytes bytes, ZipArchiveEntry entry, UnpackBounds bounds)
            throws IOException {
        ZipMember member = new ZipMember(
                nameOf(entry),
                entry.getMethod(),
                entry.getGeneralPurposeBit().usesEncryption(),
                -1,
                entry.getCompressedSize(),
                entry.getSize(),
                entry.getCrc());
        long at = entry.getLocalHeaderOffset();
        if (at < 0 || at > bytes.sizeBytes() - ZipHeader.BYTES) {
            return member.unreadable(container, "truncated: the archive ends before it");
        }
        ZipHeader header;
        try {
            header = ZipHeader.at(bytes, at);
        } catch (UnreadablePlace e) {
            return member.unreadable(container, "unreadable header: " + e.getMessage());
        }
        return header == null
                ? member.unreadable(container, "damaged header")
                : member.of(header.dataAt(), member.packedBytes(), member.sizeBytes())
                        .unit(container, bounds);
    }

    private static String nameOf(ZipArchiveEntry entry) {
        byte[] name = entry.getRawName();
        boolean isUtf8 = entry.getGeneralPurposeBit().usesUTF8ForNames();
        return isUtf8 || name == null ? entry.getName() : ZipHeader.nameOf(entry, name);
    }
}
