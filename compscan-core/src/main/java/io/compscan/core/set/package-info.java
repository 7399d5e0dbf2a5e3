/**
 * Fingerprint sets: the outcome of a scan in one file, for a merge or a comparison with others.
 *
 * <pre>
 *   Scan -> SetWriter -> host1.fpr |
 *   Scan -> SetWriter -> host2.fpr | -> SetMerge -> MergeResult      the union, each alone, the bytes they share
 *                                  | -> SetDiff  -> DiffResult       the changes from one to the next
 * </pre>
 *
 * <p>A set is a run file ({@link io.compscan.map.RunFile}). It holds two tables of entries for each scheme, and a document beside them; see
 * {@code docs/how-to/sets.md}. A merge or a comparison walks the entries of all sets in key order, once, and keeps only sums. So its memory
 * does not depend on their number. As in a scan, all numbers of distinct chunks come from {@link io.compscan.core.fold.SchemeFold}. The
 * union ends in the same {@link io.compscan.core.fold.ResultBuilder}.
 *
 * <p>A class may enter if it reads or writes sets. It knows nothing of scans. {@code io.compscan.report} shows the outcome.
 */
@NullMarked
package io.compscan.core.set;

import org.jspecify.annotations.NullMarked;
