package io.compscan.spark.place;

import io.compscan.core.source.Source;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.PageCachePolicy;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.core.source.view.JoinedSource;
import io.compscan.hadoop.HadoopTreeSource;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * The places below which an image may have parents and extents, for executors.
 *
 * @param files local paths
 * @param hadoopFiles paths of Hadoop file systems
 */
public record Roots(List<String> files, List<String> hadoopFiles) implements Serializable {

    /** An image leads nowhere. */
    static final Roots NONE = new Roots(List.of(), List.of());

    /** Copies the lists. */
    public Roots {
        files = List.copyOf(files);
        hadoopFiles = List.copyOf(hadoopFiles);
    }

    /** A source below the local paths. */
    Source openFiles(PageCachePolicy pageCache) {
        return files.isEmpty()
                ? new JoinedSource(List.of())
                : new FileTreeSource(files.stream().map(Path::of).toList(), WalkOptions.ALL, pageCache);
    }

    /** A source below the paths of Hadoop. */
    Source openHadoopFiles(Configuration hadoop) {
        return new HadoopTreeSource(hadoopFiles, WalkOptions.ALL, hadoop);
    }
}
