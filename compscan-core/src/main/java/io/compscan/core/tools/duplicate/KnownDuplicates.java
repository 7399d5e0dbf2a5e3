package io.compscan.core.tools.duplicate;

import io.compscan.core.set.FingerprintSet;
import io.compscan.core.set.SetExport;
import io.compscan.result.Layout;
import io.compscan.result.Ledger;
import io.compscan.result.Ledger.DirectoryOverlap;
import io.compscan.result.Refcount;
import io.compscan.result.ScanResult;
import io.compscan.result.duplicate.Duplicates;
import io.compscan.result.duplicate.Duplicates.Directory;
import io.compscan.result.duplicate.Duplicates.DirectoryPair;
import io.compscan.result.duplicate.Duplicates.Origin;
import io.compscan.result.duplicate.Duplicates.Sharing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The duplicates that earlier scans know, without the data. */
public final class KnownDuplicates {

    private KnownDuplicates() {}

    /**
     * The chunks of the first chunking of a set. It knows neither files nor directories.
     *
     * @param top how many chunks are told
     * @throws IOException if the set cannot be read, or holds a sample of its chunks
     */
    public static Duplicates of(FingerprintSet set, int top) throws IOException {
        TopChunks chunks = new TopChunks(top);
        SetExport.visit(set, 0, chunks);
        ScanResult scan = set.metadata().result();
        return Document.of(
                scan, Origin.SET, scan.layouts().get(0), chunks.repeatedChunkCount(), chunks.list(), null, null);
    }

    /**
     * The top-level directories of a result, under the chunking of its ledger.
     *
     * @param top how many pairs are told
     */
    public static Duplicates of(ScanResult result, int top) {
        Ledger ledger = result.ledger();
        Layout layout = result.layouts().stream()
                .filter(one -> ledger != null && one.chunking().equals(ledger.chunking()))
                .findFirst()
                .orElse(result.layouts().get(0));
        return Document.of(
                result,
                Origin.RESULT,
                layout,
                repeated(layout),
                null,
                null,
                ledger == null ? null : sharing(ledger, top));
    }

    private static @Nullable Long repeated(Layout layout) {
        boolean isKnown = layout.method() == null && !layout.refcounts().isEmpty();
        return isKnown
                ? Long.valueOf(layout.refcounts().stream()
                        .filter(row -> row.references() > 1)
                        .mapToLong(Refcount::chunks)
                        .sum())
                : null;
    }

    private static Sharing sharing(Ledger ledger, int top) {
        DirectoryOverlap overlap = ledger.overlap();
        List<String> paths = ledger.paths();
        List<DirectoryPair> pairs = new ArrayList<>();
        for (int i = 0; i < overlap.directories().size(); i++) {
            for (int j = i + 1; j < overlap.directories().size(); j++) {
                long shared = overlap.sharedBytes().get(i).get(j);
                long error = overlap.sharedErrorBytes().get(i).get(j);
                if (shared > 0) {
                    pairs.add(new DirectoryPair(
                            directory(ledger, paths, i),
                            directory(ledger, paths, j),
                            shared,
                            error == 0 ? null : Math.max(0, shared - error),
                            error == 0 ? null : shared + error));
                }
            }
        }
        pairs.sort(Comparator.comparingLong(DirectoryPair::sharedBytes)
                .reversed()
                .thenComparing(pair -> pair.first().path())
                .thenComparing(pair -> pair.second().path()));
        return new Sharing(
                ledger.compressor(),
                ledger.sampleShift(),
                ledger.sampledChunkCount(),
                pairs.subList(0, Math.min(top, pairs.size())));
    }

    private static Directory directory(Ledger ledger, List<String> paths, int compared) {
        DirectoryOverlap overlap = ledger.overlap();
        return new Directory(
                paths.get(overlap.directories().get(compared)),
                false,
                overlap.sharedBytes().get(compared).get(compared));
    }
}
