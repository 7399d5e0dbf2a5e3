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

    private final ZipSearch search;
    private final MemberList members;

    /** Whether a member tells how the archive ends. */
    private boolean isEndTold;

    ZipWalk(Unit container, ArchiveBytes bytes, IOException reason) {
        this.container = container;
        this.bytes = bytes;
        this.reason = reason;
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
        boolean isHeader = signature == ZipHeader.SIGNATURE;
        if (restBytes < (isHeader ? ZipHeader.BYTES : Integer.BYTES)) {
            return cut(at);
        }
        ZipHeader header = isHeader ? ZipHeader.at(bytes, at) : null;
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
                return lost(member);
            }
            member = member.of(header.dataAt(), descriptor.packedBytes(), descriptor.sizeBytes());
            endAt = descriptor.endAt();
        }
        if (!member.isDirectory()) {
            members.add(member.unit(container));
        }
        boolean fits = endAt >= 0 && endAt <= bytes.sizeBytes();
        isEndTold |= !fits;
        return fits ? endAt : bytes.sizeBytes();
    }

    /** A file whose end is unknown has all bytes up to the next header. */
    private long lost(ZipMember member) throws IOException {
        long next = search.nextRecord(member.dataAt());
        boolean isLast = next == bytes.sizeBytes();
        isEndTold |= isLast;
        long lostBytes = next - member.dataAt();
        members.add(member.of(member.dataAt(), lostBytes, lostBytes)
                .unreadable(
                        container,
                        isLast ? "truncated: the archive ends within it" : "damaged: its sizes behind it are missing"));
        return next;
    }

    /** Skips what is no header, up to the next one. */
    private long skip(long at, String what, @Nullable IOException failure) throws IOException {
        long next = search.nextRecord(at + 1);
        tell(at, next, what, failure == null ? null : failure.getMessage());
        return next;
    }

    /** A directory ends an archive, unless it belongs to a zip in a file that is lost. */
    private long directory(long at) throws IOException {
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
