package io.compscan.image.archive;

import io.compscan.core.source.Unit;
import io.compscan.image.disk.RangeUnit;
import java.io.IOException;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveStructSparse;
import org.jspecify.annotations.Nullable;

/**
 * A member as its headers describe it.
 *
 * @param unit the file; null for a link, a directory or a device, which have no bytes
 * @param endAt where its data ends; negative if that is beyond the end of the archive
 */
record TarMember(@Nullable Unit unit, long endAt) {

    /**
     * The member of an entry.
     *
     * @param entry the content of its headers
     * @param headerEnd where the header of the member itself ends
     * @param readTo where the library has stopped reading, behind the last header of the member
     * @throws IOException if a size is negative, so that the place of the next header is unknown
     */
    static TarMember of(Unit container, TarArchiveEntry entry, long headerEnd, long readTo) throws IOException {
        // The library has also read the map of the pieces, which is a part of the data.
        long dataAt = entry.isPaxGNU1XSparse() ? headerEnd : readTo;
        long packedBytes = entry.getSize();
        long sizeBytes = entry.isSparse() ? entry.getRealSize() : packedBytes;
        if (packedBytes < 0 || sizeBytes < 0) {
            throw new IOException("damaged: a file of " + Math.min(packedBytes, sizeBytes) + " bytes");
        }
        boolean fits = dataAt <= container.sizeBytes() && packedBytes <= container.sizeBytes() - dataAt;
        long endAt = fits ? dataAt + packedBytes : -1;
        if (!entry.isFile() || entry.isLink() || entry.isSymbolicLink() || isSpecial(entry)) {
            return new TarMember(null, endAt);
        }
        return new TarMember(unit(container, entry, dataAt, sizeBytes), endAt);
    }

    private static boolean isSpecial(TarArchiveEntry entry) {
        return entry.isFIFO() || entry.isBlockDevice() || entry.isCharacterDevice();
    }

    private static Unit unit(Unit container, TarArchiveEntry entry, long dataAt, long sizeBytes) {
        String name = MemberName.of(container, entry.getName());
        String extension = MemberName.extensionOf(entry.getName());
        RangeUnit.Pieces pieces;
        try {
            pieces = entry.isSparse() ? sparse(entry, dataAt) : RangeUnit.Pieces.one(dataAt, sizeBytes);
        } catch (IOException | ArithmeticException e) {
            return new UnreadableMember(name, extension, sizeBytes, LibraryFailure.lineOf(e));
        }
        if (!pieces.fit(container.sizeBytes())) {
            return new UnreadableMember(name, extension, sizeBytes, "truncated: the archive ends within it");
        }
        return new RangeUnit(container, name, extension, sizeBytes, pieces);
    }

    private static RangeUnit.Pieces sparse(TarArchiveEntry entry, long dataAt) throws IOException {
        // An empty piece marks the end.
        List<TarArchiveStructSparse> parts = entry.getOrderedSparseHeaders().stream()
                .filter(part -> part.getNumbytes() != 0)
                .toList();
        long[] starts = new long[parts.size()];
        long[] lengths = new long[parts.size()];
        long end = 0;
        long allBytes = 0;
        for (int i = 0; i < starts.length; i++) {
            starts[i] = parts.get(i).getOffset();
            lengths[i] = parts.get(i).getNumbytes();
            if (starts[i] < end || lengths[i] < 0 || starts[i] > entry.getRealSize() - lengths[i]) {
                throw new IOException("damaged: the pieces of a sparse file overlap, or lie behind its end");
            }
            end = starts[i] + lengths[i];
            allBytes += lengths[i];
        }
        // In the format of POSIX, a map of any length stands in front of the pieces.
        long mapBytes = entry.isPaxGNU1XSparse() ? entry.getSize() - allBytes : 0;
        if (mapBytes < 0) {
            throw new IOException("damaged: the pieces of a sparse file are longer than the file");
        }
        return RangeUnit.Pieces.behindEachOther(starts, lengths, dataAt + mapBytes);
    }
}
