/**
 * The scan as a job of Apache Spark: the data is read where executors are, and the fingerprints meet in one table, cell by cell.
 *
 * <pre>
 *   driver     walk -> TaskPlan                      Stitching <- tallies             DividedScan -> ScanResult
 *                        |                            |     ^                              ^
 *   executors            v                            v     |                              |
 *              [ TaskRun: Scan.runPart ] --blocks--> shuffle by cell, sorted --> [ CellFold: MergeCursor -> SchemeFold, ChargedChunks ]
 *                                        --samples-> SampledReferences.plus -----------^
 * </pre>
 *
 * <p>Who reads is the core's own {@link io.compscan.core.scan.Scan}; here is only how a scan is divided, how entries travel, and how
 * content-defined chunks are joined where a unit was divided. No number comes from an accumulator: all of them ride with the output of
 * tasks, of which Spark keeps exactly one for each, however often a task was run.
 *
 * <p>Into this room may what knows Spark or Hadoop, and nothing that a scan on one machine could use.
 */
@NullMarked
package io.compscan.spark;

import org.jspecify.annotations.NullMarked;
