/**
 * What other programs have recorded: traces and indexes that hold fingerprints and no data.
 *
 * <pre>
 *   file -> TraceFormat -> Trace (TraceScheme) -> TraceVisitor -> TraceImport -> index -> fold -> ScanOutcome, fingerprint set
 * </pre>
 *
 * <p>A format is one class that reads its bytes and knows nothing of indexes. It treats each byte as hostile: no length in a file decides how
 * much memory is taken, and a file that contradicts itself is a {@link io.compscan.core.trace.TraceFormatException} with its name and place.
 *
 * <p>A new format belongs here. What the numbers mean belongs to {@code fold}.
 */
@NullMarked
package io.compscan.core.trace;

import org.jspecify.annotations.NullMarked;
