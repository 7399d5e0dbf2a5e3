package io.compscan.image.archive;

import io.compscan.core.source.StreamUnit;
import io.compscan.core.source.Unit;
import io.compscan.image.disk.RangeUnit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.ZipEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;

/** The files in a zip archive. */
final class ZipMembers {

    private ZipMembers() {}

    static List<Unit> of(Unit container) throws IOException {
        try (ArchiveChannel channel = new ArchiveChannel(container);
                ZipFile zip = ZipFile.builder().setSeekableByteChannel(channel).get()) {
            List<Unit> members = new ArrayList<>();
            for (ZipArchiveEntry entry : Collections.list(zip.getEntriesInPhysicalOrder())) {
                if (entry.isDirectory() || entry.isUnixSymlink()) {
                    continue;
                }
                if (members.size() == TarMembers.MAX_MEMBERS) {
                    throw new IOException("more than " + TarMembers.MAX_MEMBERS + " files");
                }
                members.add(member(container, entry));
            }
            return members;
        }
    }

    private static Unit member(Unit container, ZipArchiveEntry entry) {
        String name = MemberName.of(container, entry.getName());
        String extension = MemberName.extensionOf(entry.getName());
        long offset = entry.getDataOffset();
        long packed = entry.getCompressedSize();
        String problem = null;
        if (entry.getGeneralPurposeBit().usesEncryption()) {
            problem = "it is encrypted";
        } else if (offset < 0 || packed < 0 || offset > container.sizeBytes() - packed) {
            problem = "truncated: the archive ends within it";
        } else if (entry.getMethod() != ZipEntry.STORED && entry.getMethod() != ZipEntry.DEFLATED) {
            problem = "compressed by method " + entry.getMethod() + ", which is not supported";
        }
        if (problem != null) {
            return new UnreadableMember(name, extension, Math.max(0, entry.getSize()), problem);
        }
        RangeUnit.Pieces pieces = RangeUnit.Pieces.one(offset, packed);
        RangeUnit stored = new RangeUnit(container, name, extension, packed, pieces);
        return entry.getMethod() == ZipEntry.STORED
                ? stored
                : new StreamUnit(name, extension, () -> Unpacking.DEFLATE.open(stored));
    }
}
