/**
 * Puts the other packages together: walks a source, reads its units, and folds what comes of them into a result.
 *
 * <pre>
 *   Walk -> TaskQueue -> [ each thread:  Reader fills its Slab  ->  SlabProcessor empties it ] -> SchemeFold -> ScanResult
 *           (bounded)                    (as many at once as       (as many at once as
 *                                         there are readers)        there are workers)
 * </pre>
 *
 * <p>Where chunks reach from one slab into the next, a unit's slabs belong to a {@link io.compscan.core.read.Chain}: read at any time, cut
 * in turn.
 *
 * <p>Two kinds of numbers. What belongs to <em>references</em> (bytes read, zeros, errors, file types) is tallied by whoever meets it,
 * in a tally of its own thread, and merged at the end. What belongs to <em>distinct chunks</em> is folded once from the entries of the
 * index. Neither depends on the number of threads or on their luck.
 *
 * <p>{@link io.compscan.core.scan.Scan} is the way in. There is no console here, no static state, and no exit.
 */
@NullMarked
package io.compscan.core.scan;

import org.jspecify.annotations.NullMarked;
