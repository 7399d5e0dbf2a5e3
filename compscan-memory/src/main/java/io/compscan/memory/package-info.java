/**
 * A scan of memory. {@link io.compscan.memory.MemoryScan} finds the pages and hands them to an ordinary scan as units. Afterwards it tells of
 * frames, merging, and who shares what.
 *
 * <pre>
 *   targets -> address spaces -> frames -> first pass ... pause ... -> units -> (scan) -> tally -> MemoryResult
 * </pre>
 */
@NullMarked
package io.compscan.memory;

import org.jspecify.annotations.NullMarked;
