package io.compscan.spark;

import io.compscan.core.source.file.PageCachePolicy;
import org.apache.hadoop.conf.Configuration;

/**
 * The means of an executor to open units.
 *
 * @param hadoop how to reach Hadoop file systems
 * @param pageCache what reading files leaves in the page cache
 */
record ReadContext(Configuration hadoop, PageCachePolicy pageCache) {}
