/**
 * Reads the records of other programs: traces and indexes that hold fingerprints and no data.
 *
 * <pre>
 *   file -> TraceFormat -> Trace (TraceScheme) -> TraceVisitor -> TraceImport -> index -> fold -> ScanOutcome, fingerprint set
 * </pre>
 *
 * <p>A format is one class that reads its bytes and knows nothing of indexes. It treats each byte as hostile. No length in a file decides
 * how much memory is taken. A file that contradicts itself is a {@link io.compscan.core.tools.trace.TraceFormatException} with the file's name
 * and the place.
 *
 * <p>A new format belongs here. The meaning of the numbers belongs to {@code fold}.
 */
@NullMarked
package io.compscan.core.tools.trace;

import org.jspecify.annotations.NullMarked;
