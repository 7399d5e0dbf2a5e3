package io.compscan.image.archive;

import io.compscan.core.source.Unit;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Goes through a tar from file to file. Behind a damaged header it goes on at the next sound one, like GNU tar. The bytes that it skips
 * become a member that cannot be read.
 *
 * <p>The walk parses the headers itself, because libraries do not go on behind damage, and take sizes of 2 GiB and more for damage.
 *
 * <p>Zeros end an archive. After damage, zeros may be a part of a skipped file, so the search goes on behind them.
 */
final class TarWalk {

    /**
     * The limit for bytes of headers that cannot be understood. A hostile archive may nest such headers, so that the same bytes are read
     * again and again.
     */
    private static final long MAX_WASTED_BYTES = 32 << 20;

    /** So many bytes before a header are searched for lost attributes. */
    private static final int MAX_ATTRIBUTES_BYTES = 16 << 10;

    private static final Pattern SIZE_ATTRIBUTE =
            Pattern.compile("[0-9]+ (size|GNU\\.sparse\\.[a-z]+|SCHILY\\.realsize)=[0-9]");

    private final Unit container;
    private final ArchiveBytes bytes;
    private final TarSearch search;
    private final MemberList members;

    /** Where a header begins whose attributes are lost; negative if there is none. */
    private long doubtfulAt = -1;

    /** The file of the volume before that the next member goes on with, as POSIX headers of GNU tar have it; null if there is none. */
    private @Nullable String continued;

    private boolean hasOldHeaders;
    private boolean hasDamage;
    private boolean hasHeader;
    private long wastedBytes;

    private TarWalk(Unit container, ArchiveBytes bytes) {
        this.container = container;
        this.bytes = bytes;
        search = new TarSearch(bytes);
        members = new MemberList(container);
    }

    /**
     * The regular files in a tar archive; links, directories and devices have no bytes.
     *
     * <p>An archive that was cut off has the files before that point. The file or header within which the archive ends becomes a member
     * that cannot be read. The bytes between a damaged or unreadable header and the next sound one become such a member, too.
     */
    static List<Unit> members(Unit container) throws IOException {
        try (ArchiveBytes bytes = new ArchiveBytes(container)) {
            return new TarWalk(container, bytes).members();
        }
    }

    private List<Unit> members() throws IOException {
        long at = 0;
        while (at < bytes.sizeBytes()) {
            try {
                at = behind(TarGroup.at(bytes, at));
            } catch (UnreadablePlace e) {
                at = behindUnreadable(at, e);
            }
        }
        return members.all();
    }

    /** Adds what the headers tell. Returns where the next header is expected. */
    private long behind(TarGroup group) throws IOException {
        return switch (group.state()) {
            case WHOLE -> file(group);
            case GLOBAL -> behindGlobal(group);
            case END -> hasDamage ? behindZeros(group.startAt()) : bytes.sizeBytes();
            case DAMAGED -> behindDamage(group);
            case CUT -> cut(group.startAt(), "within a header");
        };
    }

    /** Adds the file of a sound group. Returns where the next header is expected. */
    private long file(TarGroup group) throws IOException {
        hasOldHeaders |= !bytes.header(group.headerAt()).hasMagic();
        boolean isInDoubt = group.startAt() == doubtfulAt;
        TarMember member;
        try {
            member = TarMember.of(container, bytes, group, isInDoubt);
        } catch (InterruptedIOException | ClosedChannelException | UnreadablePlace e) {
            throw e;
        } catch (IOException | ArithmeticException e) {
            return behindMisunderstood(group, e);
        }
        hasHeader = true;
        if (continued != null) {
            member = member.continuing(container, continued);
            continued = null;
        }
        Unit unit = member.unit();
        if (unit == null) {
            return behindNoFile(group, member.endAt());
        }
        members.add(unit);
        // If the file reaches beyond the end of the archive, its unit reports that.
        return member.endAt() < 0 ? bytes.sizeBytes() : behindData(member.endAt());
    }

    /** Data ends with its record. An archive that ends before that was cut off. */
    private long behindData(long endAt) throws IOException {
        long nextAt = TarGroup.behind(endAt);
        return nextAt > bytes.sizeBytes() ? cut(endAt, "within the padding of a file") : nextAt;
    }

    /**
     * Some writers give links the size of their file, and directories one of their own, and no data follows. With others data follows. So the
     * next header decides.
     */
    private long behindNoFile(TarGroup group, long endAt) throws IOException {
        long at = group.headerAt() + TarHeader.BYTES;
        if (endAt == at || isHeader(at)) {
            return at;
        }
        if (endAt >= 0 && isHeader(TarGroup.behind(endAt))) {
            return TarGroup.behind(endAt);
        }
        boolean isEnd =
                at > bytes.sizeBytes() - TarHeader.BYTES || bytes.header(at).isZero();
        if (isEnd) {
            return at;
        }
        return endAt < 0 ? skip(at, at, "damaged header", null, null) : behindData(endAt);
    }

