package io.compscan.core.scan.catalog;

import java.util.List;

/**
 * What a catalog holds, as its manifest says.
 *
 * @param toolVersion the version of compscan that wrote it; another one may compress otherwise
 * @param measured what is measured: a line for each scheme, and one for each target system that packs in the order of the data
 * @param scanCount how many scans were complete
 * @param segments in the order in which they were written
 */
public record Catalog(String toolVersion, List<String> measured, int scanCount, List<Segment> segments) {

    /** Copies the lists. */
    public Catalog {
        measured = List.copyOf(measured);
        segments = List.copyOf(segments);
    }

    /** The name of the fingerprints; it follows the chunking in the line of a scheme. */
    String fingerprint() {
        return measured.get(0).split(" ", 3)[1];
    }

    /**
     * What one scan has read, in two logs.
     *
     * @param number of the files
     * @param pieceBytes the length of the log of pieces
     * @param unitBytes the length of the log of units
     * @param unitCount units have numbers below it
     */
    public record Segment(int number, long pieceBytes, long unitBytes, int unitCount) {}
}
