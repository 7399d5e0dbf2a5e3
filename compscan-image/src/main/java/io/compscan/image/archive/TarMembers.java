package io.compscan.image.archive;

import io.compscan.core.source.Unit;
import io.compscan.image.disk.RangeUnit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveStructSparse;
import org.apache.commons.compress.archivers.tar.TarFile;

/**
 * The regular files in a tar archive; links, directories and devices have no bytes.
 *
 * <p>An archive that was cut off has the files before that point. What it ends within is one that cannot be read.
 */
final class TarMembers {

    /** So many take about a gigabyte while the archive is looked into. */
    static final int MAX_MEMBERS = 1 << 20;

    private static final int RECORD_BYTES = 512;
    private static final int MAX_TRIES = 16;

    private TarMembers() {}

    static List<Unit> of(Unit container) throws IOException {
        Listing listing = list(container);
        List<Unit> members = new ArrayList<>();
        boolean isCutWithinFile = false;
        for (TarArchiveEntry entry : listing.entries) {
            if (!entry.isFile() || entry.isLink() || entry.isSymbolicLink() || isSpecial(entry)) {
                continue;
            }
            if (members.size() == MAX_MEMBERS) {
                throw new IOException("more than " + MAX_MEMBERS + " files");
            }
            Unit member = member(container, entry);
            isCutWithinFile |= member instanceof UnreadableMember;
            members.add(member);
        }
        if (listing.restBytes > 0 && !isCutWithinFile) {
            String name = MemberName.of(container, "(end)");
            members.add(
                    new UnreadableMember(name, "", listing.restBytes, "truncated: the archive ends within a header"));
        }
        return members;
    }

    /**
     * What an archive says.
     *
     * @param restBytes of a record, or of records that belong together, within which it ends
     */
    private record Listing(List<TarArchiveEntry> entries, long restBytes) {}

    private static Listing list(Unit container) throws IOException {
        long size = container.sizeBytes();
        long end = size;
        for (int tries = 1; ; tries++) {
            ArchiveChannel channel = ArchiveChannel.ofTar(container, end);
            try (TarFile tar =
                    new TarFile(channel, RECORD_BYTES * 20, RECORD_BYTES, StandardCharsets.UTF_8.name(), false)) {
                return new Listing(
                        tar.getEntries(), channel.hasGivenZeros() ? size - end / RECORD_BYTES * RECORD_BYTES : 0);
            } catch (IOException | IllegalArgumentException e) {
                if (!channel.hasGivenZeros() || end == 0 || tries == MAX_TRIES) {
                    throw e;
                }
                // A long name, for one, stands in records before a file's header. Without them the archive ends in
                // front of them.
                end = (Math.min(end, channel.lastPosition()) - 1) / RECORD_BYTES * RECORD_BYTES;
            } finally {
                channel.close();
            }
        }
    }

    private static boolean isSpecial(TarArchiveEntry entry) {
        return entry.isFIFO() || entry.isBlockDevice() || entry.isCharacterDevice();
    }

    private static Unit member(Unit container, TarArchiveEntry entry) throws IOException {
        RangeUnit.Pieces pieces =
                entry.isSparse() ? sparse(entry) : RangeUnit.Pieces.one(entry.getDataOffset(), entry.getSize());
        String name = MemberName.of(container, entry.getName());
        String extension = MemberName.extensionOf(entry.getName());
        long size = entry.isSparse() ? entry.getRealSize() : entry.getSize();
        if (size < 0) {
            throw new IOException("damaged: a file of " + size + " bytes");
        }
        if (!pieces.fit(container.sizeBytes())) {
            return new UnreadableMember(name, extension, size, "truncated: the archive ends within it");
        }
        return new RangeUnit(container, name, extension, size, pieces);
    }

    private static RangeUnit.Pieces sparse(TarArchiveEntry entry) throws IOException {
        // An empty piece marks the end.
        List<TarArchiveStructSparse> parts = entry.getOrderedSparseHeaders().stream()
                .filter(part -> part.getNumbytes() != 0)
                .toList();
        long[] starts = new long[parts.size()];
        long[] lengths = new long[parts.size()];
        long end = 0;
        for (int i = 0; i < starts.length; i++) {
            starts[i] = parts.get(i).getOffset();
            lengths[i] = parts.get(i).getNumbytes();
            if (starts[i] < end || lengths[i] < 0 || starts[i] > entry.getRealSize() - lengths[i]) {
                throw new IOException("damaged: the pieces of a sparse file overlap, or lie behind its end");
            }
            end = starts[i] + lengths[i];
        }
        return RangeUnit.Pieces.behindEachOther(starts, lengths, entry.getDataOffset());
    }
}
