package io.compscan.core.scan;

import io.compscan.core.checkpoint.Checkpoint.LayoutSums;
import io.compscan.core.checkpoint.Checkpoint.Tallies;
import io.compscan.core.fold.LayoutTally;
import io.compscan.core.fold.SuperblockTally;
import io.compscan.core.fold.TypeTally;
import io.compscan.core.measure.ReadTally;
import io.compscan.core.measure.Worker;
import io.compscan.core.result.TypeTotals;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What belongs to references, over all threads of a scan and, where it goes on from a checkpoint, over what was tallied before. */
final class ScanTally {

    private final List<TypeTotals> types;
    private final List<LayoutTally> layouts = new ArrayList<>();
    private final SuperblockTally superblocks;
    private final long fileCount;
    private final long logicalBytes;

    /**
     * Adds up; none of the threads may be at work.
     *
     * @param registry that has numbered the extensions
     * @param carried what an earlier session of the same scan had tallied
     */
    ScanTally(
            ScanOptions options,
            TypeTally.Registry registry,
            List<ReadTally> readers,
            List<Worker> workers,
            @Nullable Tallies carried) {
        int layoutCount = options.schemes().count();
        ReadTally read = new ReadTally(layoutCount);
        readers.forEach(read::merge);
        superblocks = new SuperblockTally(options.compressors().size());
        for (int i = 0; i < layoutCount; i++) {
            layouts.add(new LayoutTally());
        }
        for (Worker worker : workers) {
            read.types().merge(worker.types());
            for (int i = 0; i < layoutCount; i++) {
                layouts.get(i).merge(worker.tally(i));
            }
            SuperblockTally tally = worker.superblocks();
            if (tally != null) {
                superblocks.merge(tally);
            }
        }
        List<TypeTotals> own = registry.totals(read.types());
        if (carried == null) {
            types = own;
            fileCount = read.fileCount();
            logicalBytes = read.logicalBytes();
        } else {
            types = TypeTally.sum(own, carried.types());
            fileCount = read.fileCount() + carried.fileCount();
            logicalBytes = read.logicalBytes() + carried.logicalBytes();
            for (int i = 0; i < layoutCount; i++) {
                layouts.get(i).merge(LayoutTally.of(carried.layouts().get(i)));
            }
            superblocks.merge(carried.superblocks());
        }
    }

    long fileCount() {
        return fileCount;
    }

    long logicalBytes() {
        return logicalBytes;
    }

    List<TypeTotals> types() {
        return types;
    }

    LayoutTally layout(int i) {
        return layouts.get(i);
    }

    SuperblockTally superblocks() {
        return superblocks;
    }

    /**
     * The same, to be carried over to a session that goes on.
     *
     * @param journal of the ledger
     */
    Tallies toCheckpoint(String journal) {
        return new Tallies(
                fileCount,
                logicalBytes,
                types,
                layouts.stream()
                        .map(layout -> new LayoutSums(
                                layout.chunkCount(), layout.chunkBytes(), layout.zeroChunkCount(), layout.zeroBytes()))
                        .toList(),
                superblocks.totals(),
                journal);
    }
}
