package io.compscan.core.scan;

import io.compscan.core.fold.ReferenceSums;
import io.compscan.core.fold.ledger.AccountSums;
import io.compscan.result.ReadError;
import java.util.List;

/**
 * The outcome of one part of a divided scan, apart from its distinct chunks; see {@link DividedScan}.
 *
 * @param sums the sums of references
 * @param errors every path of the part that could not be read whole or changed meanwhile, in ascending order of the path
 * @param accounts the sums of each account; without the first scheme of the whole scan nothing is charged
 */
public record ScanPart(ReferenceSums sums, List<ReadError> errors, List<AccountSums> accounts) {

    /** Copies the lists. */
    public ScanPart {
        errors = List.copyOf(errors);
        accounts = List.copyOf(accounts);
    }
}
