package io.compscan.core.scan;

import io.compscan.core.checkpoint.Checkpoint;
import io.compscan.core.checkpoint.CheckpointDirectory;
import io.compscan.core.checkpoint.CheckpointException;
import io.compscan.core.checkpoint.ReadUnits;
import io.compscan.core.index.IndexRuns;
import io.compscan.core.ledger.LedgerRecorder;
import io.compscan.core.read.ErrorLog;
import io.compscan.core.read.task.PartialUnit;
import io.compscan.core.result.ReadError;
import io.compscan.core.result.ReadError.Kind;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitVersion;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an interrupted scan had read already: asked by the walk of the scan that goes on, which finds everything once more.
 *
 * <p>A unit that was read and has not changed is passed over. One that has changed, or is gone, counts as it was and is listed: what it
 * contributed cannot be taken back. Of a large unit that was read in part and has changed, the rest is not read, since two versions of
 * it must not be mixed; it is listed with what is missing. One thread.
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

    /** Whether the unit was read to its end before, so that it is to be passed over. */
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

    /** The part of the unit that was read before, null if there is none; can be asked once. */
    @Nullable PartialUnit takePartial(Unit unit) {
        return partialUnits.remove(unit.name());
    }

    /** To be called when the walk is over and has not been stopped: what it has not found is gone. */
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

    /** The failure of a scan whose numbers do not go together with those of the checkpoint. */
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
