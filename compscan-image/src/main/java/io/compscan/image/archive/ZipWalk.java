package io.compscan.image.archive;

import io.compscan.core.source.Unit;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Goes through a zip without its directory, from header to header, as {@code zip -FF} does. Behind damage it goes on at the next header. The
 * bytes that it skips, and the directory, become members that cannot be read.
 *
 * <p>A header has no checksum, and no mark of a symbolic link. So damage of a size shows only where the next header is missing, and a link
 * is a file that holds its target.
 */
final class ZipWalk {

    private final Unit container;
    private final ArchiveBytes bytes;
    /** Why the directory cannot be used. */
    private final IOException reason;

    private final UnpackBounds bounds;
    private final ZipSearch search;
    private final MemberList members;

    /** Whether a member tells how the archive ends. */
    private boolean isEndTold;

    ZipWalk(Unit container, ArchiveBytes bytes, IOException reason, UnpackBounds bounds) {
        this.container = container;
        this.bytes = bytes;
        this.reason = reason;
        this.bounds = bounds;
        search = new ZipSearch(bytes);
        members = new MemberList(container);
    }

    /**
     * The files.
     *
     * @throws IOException the reason why the directory cannot be used, if there is no header either
     */
    List<Unit> members() throws IOException {
        long end = bytes.sizeBytes();
        // A program that unpacks the archive may stand in front of it.
        long at = search.nextHeader(0);
        if (at == end) {
            throw reason;
        }
        while (at < end) {
            try {
                at = behind(at);
            } catch (UnreadablePlace e) {
                at = skip(at, "unreadable header", e);
            }
        }
        if (!isEndTold) {
            members.addCut(end, "before its directory");
        }
        return members.all();
    }

    /** Adds what begins here. Returns where the next header is expected. */
    private long behind(long at) throws IOException {
        long restBytes = bytes.sizeBytes() - at;
        byte[] first = new byte[(int) Math.min(Integer.BYTES, restBytes)];
        bytes.copy(at, first, first.length);
        int signature = first.length < Integer.BYTES ? 0 : ZipHeader.signature(first, 0);
        if (signature == ZipHeader.DIRECTORY_SIGNATURE) {
            return directory(at);
        }
        if (restBytes < ZipHeader.BYTES) {
            return cut(at);
        }
        ZipHeader header = ZipHeader.at(bytes, at);
        if (header == null) {
            return skip(at, "damaged header", null);
        }
        return header.dataAt() > bytes.sizeBytes() ? cut(at) : file(header);
    }

    private long cut(long at) throws IOException {
        members.addCut(at, "within a header");
        isEndTold = true;
        return bytes.sizeBytes();
    }

    private long file(ZipHeader header) throws IOException {
        ZipMember member = header.member(bytes);
        long endAt = header.dataAt() + member.packedBytes();
        if (header.hasDescriptor()) {
            ZipSearch.Descriptor descriptor = search.descriptor(header.dataAt());
            if (descriptor == null) {
                return withoutSizes(member);
            }
            member = member.of(header.dataAt(), descriptor.packedBytes(), descriptor.sizeBytes());
            endAt = descriptor.endAt();
        }
        if (!member.isDirectory()) {
            members.add(member.unit(container, bounds));
        }
        boolean fits = endAt >= 0 && endAt <= bytes.sizeBytes();
        isEndTold |= !fits && !member.isDirectory();
        return fits ? endAt : bytes.sizeBytes();
    }

    /** Adds a file of which the descriptor is missing. Deflated data tells its own end. */
    private long withoutSizes(ZipMember member) throws IOException {
        if (!member.isDeflated()) {
            return lost(member, member.dataAt());
        }
        DeflateEnd data = DeflateEnd.of(bytes, member.dataAt());
        return switch (data.state()) {
            case WHOLE -> {
                long packedBytes = data.endAt() - member.dataAt();
                members.add(member.of(member.dataAt(), packedBytes, data.sizeBytes())
                        .unit(container, bounds));
                yield data.endAt();
            }
            case CUT -> cut(member);
            case DAMAGED -> lost(member, data.endAt());
        };
    }

    /**
     * Adds a file whose end is unknown: all bytes up to the next header may be its own.
     *
     * @param searchFrom where that header may begin
     */
    private long lost(ZipMember member, long searchFrom) throws IOException {
        // The headers behind the beginning of a zip are its own. They say nothing of this archive.
        if (beginsAsZip(member)) {
            Long zipEnd = search.zipEnd(member.dataAt());
            return zipEnd == null ? cut(member) : whole(member, zipEnd);
        }
        long next = search.nextRecord(searchFrom);
        if (next == bytes.sizeBytes()) {
            return cut(member);
        }
        long lostBytes = next - member.dataAt();
        members.add(member.of(member.dataAt(), lostBytes, lostBytes)
                .unreadable(container, "damaged: its sizes behind it are missing"));
        return next;
    }

    /** Adds a stored zip, which tells its own end. */
    private long whole(ZipMember member, long endAt) throws IOException {
        long sizeBytes = endAt - member.dataAt();
        members.add(member.of(member.dataAt(), sizeBytes, sizeBytes).unit(container, bounds));
        return endAt;
    }

    private boolean beginsAsZip(ZipMember member) throws IOException {
        return !member.isDeflated()
                && member.dataAt() <= bytes.sizeBytes() - ZipHeader.BYTES
                && ZipHeader.at(bytes, member.dataAt()) != null;
    }

    private long cut(ZipMember member) throws IOException {
        long restBytes = bytes.sizeBytes() - member.dataAt();
        members.add(member.of(member.dataAt(), restBytes, restBytes)
                .unreadable(container, "truncated: the archive ends within it"));
        isEndTold = true;
        return bytes.sizeBytes();
    }

    /** Skips what is no header, up to the next one. */
    private long skip(long at, String what, @Nullable UnreadablePlace failure) throws IOException {
        search.takeFailure();
        long next = search.nextRecord(at + 1);
        isEndTold |= next == bytes.sizeBytes();
        tell(at, next, what, failure == null ? null : failure.getMessage());
        return next;
    }

    /** A directory ends an archive, unless it belongs to a zip in a file that is lost. */
    private long directory(long at) throws IOException {
        search.takeFailure();
        long next = search.nextHeader(at + 1);
        isEndTold = next == bytes.sizeBytes();
        tell(at, next, "damaged directory", isEndTold ? LibraryFailure.lineOf(reason) : null);
        return next;
    }

    private void tell(long from, long to, String what, @Nullable String why) throws IOException {
        UnreadablePlace failure = search.takeFailure();
        members.addSkipped(from, to, what, why == null && failure != null ? failure.getMessage() : why);
    }
}
