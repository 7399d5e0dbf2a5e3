package io.compscan.report.console;

import io.compscan.report.Figures;
import io.compscan.report.Grades;
import io.compscan.report.SafeText;
import io.compscan.report.Unread;
import io.compscan.result.ProfileResult;
import io.compscan.result.set.PlaceResult;
import io.compscan.result.set.PlaceResult.Compared;
import io.compscan.result.set.PlaceResult.Method;
import io.compscan.result.set.PlaceResult.Move;
import io.compscan.result.set.PlaceResult.PlacedSet;
import io.compscan.result.set.PlaceResult.Pool;
import io.compscan.result.set.PlaceResult.Way;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A placement as text for a person: how full each pool gets, the moves, where each set lies, and what other placements take.
 *
 * <p>Plain ASCII apart from names, within the columns of the screen, the same in every locale. {@code ~} marks estimates. Bytes are in
 * decimal units, as capacity is sold.
 */
public final class PlaceReport {

    private static final int MOVES_SHOWN = 20;
    private static final int SETS_SHOWN = 40;
    private static final int NAME_WIDTH = 24;

    private final PlaceResult result;
    private final Lines lines;

    private PlaceReport(PlaceResult result, Screen screen) {
        this.result = result;
        lines = new Lines(screen);
    }

    /** The whole text; each line ends with a line feed. */
    public static String render(PlaceResult result, Screen screen) {
        return new PlaceReport(result, screen).render();
    }

    private String render() {
        long unlisted = result.sets().stream()
                .mapToLong(PlacedSet::unreadDirectoryCount)
                .sum();
        if (unlisted > 0) {
            lines.warning(Unread.HEAD, Unread.unknown(unlisted));
            lines.blank();
        }
        lines.headline(headline(result));
        lines.blank();
        pools();
        moves();
        sets();
        compared();
        notes();
        return lines.toString();
    }

    /** The answer in one sentence, or two. */
    public static String headline(PlaceResult result) {
        String sets = Figures.count(result.sets().size(), "set fits", "sets fit");
        String pools = Figures.count(result.pools().size(), "pool", "pools");
        if (!result.fits()) {
            return unfit(result) + " What follows comes closest.";
        }
        String takes = sets + " on " + pools + (result.sets().size() == 1 ? " and takes " : " and take ") + mark(result)
                + Figures.decimal(result.allocatedBytes());
        Long now = now(result);
        if (now == null) {
            return takes + ".";
        }
        long saved = now - result.allocatedBytes();
        String change = saved == 0
                ? ", as now"
                : ", " + mark(result) + Figures.decimal(Math.abs(saved)) + (saved < 0 ? " more" : " less")
                        + " than now";
        return takes + change + "; "
                + (result.moves().isEmpty()
                        ? "nothing moves."
                        : Figures.count(result.moves().size(), "set moves", "sets move") + ", "
                                + Figures.decimal(result.movedBytes()) + " in all.");
    }

    /** One line: nothing fits, and by how much. */
    public static String unfit(PlaceResult result) {
        return (result.search().method() == Method.ALL
                        ? "No placement fits: at least "
                        : "No placement was found that fits: at best ")
                + mark(result) + Figures.decimal(result.overBytes())
                + " are too many for the pools, with pins and limits as given.";
    }

    private static @Nullable Long now(PlaceResult result) {
        return result.compared().stream()
                .filter(one -> one.way() == Way.NOW)
                .map(Compared::allocatedBytes)
                .findFirst()
                .orElse(null);
    }

    private static String mark(PlaceResult result) {
        return Labels.estimate(result.pools().stream().anyMatch(PlaceReport::isEstimated));
    }

    private static boolean isEstimated(Pool pool) {
        return pool.allocatedBytesLow() != pool.allocatedBytesHigh();
    }

    private void pools() {
        TextTable table = new TextTable("nnrrrrrll").dropping(7, 4);
        table.add("pool", "system", "sets", "usable", "now", "planned", "full", "interval", "");
        for (Pool pool : result.pools()) {
            ProfileResult now = pool.now();
            table.add(
                    SafeText.oneLine(pool.name(), NAME_WIDTH),
                    pool.profile(),
                    Figures.exact(pool.sets()),
                    Figures.decimal(pool.usableBytes()),
                    now == null ? "-" : Labels.estimate(now) + Figures.decimal(now.allocatedBytes()),
                    Labels.estimate(isEstimated(pool)) + Figures.decimal(pool.allocatedBytes()),
                    Figures.percent(pool.allocatedBytes(), pool.usableBytes()),
                    isEstimated(pool)
                            ? Figures.decimal(pool.allocatedBytesLow()) + " to "
                                    + Figures.decimal(pool.allocatedBytesHigh())
                            : "",
                    pool.overBytes() > 0
                            ? "too full"
                            : pool.allocatedBytesHigh() > pool.usableBytes() ? "may be too full" : "");
        }
        lines.table(table);
    }

