package io.compscan.core.scan;

import io.compscan.core.fold.ledger.LedgerRecorder;
import io.compscan.core.index.IndexRuns;
import io.compscan.core.scan.checkpoint.Checkpoint;
import io.compscan.core.scan.checkpoint.CheckpointDirectory;
import io.compscan.core.scan.checkpoint.CheckpointException;
import io.compscan.core.scan.checkpoint.ReadUnits;
import io.compscan.core.scan.read.ErrorLog;
import io.compscan.core.scan.read.task.PartialUnit;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitVersion;
import io.compscan.result.ReadError;
import io.compscan.result.ReadError.Kind;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The units that an interrupted scan has read already. The walk of the resumed scan, which finds everything once more, asks about each.
 *
 * <p>A unit that was read and has not changed is passed over. One that has changed, or is gone, counts as it was and is listed, for its
 * contribution cannot be taken back. If a large unit was read in part and has changed, the rest is not read, since two versions of it must
 * not be mixed. It is listed with the missing bytes. One thread.
 */
public final class Resumption implements AutoCloseable {

    private static final String READ_BEFORE = "the interrupted scan had read it; it counts as it was";

    private final CheckpointDirectory directory;
    private final ErrorLog errors;
    private final List<IndexRuns> runs;
    private final String savedJournal;
    private @Nullable ReadUnits readUnits;
    private final Map<String, PartialUnit> partialUnits = new HashMap<>();

    Resumption(CheckpointDirectory directory, Checkpoint checkpoint, ErrorLog errors) {
        this.directory = directory;
        this.errors = errors;
        runs = checkpoint.runs();
        savedJournal = checkpoint.tallies().journal();
        for (PartialUnit unit : checkpoint.partialUnits()) {
            partialUnits.put(unit.name(), unit);
        }
    }

    /**
     * Restores the state of the interrupted scan; the first call.
     *
     * @param indexes the empty indexes
     * @param ledger the empty ledger
     * @throws CheckpointException if the checkpoint is damaged
     */
    void restore(ScanIndexes indexes, LedgerRecorder ledger) throws IOException {
        try {
            readUnits = new ReadUnits(directory, unit -> {
                ReadError error = unit.error();
                if (error != null) {
                    errors.add(error);
                }
            });
            indexes.restore(directory.runs(), runs);
            restore(ledger);
        } catch (RuntimeException e) {
            throw contradicts(e);
        }
    }

    private void restore(LedgerRecorder ledger) throws CheckpointException {
        try {
            ledger.restore(savedJournal);
        } catch (IllegalArgumentException e) {
            throw new CheckpointException(directory.path() + ": damaged: " + e.getMessage(), e);
        }
    }

    /** Whether the unit was read to its end before, so that the walk passes over it. */
    boolean wasRead(String unitName, UnitVersion version) {
        return switch (loaded().meet(unitName, version)) {
            case NEW -> false;
            case READ -> true;
            case CHANGED -> {
                changed(unitName, "changed after " + READ_BEFORE);
                yield true;
            }
        };
    }

    /** The part of the unit that was read before; null if there is none. Each part is handed out once. */
    @Nullable PartialUnit takePartial(Unit unit) {
        return partialUnits.remove(unit.name());
    }

    /** Lists the units that the walk has not found as gone. For the end of a walk that has not been stopped. */
    void finish() throws IOException {
        loaded().forEachUnmet(unit -> changed(unit.name(), "gone after " + READ_BEFORE));
        for (PartialUnit unit : partialUnits.values()) {
            changed(unit.name(), "gone after the interrupted scan had read a part of it, which counts");
        }
    }

    private ReadUnits loaded() {
        return Objects.requireNonNull(readUnits, "not loaded");
    }

    private void changed(String name, String reason) {
        errors.add(new ReadError(name, Kind.CHANGED, 0, reason));
    }

    /** The failure of a scan whose numbers contradict those of the checkpoint. */
    CheckpointException contradicts(RuntimeException e) {
        String reason = e.getMessage() == null ? e.toString() : e.getMessage();
        return new CheckpointException(
                directory.path() + ": the checkpoint contradicts what was read after it: " + reason, e);
    }

    @Override
    public void close() {
        if (readUnits != null) {
            readUnits.close();
        }
    }
}
