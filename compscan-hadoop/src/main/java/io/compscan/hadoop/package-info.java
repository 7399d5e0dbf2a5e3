/**
 * Files of Hadoop file systems as units: {@code hdfs://NAMENODE/PATH}, and all others for which Hadoop has a connector.
 *
 * <p>Hadoop itself is not in the jar. It comes from the class path, or from two jars beside {@code compscan.jar}. Only
 * {@link io.compscan.hadoop.HadoopProvider} can be loaded without it. Jobs of Spark use the source as well.
 */
@NullMarked
package io.compscan.hadoop;

import org.jspecify.annotations.NullMarked;
