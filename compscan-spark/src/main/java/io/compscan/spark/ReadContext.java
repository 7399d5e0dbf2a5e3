package io.compscan.spark;

import io.compscan.core.source.file.PageCachePolicy;
import org.apache.hadoop.conf.Configuration;

/**
 * What an executor needs to open units.
 *
 * @param hadoop how Hadoop file systems are reached
 * @param pageCache what reading files may leave in the page cache
 */
record ReadContext(Configuration hadoop, PageCachePolicy pageCache) {}
