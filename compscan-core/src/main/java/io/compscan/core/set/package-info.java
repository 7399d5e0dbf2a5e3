/**
 * Fingerprint sets: what a scan found, in one file, to be carried elsewhere and put together with others.
 *
 * <pre>
 *   Scan -> SetWriter -> host1.fpr |
 *   Scan -> SetWriter -> host2.fpr | -> SetMerge -> MergeResult      the union, each alone, what they share
 *                                  | -> SetDiff  -> DiffResult       what changed from one to the next
 * </pre>
 *
 * <p>A set is a run file ({@link io.compscan.map.run}) with two tables of entries for each chunking and a document beside them, drawn in
 * {@code docs/sets.md}. Merging and comparing walk the entries of all sets in key order, once, and keep sums alone, so memory does not
 * depend on how many there are; every number of distinct chunks comes out of {@link io.compscan.core.fold.SchemeFold}, as a scan's
 * does.
 *
 * <p>What may enter: whatever reads or writes sets. How the outcome is shown is up to {@code io.compscan.core.report}.
 */
@NullMarked
package io.compscan.core.set;

import org.jspecify.annotations.NullMarked;
