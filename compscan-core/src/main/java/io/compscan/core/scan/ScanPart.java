package io.compscan.core.scan;

import io.compscan.core.checkpoint.Checkpoint.Tallies;
import io.compscan.core.result.ReadError;
import java.util.List;

/**
 * What one part of a divided scan came to, apart from its distinct chunks; see {@link DividedScan}.
 *
 * @param tallies what belongs to references
 * @param errors every path of the part that could not be read whole or changed meanwhile, in ascending order of the path
 * @param indexBytes memory that the part's indexes held at its end
 */
public record ScanPart(Tallies tallies, List<ReadError> errors, long indexBytes) {

    /** Copies the list. */
    public ScanPart {
        errors = List.copyOf(errors);
    }
}
