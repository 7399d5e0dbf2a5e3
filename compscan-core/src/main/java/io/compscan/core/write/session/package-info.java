/**
 * The write path: deduplicates what a program writes, while it writes. Public, documented in {@code docs/how-to/library.md}.
 *
 * <pre>
 *   WriteRequest -> WriteSession.open -> open(name) -> DedupChannel.write ... finish -> StreamSummary
 *                                     -> openPositioned(name) -> PositionedChannel       fixed chunks, written in any order
 *                                     -> finish -> ScanOutcome
 *
 *   DedupChannel -> PushedUnit -> Slab -> SlabProcessor -> index         on the thread that writes, with a borrowed Desk
 * </pre>
 *
 * <p>A session does what a scan does with a slab, from the cutting to the fold, by the same classes. Only the reader differs: here a
 * program hands the bytes over. So the result of a session equals that of a scan of the same bytes.
 *
 * <p>Code for writers belongs here. Work on chunks belongs to {@code measure}, and the parts of a result belong to {@code fold}.
 */
@NullMarked
package io.compscan.core.write.session;

import org.jspecify.annotations.NullMarked;
