package io.compscan.result.set;

import io.compscan.result.Later;
import io.compscan.result.ScanResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A fingerprint set's description of itself: the numbers of its scan that its entries do not hold.
 *
 * @param format always {@value #FORMAT}
 * @param version of this document, {@value #VERSION}
 * @param hosts the names of the machines that were scanned, each once; empty where names are withheld
 * @param savedAt when the set was written
 * @param saltId the id of the salt that its fingerprints are keyed with; empty if they are plain
 * @param superblocks for each compressor what the superblocks came to; nothing but zeros where there were none
 * @param arrivals for each target system that packs in the order of the data, a sample of that order
 * @param result what the scan found; without paths where the fingerprints are keyed
 */
public record SetMetadata(
        String format,
        int version,
        List<String> hosts,
        Instant savedAt,
        String saltId,
        List<SuperblockTotals> superblocks,
        @Later List<Arrivals> arrivals,
        ScanResult result) {

    /**
     * A sample of the order of the data.
     *
     * @param profile the name of the target system
     * @param fragments the sample as it saves itself
     */
    public record Arrivals(String profile, String fragments) {}

    /** The name of the format. */
    public static final String FORMAT = "compscan-set";
    /** The version of the format that this code writes. */
    public static final int VERSION = 1;

    /** Copies the lists; refuses superblocks of other compressors. */
    public SetMetadata {
        hosts = List.copyOf(hosts);
        superblocks = List.copyOf(superblocks);
        arrivals = List.copyOf(arrivals);
        if (superblocks.size() != result.settings().compressors().size()) {
            throw new IllegalStateException("there are superblocks of " + superblocks.size() + " compressors, not of "
                    + result.settings().compressors().size());
        }
    }

    /** A document in the current format. */
    public SetMetadata(
            List<String> hosts,
            Instant savedAt,
            String saltId,
            List<SuperblockTotals> superblocks,
            List<Arrivals> arrivals,
            ScanResult result) {
        this(FORMAT, VERSION, hosts, savedAt, saltId, superblocks, arrivals, result);
    }

    /**
     * The same with some of its layouts and their compressors, in another order.
     *
     * @param kept for each chunking the compressors
     */
    public SetMetadata ofLayouts(Map<String, List<String>> kept) {
        ScanResult some = result.ofLayouts(kept);
        List<SuperblockTotals> totals = some.settings().compressors().stream()
                .map(name -> superblocks.get(result.settings().compressors().indexOf(name)))
                .toList();
        return new SetMetadata(format, version, hosts, savedAt, saltId, totals, arrivals, some);
    }

    /** The same without the samples of order, which are large. */
    public SetMetadata withoutArrivals() {
        return new SetMetadata(format, version, hosts, savedAt, saltId, superblocks, List.of(), result);
    }
}
