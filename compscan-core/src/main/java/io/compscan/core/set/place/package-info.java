/**
 * Which fingerprint set goes on which pool, so that all together take least.
 *
 * <pre>
 *   Sets -> SharedChunks -> Sharing (one for each system) ---+
 *   PlaceRequest: pools, pins, places now, limits -> Problem-+-> AllAssignments, if they are few  -+-> Assignment
 *                                                            +-> LocalSearch, else                -+
 *   Assignment -> SetMerge.onSystems (the fold of a merge) of each pool -> PlaceResult
 * </pre>
 *
 * <p>The search counts with {@link io.compscan.core.set.place.Sharing}, which needs no set. Every number of a pool in the result is that of
 * a merge of its sets. Where the two differ and a pool would not fit, the search begins anew with less room.
 *
 * <p>A class may enter if it finds or weighs placements. It reads sets through {@code io.compscan.core.set} alone.
 */
@NullMarked
package io.compscan.core.set.place;

import org.jspecify.annotations.NullMarked;
