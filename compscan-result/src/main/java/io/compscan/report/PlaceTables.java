package io.compscan.report;

import io.compscan.result.ProfileResult;
import io.compscan.result.set.PlaceResult;
import io.compscan.result.set.PlaceResult.Compared;
import io.compscan.result.set.PlaceResult.Move;
import io.compscan.result.set.PlaceResult.PlacedSet;
import io.compscan.result.set.PlaceResult.Pool;
import java.io.IOException;
import java.io.Writer;

/**
 * The CSV tables of a placement; {@code docs/reference/formats.md} specifies their columns.
 *
 * <p>{@link CsvReports} has the rules that all tables follow.
 */
final class PlaceTables {

    private static final CsvTable<PlacedSet> SETS = new CsvTable<PlacedSet>()
            .text("set", PlacedSet::name)
            .text("from", PlacedSet::from)
            .text("pool", PlacedSet::pool)
            .flag("kept", PlacedSet::kept)
            .number("scannedBytes", PlacedSet::scannedBytes)
            .flag("incomplete", PlacedSet::incomplete)
            .number("unreadDirectoryCount", PlacedSet::unreadDirectoryCount)
            .text("file", PlacedSet::file);

    private static final CsvTable<Pool> POOLS = new CsvTable<Pool>()
            .text("pool", Pool::name)
            .text("profile", Pool::profile)
            .number("capacityBytes", Pool::capacityBytes)
            .number("usableBytes", Pool::usableBytes)
            .number("sets", Pool::sets)
            .optional("nowBytes", pool -> {
                ProfileResult now = pool.now();
                return now == null ? null : Long.valueOf(now.allocatedBytes());
            })
            .number("allocatedBytes", Pool::allocatedBytes)
            .number("allocatedBytesLow", Pool::allocatedBytesLow)
            .number("allocatedBytesHigh", Pool::allocatedBytesHigh)
            .number("overBytes", Pool::overBytes)
            .word("grade", pool -> {
                ProfileResult taken = pool.taken();
                return taken == null ? null : taken.grade();
            });

    private static final CsvTable<Move> MOVES = new CsvTable<Move>()
            .text("set", Move::set)
            .text("from", Move::from)
            .text("to", Move::to)
            .number("movedBytes", Move::movedBytes)
            .number("freedBytes", Move::freedBytes)
            .number("costBytes", Move::costBytes)
            .number("gainBytes", Move::gainBytes)
            .flag("fits", Move::fits);

    private static final CsvTable<Compared> COMPARED = new CsvTable<Compared>()
            .word("way", Compared::way)
            .text("pool", Compared::pool)
            .number("allocatedBytes", Compared::allocatedBytes)
            .optional("overBytes", Compared::overBytes);

    private PlaceTables() {}

    /** {@code placement.csv}: one row for each set. */
    static void sets(PlaceResult result, Writer out) throws IOException {
        SETS.write(result.sets().stream(), out);
    }

    /** {@code pools.csv}: one row for each pool. */
    static void pools(PlaceResult result, Writer out) throws IOException {
        POOLS.write(result.pools().stream(), out);
    }

    /** {@code moves.csv}: one row for each move, in their order. */
    static void moves(PlaceResult result, Writer out) throws IOException {
        MOVES.write(result.moves().stream(), out);
    }

    /** {@code placements_compared.csv}: one row for each other way. */
    static void compared(PlaceResult result, Writer out) throws IOException {
        COMPARED.write(result.compared().stream(), out);
    }
}
