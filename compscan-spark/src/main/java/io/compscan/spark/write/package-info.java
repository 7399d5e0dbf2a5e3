/**
 * The write path for programs on Hadoop and Spark: a file system that deduplicates what is written through it.
 *
 * <p>It knows Hadoop's file systems and core's write session, and nothing of the scan as a job.
 */
@NullMarked
package io.compscan.spark.write;

import org.jspecify.annotations.NullMarked;
