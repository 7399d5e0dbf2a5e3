/**
 * Blocks of sorted entries, which travel through the shuffle. A cell is a range of fingerprints that one task folds.
 *
 * <p>A {@link io.compscan.spark.cell.CellPlan} says which cell an entry belongs to. What is done with cells stays out.
 */
@NullMarked
package io.compscan.spark.cell;

import org.jspecify.annotations.NullMarked;
