/**
 * Who is charged with what: the stored bytes of directories, file types and machines, from a sample of the fingerprints.
 *
 * <p>While a scan runs, the {@link io.compscan.core.ledger.LedgerRecorder} takes note of who refers to the chunks of the sample, in memory that
 * does not grow with the data. When the index is folded, a {@link io.compscan.core.ledger.LedgerBuilder} is shown what those chunks are stored
 * in, shares it among their references, and draws up the {@link io.compscan.core.result.Ledger}. Where units are read in parts, on several
 * machines, a {@link io.compscan.core.ledger.DividedRecorder} gives numbers to the accounts, and the samples of the parts add up.
 *
 * <p>May enter: names, keys and sizes. Not chunkers, codecs, maps or files: a chunk is known by the 64 bits of its key, a unit by its name.
 */
@NullMarked
package io.compscan.core.ledger;

import org.jspecify.annotations.NullMarked;