    private void moves() {
        List<Move> moves = result.moves();
        if (moves.isEmpty()) {
            return;
        }
        lines.blank();
        lines.prose("Moves, in this order: the one that gains most of those that fit comes next");
        lines.blank();
        TextTable table = new TextTable("pnnrrrrl").dropping(3);
        table.add("set", "from", "to", "copies", "frees", "costs", "gains", "");
        for (Move move : moves.subList(0, Math.min(MOVES_SHOWN, moves.size()))) {
            table.add(
                    SafeText.oneLineEnd(move.set(), NAME_WIDTH),
                    SafeText.oneLine(move.from(), NAME_WIDTH),
                    SafeText.oneLine(move.to(), NAME_WIDTH),
                    Figures.decimal(move.movedBytes()),
                    "~" + Figures.decimal(move.freedBytes()),
                    "~" + Figures.decimal(move.costBytes()),
                    (move.gainBytes() < 0 ? "~-" : "~") + Figures.decimal(Math.abs(move.gainBytes())),
                    move.fits() ? "" : "no room yet");
        }
        lines.table(table);
        more(moves.size() - MOVES_SHOWN, "moves", "moves.csv");
    }

    private void sets() {
        lines.blank();
        lines.prose("Where each set goes");
        lines.blank();
        TextTable table = new TextTable("pnrl");
        table.add("set", "pool", "scanned", "");
        List<PlacedSet> sets = result.sets();
        for (PlacedSet set : sets.subList(0, Math.min(SETS_SHOWN, sets.size()))) {
            String from = set.from();
            table.add(
                    SafeText.oneLineEnd(set.name(), NAME_WIDTH),
                    SafeText.oneLine(set.pool(), NAME_WIDTH),
                    Figures.decimal(set.scannedBytes()),
                    (from == null || from.equals(set.pool()) ? "" : "from " + SafeText.oneLine(from, NAME_WIDTH))
                            + (set.kept() ? "kept" : "")
                            + (set.incomplete() ? " incomplete" : ""));
        }
        lines.table(table);
        more(sets.size() - SETS_SHOWN, "sets", "placement.csv");
    }

    private void more(int count, String what, String file) {
        if (count > 0) {
            lines.prose("  and " + Figures.exact(count) + " " + what + " more, all in " + file + " of --out DIR");
        }
    }

    private void compared() {
        lines.blank();
        lines.prose("Compared with other placements; those on one pool heed neither pins nor limits");
        lines.blank();
        TextTable table = new TextTable("lrrl");
        table.add("placement", "takes", "against it", "");
        String mark = mark(result);
        table.add("this one", mark + Figures.decimal(result.allocatedBytes()), "", fits(result.overBytes()));
        for (Compared one : result.compared()) {
            boolean isBySample = one.way() == Way.RANDOM || one.way() == Way.BOUND;
            String pool = one.pool();
            table.add(
                    switch (one.way()) {
                        case ONE_POOL -> "all on " + SafeText.oneLine(pool == null ? "" : pool, NAME_WIDTH);
                        case NOW -> "as it is now";
                        case RANDOM -> "at random, mean of 100";
                        case BOUND -> "no placement takes less than";
                    },
                    (isBySample ? "~" : mark) + Figures.decimal(one.allocatedBytes()),
                    difference(one.allocatedBytes()),
                    one.overBytes() == null ? "" : fits(one.overBytes()));
        }
        lines.table(table);
    }

    private static String fits(long overBytes) {
        return overBytes == 0 ? "fits" : Figures.decimal(overBytes) + " too many";
    }

    private String difference(long otherBytes) {
        long more = otherBytes - result.allocatedBytes();
        return (more < 0 ? "-" : "+") + Figures.percent(Math.abs(more), result.allocatedBytes());
    }

    private void notes() {
        PlaceResult.Search search = result.search();
        lines.blank();
        lines.prose(
                switch (search.method()) {
                    case ALL -> "All " + Figures.exact(search.tried()) + " assignments were compared.";
                    case LOCAL ->
                        "Found by " + Figures.exact(search.tried())
                                + " greedy searches with moves and swaps; a better placement may exist.";
                    case NOW -> "Nothing that was found is better than to leave everything where it is.";
                });
        lines.prose(
                "What a pool takes is what 'compscan merge' of its sets has. The search, the moves, the random mean and the"
                        + " bound are by "
                        + (search.rate() == 1 ? "" : "a sample of ")
                        + Figures.count(search.sampledChunkCount(), "shared chunk", "shared chunks") + ".");
        if (result.pools().stream()
                .anyMatch(pool -> pool.allocatedBytesHigh() > pool.usableBytes() && pool.overBytes() == 0)) {
            lines.prose(
                    "The interval of a pool goes beyond its usable bytes: more --headroom leaves room for the error.");
        }
        Grades.ofPools(result.pools()).forEach(lines::prose);
        if (result.sets().stream().anyMatch(PlacedSet::incomplete)) {
            lines.warning(
                    "INCOMPLETE: ",
                    "a scan was stopped, or could not read everything. What it did not read is not placed.");
        }
    }
}
