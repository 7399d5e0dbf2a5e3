package io.compscan.result.set;

import io.compscan.result.Layout;
import io.compscan.result.Totals;
import java.time.Instant;
import java.util.List;

/**
 * One of the fingerprint sets that were merged or compared, by itself.
 *
 * @param name short, as the tables show it: the name of the file without its ending, or the path where that is not enough
 * @param file the path, as given
 * @param hosts the names of the machines that were scanned; empty where they are withheld
 * @param scannedAt when its scan began
 * @param partial true if its scan was stopped before the end
 * @param totals the part of the numbers that does not depend on the chunking
 * @param layouts one for each chunking
 */
public record SetResult(
        String name,
        String file,
        List<String> hosts,
        Instant scannedAt,
        boolean partial,
        Totals totals,
        List<Layout> layouts) {

    /** Copies the lists. */
    public SetResult {
        hosts = List.copyOf(hosts);
        layouts = List.copyOf(layouts);
    }
}
