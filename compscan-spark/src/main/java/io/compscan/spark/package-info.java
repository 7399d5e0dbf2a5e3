/**
 * A scan as a job of Apache Spark: executors read the data, and the fingerprints meet in one table, cell by cell.
 *
 * <pre>
 *   driver     walk -> TaskPlan                      Stitching &lt;- tallies          DividedScan -> ScanResult
 *                        |                            |     ^                              ^
 *   executors            v                            v     |                              |
 *              [ TaskRun: PartRun.run  ] --blocks--> shuffle by cell, sorted --> [ CellFold: MergeCursor -> SchemeFold, ChargedChunks ]
 *                                        --samples-> SampledReferences.plus -----------^
 * </pre>
 *
 * <p>The core's own {@link io.compscan.core.scan.PartRun} reads each part. This package divides a scan, carries entries between machines,
 * and joins content-defined chunks where a unit was divided. The class {@link io.compscan.spark.StretchCuts} observes the cuts of a part,
 * and {@link io.compscan.spark.Stitching} decides which cuts count. No number comes from an accumulator. All numbers travel with the output
 * of tasks, because Spark keeps exactly one output for each task, however often it runs the task.
 *
 * <p>The command line belongs to {@code compscan-cli}, on purpose. A job has the options, outputs and exit codes of {@code compscan scan}.
 * This package knows only one type of that module, {@link io.compscan.cli.ClusterCommand}.
 *
 * <p>A class may enter if it needs Spark or Hadoop. Everything that a scan on one machine could use belongs to the core.
 */
@NullMarked
package io.compscan.spark;

import org.jspecify.annotations.NullMarked;
