package io.compscan.image.archive;

import io.compscan.core.source.Unit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The members that a walk through an archive has found. A place without a file, which is damaged or missing, is a member that cannot be read.
 * One thread.
 */
final class MemberList {

    /** So many members take about a gigabyte while a view looks into the archive. */
    static final int MAX_MEMBERS = 1 << 20;

    private final Unit container;
    private final List<Unit> members = new ArrayList<>();

    /** The last range that was skipped; it ends at {@link #skippedTo}. */
    private long skippedFrom = -1;

    private long skippedTo = -1;

    MemberList(Unit container) {
        this.container = container;
    }

    List<Unit> all() {
        return members;
    }

    boolean isEmpty() {
        return members.isEmpty();
    }

    void add(Unit unit) throws IOException {
        if (members.size() == MAX_MEMBERS) {
            throw new IOException("more than " + MAX_MEMBERS + " files");
        }
        members.add(unit);
    }

    /**
     * Adds a member for skipped bytes. If they follow skipped bytes, one member stands for both.
     *
     * @param what the damage, such as {@code damaged header}
     * @param why the reason in a line; null if there is nothing to add
     */
    void addSkipped(long from, long to, String what, @Nullable String why) throws IOException {
        if (from == skippedTo) {
            members.remove(members.size() - 1);
        } else {
            skippedFrom = from;
        }
        skippedTo = to;
        long skippedBytes = to - skippedFrom;
        // The position stands in the name, because the console shortens long lines.
        String name = MemberName.of(container, "(byte " + skippedFrom + ")");
        String reason = what + ", " + skippedBytes + " bytes skipped" + (why == null ? "" : ": " + why);
        add(new UnreadableMember(name, "", skippedBytes, reason));
    }

    /** Adds a member for the end of an archive that was cut off: for its bytes from here on, which are no file. */
    void addCut(long from, String where) throws IOException {
        long restBytes = container.sizeBytes() - from;
        String name = MemberName.of(container, "(end)");
        add(new UnreadableMember(name, "", restBytes, "truncated: the archive ends " + where));
    }
}
