/**
 * Data sets whose ground truth is known: the numbers that a scan must find are computed before a byte is written.
 *
 * <p>A {@link io.compscan.core.tools.generate.DatasetSpec} says what is asked for. A {@link io.compscan.core.tools.generate.Generator} turns it into
 * numbers ({@link io.compscan.core.tools.generate.GroundTruth}), streams or files. Generated data is not kept. The chunk at a position follows
 * from the position alone, through a keyed permutation. The bytes of a chunk follow from its number and the seed alone. So memory does not
 * grow with the size, any file can be read from anywhere, and threads need not agree on anything.
 */
@NullMarked
package io.compscan.core.tools.generate;

import org.jspecify.annotations.NullMarked;
