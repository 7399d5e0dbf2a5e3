package io.compscan.report.console;

import io.compscan.report.Figures;
import io.compscan.report.SafeText;
import io.compscan.report.Unread;
import io.compscan.result.ReadError;
import io.compscan.result.duplicate.ListedDuplicates;
import io.compscan.result.duplicate.ListedDuplicates.Etag;
import io.compscan.result.duplicate.ListedDuplicates.Objects;

/** The copies in the list of a store as text for a person. */
public final class ListingReport {

    private static final int SHOWN_ERRORS = 5;

    private final ListedDuplicates listed;
    private final Lines lines;

    private ListingReport(ListedDuplicates listed, Screen screen) {
        this.listed = listed;
        lines = new Lines(screen);
    }

    /** The whole text; each line ends with a line feed. */
    public static String render(ListedDuplicates listed, Screen screen) {
        ListingReport report = new ListingReport(listed, screen);
        report.append();
        return report.lines.toString();
    }

    private void append() {
        Objects total = listed.total();
        long unlisted = listed.errors().stream()
                .filter(error -> error.kind() == ReadError.Kind.UNLISTED)
                .count();
        if (unlisted > 0) {
            lines.warning(Unread.HEAD, Unread.unknown(unlisted));
            lines.blank();
        }
        lines.prose("compscan " + listed.toolVersion() + ": " + SafeText.oneLine(String.join(", ", listed.paths())));
        lines.blank();
        lines.headline("At most " + Figures.human(total.remainingBytesHigh()) + " of " + Figures.human(total.bytes())
                + " remain if whole objects that are equal are stored once.");
        if (listed.partial()) {
            lines.warning("PARTIAL: ", "the listing was stopped before its end. All this is of what was listed.");
        }
        lines.blank();
        TextTable table = new TextTable("lrrrrr").dropping(3, 4);
        table.add("ETag", "objects", "bytes", "copies", "their bytes", "remain at most");
        listed.etags().stream().filter(row -> row.objectCount() > 0).forEach(row -> add(table, row));
        add(table, total);
        lines.table(table);
        lines.blank();
        notes();
        errors();
    }

    private static void add(TextTable table, Objects row) {
        table.add(
                switch (row.etag()) {
                    case MD5 -> "MD5";
                    case PARTS -> "of parts";
                    case OTHER -> "no digest";
                    case ALL -> "all";
                },
                Figures.exact(row.objectCount()),
                Figures.human(row.bytes()),
                Figures.exact(row.duplicateObjectCount()),
                Figures.human(row.duplicateBytes()),
                Figures.human(row.remainingBytesHigh()));
    }

    private void notes() {
        lines.prose(
                "This is a bound from the list of the store, not an estimate: no object was read. Chunks, compression and"
                        + " zeros can only lower it.");
        lines.prose(
                "Equal: the same ETag and size. The ETag of an object in one piece is the MD5 of its bytes. If the store"
                        + " encrypts with KMS or a customer's key, it is not, and the list does not say where. Equal objects"
                        + " then count as different.");
        if (count(Etag.PARTS) > 0) {
            lines.prose(Figures.count(count(Etag.PARTS), "object was", "objects were")
                    + " uploaded in parts. The ETag then depends on the size of the parts, so equal objects with other parts"
                    + " count as different.");
        }
        if (count(Etag.OTHER) > 0) {
            lines.prose(Figures.count(count(Etag.OTHER), "object has", "objects have")
                    + " an ETag that is no digest, or none. Each counts as different from all others.");
        }
    }

    private long count(Etag etag) {
        return listed.etags().stream()
                .filter(row -> row.etag() == etag)
                .mapToLong(Objects::objectCount)
                .sum();
    }

    private void errors() {
        if (listed.errors().isEmpty()) {
            return;
        }
        lines.blank();
        lines.warning(
                "", Figures.count(listed.errors().size(), "place was", "places were") + " not listed to the end:");
        for (ReadError error : listed.errors()
                .subList(0, Math.min(SHOWN_ERRORS, listed.errors().size()))) {
            lines.prose("    ", SafeText.oneLine(error.path(), 60) + ": " + error.reason());
        }
    }
}
