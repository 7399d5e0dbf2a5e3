package io.compscan.core.scan;

import io.compscan.core.fold.ledger.SampledReferences;

/**
 * The end of the scan of a part.
 *
 * @param part sums, errors and accounts
 * @param references the references to the chunks of the ledger's sample
 */
public record PartOutcome(ScanPart part, SampledReferences references) {}
