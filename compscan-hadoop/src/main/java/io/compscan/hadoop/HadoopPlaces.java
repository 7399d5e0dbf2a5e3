package io.compscan.hadoop;

import io.compscan.core.source.Addresses;
import io.compscan.core.source.PathName;
import io.compscan.core.source.ReadErrors;
import io.compscan.core.source.Source;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.core.source.view.SourceContext;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Finds files by Hadoop's configuration. */
public final class HadoopPlaces {

    private static final List<String> SITES = List.of("core-site.xml", "hdfs-site.xml");

    private HadoopPlaces() {}

    static Source open(List<String> locations, SourceContext context) throws IOException {
        Configuration hadoop = configuration();
        List<String> found = new ArrayList<>();
        for (String location : locations) {
            found.add(existing(location, hadoop));
        }
        return new HadoopTreeSource(
                found, new WalkOptions(context.includes(), context.excludes(), false, false), hadoop);
    }

    /** The configuration on the class path, and that of {@code HADOOP_CONF_DIR}. */
    private static Configuration configuration() {
        Configuration hadoop = new Configuration();
        String directory = System.getenv("HADOOP_CONF_DIR");
        for (String site : SITES) {
            if (directory != null && Files.isReadable(java.nio.file.Path.of(directory, site))) {
                hadoop.addResource(
                        new Path(java.nio.file.Path.of(directory, site).toUri()));
            }
        }
        return hadoop;
    }

    /**
     * The path as its file system names it. A path that is not there fails here, before hours of reading. So does an address with a password,
     * which every name in the result would have; Hadoop has credentials in its configuration.
     *
     * @throws IOException naming the path
     */
    public static String existing(String text, Configuration hadoop) throws IOException {
        if (!Addresses.masked(text).equals(text)) {
            throw new IOException(
                    "a password in an address is refused, since results have the address; Hadoop takes it from its configuration");
        }
        try {
            Path path = new Path(text);
            return path.getFileSystem(hadoop).getFileStatus(path).getPath().toString();
        } catch (IOException e) {
            throw HadoopFailure.of(text, e);
        }
    }

    /** Why a path cannot be read, in one line. */
    public static String reason(String text, IOException e) {
        return ReadErrors.of(PathName.of(text), HadoopFailure.of(text, e), 0).reason();
    }
}
