/**
 * Attributes stored bytes to directories, file types and machines, from a sample of the fingerprints.
 *
 * <p>During a scan, the {@link io.compscan.core.fold.ledger.LedgerRecorder} records references to the sampled chunks, in memory that does
 * not grow with the data. When the index is folded, a {@link io.compscan.core.fold.ledger.LedgerBuilder} receives the stored sizes of those
 * chunks and shares them among their references. The outcome is the {@link io.compscan.result.Ledger}. Where several machines read
 * parts of units, a {@link io.compscan.core.fold.ledger.DividedRecorder} numbers the accounts, and the samples of the parts add up.
 *
 * <p>May enter: names, keys and sizes. Not chunkers, codecs, maps or files: a chunk is known by the 64 bits of its key, a unit by its
 * name.
 */
@NullMarked
package io.compscan.core.fold.ledger;

import org.jspecify.annotations.NullMarked;