    private boolean isHeader(long at) throws IOException {
        return at <= bytes.sizeBytes() - TarHeader.BYTES && TarSearch.isHeader(bytes.header(at), hasOldHeaders);
    }

    private long behindGlobal(TarGroup group) throws IOException {
        long size = bytes.header(group.headerAt()).sizeBytes();
        if (size < 0) {
            return behindDamage(group);
        }
        hasHeader = true;
        long dataAt = group.headerAt() + TarHeader.BYTES;
        boolean fits = size <= bytes.sizeBytes() - dataAt;
        if (fits) {
            continued = continued(group);
        }
        return fits ? behindData(dataAt + size) : cut(group.startAt(), "within attributes of all files");
    }

    private @Nullable String continued(TarGroup group) throws IOException {
        try {
            return TarAttributes.continued(bytes, group);
        } catch (InterruptedIOException | ClosedChannelException | UnreadablePlace e) {
            throw e;
        } catch (IOException e) {
            // No place of a file depends on them.
            return null;
        }
    }

    private long behindDamage(TarGroup group) throws IOException {
        if (group.headerAt() == 0) {
            requireArchive();
        }
        return skip(group.startAt(), group.headerAt() + TarHeader.BYTES, "damaged header", null, null);
    }

    /**
     * Goes on behind headers that cannot be read.
     *
     * @throws UnreadablePlace if the first header of the archive is among them: nothing shows that it is an archive
     */
    private long behindUnreadable(long at, UnreadablePlace failure) throws IOException {
        if (at == 0 && !bytes.header(0).hasMagic()) {
            throw new IOException("the first header is damaged", failure);
        }
        return skip(at, at + TarHeader.BYTES, "unreadable header", failure.getMessage(), failure);
    }

    /** Refuses a file with a damaged first header, unless that has the magic and a size: then only its checksum is wrong. */
    private void requireArchive() throws IOException {
        TarHeader first = bytes.header(0);
        boolean hasEndlessName = first.isSound() && first.isPrefix();
        if (!first.hasMagic() || hasEndlessName || first.sizeBytes() < 0) {
            throw new IOException("the first header is damaged");
        }
    }

    /**
     * Skips headers that cannot be understood. If prefixes are the cause, the search may find the header of the file alone, which has a
     * shorter name.
     */
    private long behindMisunderstood(TarGroup group, Exception reason) throws IOException {
        String line = LibraryFailure.lineOf(reason);
        wastedBytes += group.headerAt() + TarHeader.BYTES - group.startAt();
        if (wastedBytes > MAX_WASTED_BYTES) {
            throw new IOException("damaged in too many places; the last: " + line);
        }
        long from = group.hasPrefix() ? group.headerAt() : group.headerAt() + TarHeader.BYTES;
        return skip(group.startAt(), from, "damaged header", line, reason);
    }

    /**
     * Skips bytes up to the next header, and tells of them. Returns where that header begins.
     *
     * @param from where the skipped bytes begin
     * @param searchFrom where the next header may begin
     */
    private long skip(long from, long searchFrom, String what, @Nullable String why, @Nullable Exception reason)
            throws IOException {
        TarSearch.Found next = search.next(searchFrom, hasOldHeaders);
        if (!hasHeader && !next.isFound()) {
            throw new IOException("no header is sound", reason);
        }
        hasDamage = true;
        doubtfulAt = next.isFound() && hasSizeIn(from, next.headerAt()) ? next.headerAt() : -1;
        // The zeros at the end of the archive are no part of the skipped file.
        long to = next.isFound() ? next.headerAt() : next.dataTo();
        members.addSkipped(from, to, what, why == null ? lineOf(next.failure()) : why);
        return next.headerAt();
    }

    /**
     * Whether attributes that say a size or the pieces of a sparse file may be among skipped bytes. Then the header behind them does not say
     * the whole truth about its file.
     */
    private boolean hasSizeIn(long from, long to) throws IOException {
        byte[] skipped = new byte[(int) Math.min(MAX_ATTRIBUTES_BYTES, to - from)];
        try {
            bytes.copy(to - skipped.length, skipped, skipped.length);
        } catch (UnreadablePlace e) {
            return false;
        }
        return SIZE_ATTRIBUTE
                .matcher(new String(skipped, StandardCharsets.ISO_8859_1))
                .find();
    }

    private static @Nullable String lineOf(@Nullable UnreadablePlace failure) {
        return failure == null ? null : failure.getMessage();
    }

    private long behindZeros(long at) throws IOException {
        TarSearch.Found next = search.next(at, hasOldHeaders);
        if (next.dataFrom() < next.dataTo()) {
            long to = next.isFound() ? next.headerAt() : next.dataTo();
            members.addSkipped(next.dataFrom(), to, "behind a damaged header", lineOf(next.failure()));
        }
        return next.headerAt();
    }

    private long cut(long from, String where) throws IOException {
        members.addCut(from, where);
        return bytes.sizeBytes();
    }
}
