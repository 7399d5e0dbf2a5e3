package io.compscan.hadoop;

import io.compscan.core.source.Source;
import io.compscan.core.source.view.SourceContext;
import io.compscan.core.source.view.SourceProvider;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Opens locations of Hadoop file systems with the configuration in {@code HADOOP_CONF_DIR}. */
public final class HadoopProvider implements SourceProvider {

    /** For the service loader. */
    public HadoopProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("hdfs", "webhdfs", "swebhdfs", "viewfs", "abfs", "abfss", "gs", "ofs", "s3a");
    }

    @Override
    public Source open(List<String> locations, SourceContext context) throws IOException {
        try {
            return HadoopPlaces.open(locations, context);
        } catch (NoClassDefFoundError e) {
            throw new IOException(
                    "it takes Hadoop: hadoop-client-api and hadoop-client-runtime beside compscan.jar,"
                            + " or \"$(hadoop classpath)\" on the class path",
                    e);
        }
    }
}
