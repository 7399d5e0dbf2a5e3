/**
 * The inner loops of content-defined chunking: rolling hashes and searches over a range of bytes.
 *
 * <p>Each scan appends the positions at which the bytes of its window allow a cut to {@link io.compscan.core.chunk.rolling.Candidates}.
 * It knows neither minimum nor maximum nor the start of a chunk, so any thread can scan any range. Four parts of a range, or two, run
 * side by side, because one hash waits for its own last result.
 *
 * <p>May enter: hashes, their tables, and loops over bytes. This room knows no other room of compscan.
 */
@NullMarked
package io.compscan.core.chunk.rolling;

import org.jspecify.annotations.NullMarked;
