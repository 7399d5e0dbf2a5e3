package io.compscan.core.scan;

import io.compscan.core.ledger.Account;
import io.compscan.core.ledger.LedgerRecorder;
import io.compscan.core.source.Unit;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Which account of the ledger a scan charges with a unit.
 *
 * @param isPart whether the scan measures a part of something larger, whose accounts already have numbers
 * @param numbers for a part the number of a unit's account; null if the part charges nobody
 */
record PartAccounts(boolean isPart, @Nullable ToIntFunction<Unit> numbers) {

    static final PartAccounts OF_THE_WHOLE = new PartAccounts(false, null);

    boolean areCharged() {
        return !isPart || numbers != null;
    }

    Account open(LedgerRecorder recorder, Unit unit, String extension, String type) {
        return numbers == null ? recorder.open(unit.name(), extension, type) : recorder.open(numbers.applyAsInt(unit));
    }
}
