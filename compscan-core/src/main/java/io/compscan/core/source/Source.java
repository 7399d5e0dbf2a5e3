package io.compscan.core.source;

import java.util.List;

/** Names the units to be scanned, one after another; the order is the same each time as long as the data is. */
public interface Source {

    /** What the source is made of, for the report: paths as given, {@code "-"} for standard input. */
    List<String> paths();

    /** What the names of its units begin with, one for each of the paths; the paths, unless they say how to read as well. */
    default List<String> roots() {
        return paths();
    }

    /** Whether what it names can be read a second time. */
    default boolean isRepeatable() {
        return true;
    }

    /** The fewest threads that read it well, where more than the processors are wanted because readers wait for a network; else 0. */
    default int leastReaders() {
        return 0;
    }

    /** The requests over a network that reading has taken so far; negative where none are counted. */
    default long requestCount() {
        return -1;
    }

    /** The trees of local files in it, without what looks into their units. */
    default List<Source> trees() {
        return List.of();
    }

    /** What the bytes of a unit, which this source has named, may lead to. */
    default Siblings siblings(Unit unit) {
        return Siblings.NONE;
    }

    /**
     * Hands every unit, and everything that is not one, to the visitor, on the calling thread; ends early once the visitor says so.
     *
     * @throws InterruptedException if the visitor was interrupted while it waited
     */
    void walk(SourceVisitor visitor) throws InterruptedException;
}
