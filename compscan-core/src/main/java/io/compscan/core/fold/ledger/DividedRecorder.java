package io.compscan.core.fold.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers the accounts of a divided scan. The walk opens each account here, and each part records under these numbers in a
 * {@link LedgerRecorder} of its own.
 *
 * <p>So a part carries neither names nor a tree. The depth of the tree and the named machines come out as in an undivided scan. For use
 * by one thread.
 */
public final class DividedRecorder {

    private final LedgerRecorder recorder;
    private final Map<Long, Integer> numbers = new HashMap<>();
    private final List<Account> accounts = new ArrayList<>();

    /**
     * A recorder without any account.
     *
     * @param paths the paths that are scanned
     * @param separator the separator of the names in the name of a unit
     */
    public DividedRecorder(List<String> paths, String separator, LedgerLimits limits) {
        recorder = new LedgerRecorder(paths, separator, limits);
    }

    /** The number of the account that a unit is charged to; see {@link LedgerRecorder#open(String, String, String)}. */
    public int open(String unitName, String extension, String type) {
        Account account = recorder.open(unitName, extension, type);
        Integer known = numbers.putIfAbsent(account.group(), accounts.size());
        if (known != null) {
            return known;
        }
        accounts.add(account);
        return accounts.size() - 1;
    }

    /** Adds the sums of a part for an account. */
    public void add(AccountSums sums) {
        accounts.get(sums.account()).add(sums.fileCount(), sums.scannedBytes(), sums.zeroBytes());
    }

    /** Forgets all sums, but not the accounts. */
    public void forget() {
        accounts.forEach(Account::forget);
    }

    /**
     * Ends the recording; the builder then needs the stored sizes of the sample.
     *
     * @param references the samples of all parts together
     */
    public LedgerBuilder post(SampledReferences references) {
        return recorder.post(references, accounts);
    }
}
