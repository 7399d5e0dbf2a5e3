package io.compscan.image.archive;

import io.compscan.core.source.Unit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Goes through a tar from file to file. Behind a damaged header it goes on at the next one, as GNU tar does, and tells what it skips.
 *
 * <p>The library understands the headers of one file at a time. It finds no place to go on, and its place behind a sparse file of POSIX is wrong.
 *
 * <p>Zeros end an archive. Behind damage they may lie within a file, so the search goes on behind them as well.
 */
final class TarWalk {

    /** What the headers of files that cannot be understood may take, read again and again: a hostile archive may nest them. */
    private static final long MAX_WASTED_BYTES = 32 << 20;

    private final Unit container;
    private final TarBytes bytes;
    private final TarSearch search;
    private final List<Unit> members = new ArrayList<>();

    private boolean hasOldHeaders;
    private boolean hasDamage;
    private boolean hasHeader;
    private long wastedBytes;

    /** The last range that was skipped. */
    private long skippedFrom = -1;

    private long skippedTo = -1;

    TarWalk(Unit container, TarBytes bytes) {
        this.container = container;
        this.bytes = bytes;
        search = new TarSearch(bytes);
    }

    List<Unit> members() throws IOException {
        long end = bytes.sizeBytes();
        long at = 0;
        while (at < end) {
            TarGroup group = TarGroup.at(bytes, at);
            at = switch (group.state()) {
                case WHOLE -> file(group);
                case GLOBAL -> behindGlobal(group);
                case END -> hasDamage ? behindZeros(at) : end;
                case DAMAGED -> behindDamage(group);
                case CUT -> cut(at);
            };
        }
        boolean isCutWithinRecord = at > end && end % TarHeader.BYTES > 0;
        if (isCutWithinRecord) {
            cut(end / TarHeader.BYTES * TarHeader.BYTES);
        }
        return members;
    }

    /** Where the next header is expected. */
    private long file(TarGroup group) throws IOException {
        hasOldHeaders |= !bytes.header(group.headerAt()).hasMagic();
        // Attributes are short; a map of the pieces of a sparse file may follow the header.
        TarBytes.Range range = bytes.range(group.startAt(), group.headerAt() + TarGroup.MAX_NAME_BYTES);
        TarMember member;
        try {
            member = TarMember.of(container, entry(range), group.headerAt() + TarHeader.BYTES, range.position());
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (IOException | IllegalArgumentException | ArithmeticException | IndexOutOfBoundsException e) {
            return behindMisunderstood(group, range.position() - group.startAt(), e);
        }
        hasHeader = true;
        Unit unit = member.unit();
        if (unit != null) {
            add(unit);
        }
        // What ends behind the archive is told with the file.
        return member.nextAt() < 0 ? bytes.sizeBytes() : member.nextAt();
    }

    private static TarArchiveEntry entry(TarBytes.Range range) throws IOException {
        // To close it would close nothing.
        @SuppressWarnings("resource")
        TarArchiveInputStream tar = new TarArchiveInputStream(
                range, TarHeader.BYTES, TarHeader.BYTES, StandardCharsets.UTF_8.name(), false);
        TarArchiveEntry entry = tar.getNextEntry();
        if (entry == null) {
            throw new IOException("a header is missing");
        }
        return entry;
    }

    private long behindGlobal(TarGroup group) throws IOException {
        hasHeader = true;
        long size = TarGroup.sizeOf(bytes.header(group.headerAt()));
        long dataAt = group.headerAt() + TarHeader.BYTES;
        if (size < 0) {
            return behindDamage(group);
        }
        return size > bytes.sizeBytes() - dataAt ? cut(group.startAt()) : TarGroup.behind(dataAt, size);
    }

    private long behindDamage(TarGroup group) throws IOException {
        if (group.headerAt() == 0) {
            requireArchive();
        }
        return skip(group.startAt(), group.headerAt() + TarHeader.BYTES, "damaged header", "", null);
    }

    /** A file whose first header is so is no archive, unless the library takes that for one: it asks for no checksum. */
    private void requireArchive() throws IOException {
        if (!bytes.header(0).hasMagic()) {
            throw new IOException("the first header is damaged");
        }
        try {
            entry(bytes.range(0, TarGroup.MAX_NAME_BYTES));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Attributes that cannot be understood leave the header of the file, with a shorter name. */
    private long behindMisunderstood(TarGroup group, long readBytes, Exception reason) throws IOException {
        String line = LibraryFailure.lineOf(reason);
        wastedBytes += readBytes;
        if (wastedBytes > MAX_WASTED_BYTES) {
            throw new IOException("damaged in too many places; the last: " + line);
        }
        long from = group.hasPrefix() ? group.headerAt() : group.headerAt() + TarHeader.BYTES;
        return skip(group.startAt(), from, "damaged header", ": " + line, reason);
    }

    /**
     * Tells what is skipped.
     *
     * @param from where that begins
     * @param searchFrom where the next header may begin
     */
    private long skip(long from, long searchFrom, String what, String why, @Nullable Exception reason)
            throws IOException {
        TarSearch.Found next = search.next(searchFrom, hasOldHeaders);
        if (!hasHeader && !next.isFound()) {
            throw new IOException("no header is sound", reason);
        }
        hasDamage = true;
        // The zeros at the end are no part of the file.
        tell(from, next.isFound() ? next.headerAt() : next.dataTo(), what, why);
        return next.headerAt();
    }

    private long behindZeros(long at) throws IOException {
        TarSearch.Found next = search.next(at, hasOldHeaders);
        if (next.dataFrom() < next.dataTo()) {
            tell(next.dataFrom(), next.isFound() ? next.headerAt() : next.dataTo(), "behind a damaged header", "");
        }
        return next.headerAt();
    }

    /** Tells it once where damage follows damage. */
    private void tell(long from, long to, String what, String why) throws IOException {
        if (from == skippedTo) {
            members.remove(members.size() - 1);
        } else {
            skippedFrom = from;
        }
        skippedTo = to;
        long skippedBytes = to - skippedFrom;
        // The position stands in the name: the console shortens long lines.
        String name = MemberName.of(container, "(byte " + skippedFrom + ")");
        add(new UnreadableMember(name, "", skippedBytes, what + ", " + skippedBytes + " bytes skipped" + why));
    }

    private long cut(long from) throws IOException {
        long end = bytes.sizeBytes();
        add(new UnreadableMember(
                MemberName.of(container, "(end)"), "", end - from, "truncated: the archive ends within a header"));
        return end;
    }

    private void add(Unit unit) throws IOException {
        if (members.size() == TarMembers.MAX_MEMBERS) {
            throw new IOException("more than " + TarMembers.MAX_MEMBERS + " files");
        }
        members.add(unit);
    }
}
