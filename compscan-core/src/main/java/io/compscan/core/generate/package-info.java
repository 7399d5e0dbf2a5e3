/**
 * Data sets whose ground truth is known: what a scan of them must find is computed before a byte is written.
 *
 * <p>A {@link io.compscan.core.generate.DatasetSpec} says what is asked for. A {@link io.compscan.core.generate.Generator} turns it
 * into numbers ({@link io.compscan.core.generate.GroundTruth}), streams or files. Nothing is kept of what was generated: the chunk at
 * a position follows from the position alone, through a keyed permutation, and its bytes from its number and the seed alone. So memory
 * does not grow with the size, any file can be read from anywhere, and threads need not agree on anything.
 */
@NullMarked
package io.compscan.core.generate;

import org.jspecify.annotations.NullMarked;
