package io.compscan.core.source;

import java.util.List;

/** Names the units of a scan, one after another. The order is the same each time while the data does not change. */
public interface Source {

    /** The paths of the source for the report, as given; {@code "-"} for standard input. */
    List<String> paths();

    /** The beginnings of the names of its units, one for each of the paths. They equal the paths, unless a path also says how to read. */
    default List<String> roots() {
        return paths();
    }

    /** Whether its units can be read a second time. */
    default boolean isRepeatable() {
        return true;
    }

    /** The fewest threads that read it well, if it needs more than the processors because readers wait for a network; else 0. */
    default int leastReaders() {
        return 0;
    }

    /** The requests over a network so far; negative if none are counted. */
    default long requestCount() {
        return -1;
    }

    /** Whether its list has digests of units: {@link Unit#listedDigest}. */
    default boolean listsDigests() {
        return false;
    }

    /** The trees of local files in it, without views into their units. */
    default List<Source> trees() {
        return List.of();
    }

    /** The units that the bytes of a unit of this source may name. */
    default Siblings siblings(Unit unit) {
        return Siblings.NONE;
    }

    /**
     * Hands every unit, and every entry that is no unit, to the visitor, on the calling thread. Ends early when the visitor says so.
     *
     * @throws InterruptedException if the visitor was interrupted while it waited
     */
    void walk(SourceVisitor visitor) throws InterruptedException;
}
