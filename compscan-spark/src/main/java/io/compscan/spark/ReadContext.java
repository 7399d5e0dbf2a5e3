package io.compscan.spark;

import io.compscan.core.source.Source;
import io.compscan.core.source.file.PageCachePolicy;
import org.apache.hadoop.conf.Configuration;

/**
 * The means of an executor to open units.
 *
 * @param hadoop how to reach Hadoop file systems
 * @param pageCache what reading files leaves in the page cache
 * @param files leads from local files to others
 * @param hadoopFiles leads from files of Hadoop to others
 * @param containers looks into containers
 */
record ReadContext(
        Configuration hadoop, PageCachePolicy pageCache, Source files, Source hadoopFiles, Containers containers) {

    /** The means of one task. */
    static ReadContext of(Configuration hadoop, PageCachePolicy pageCache, Roots roots) {
        return new ReadContext(
                hadoop, pageCache, roots.openFiles(pageCache), roots.openHadoopFiles(hadoop), new Containers());
    }
}
