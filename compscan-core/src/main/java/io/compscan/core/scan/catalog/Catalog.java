package io.compscan.core.scan.catalog;

import io.compscan.result.Later;
import java.util.List;

/**
 * What a catalog holds, as its manifest says.
 *
 * @param toolVersion the version of compscan that wrote it; another one may compress otherwise
 * @param libraries what compressed, with its versions; likewise
 * @param measured what is measured: a line for each scheme, and one for each target system that packs in the order of the data
 * @param asked a digest of all that decides the last result beside the data
 * @param scanCount how many scans were complete
 * @param levels for each scheme the level whose chunks its index has kept; 0 for all
 * @param segments in the order in which they were written
 * @param resultChecksum the CRC-32C of the last result, in hexadecimal; empty until it is written
 * @param historyChecksum that of the history
 */
public record Catalog(
        String toolVersion,
        @Later List<String> libraries,
        List<String> measured,
        String asked,
        int scanCount,
        List<Integer> levels,
        List<Segment> segments,
        String resultChecksum,
        String historyChecksum) {

    /** Copies the lists. */
    public Catalog {
        libraries = List.copyOf(libraries);
        measured = List.copyOf(measured);
        levels = List.copyOf(levels);
        segments = List.copyOf(segments);
    }

    /** What is known before the first scan is complete. */
    static Catalog begun(String toolVersion, List<String> libraries, List<String> measured) {
        return new Catalog(toolVersion, libraries, measured, "", 0, List.of(), List.of(), "", "");
    }

    /** This catalog, whose documents are written. */
    Catalog withDocuments(String result, String history) {
        return new Catalog(toolVersion, libraries, measured, asked, scanCount, levels, segments, result, history);
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
