package io.compscan.spark;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.hadoop.HadoopPlaces;
import io.compscan.hadoop.HadoopTreeSource;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** Paths of any file system that executors can reach: first those of {@code file:}, walked as in a local scan, then all others. */
final class ClusterSource implements Source {

    private static final String FILE_SCHEME = "file";

    private final List<String> paths;
    private final List<Source> parts;

    private ClusterSource(List<String> paths, List<Source> parts) {
        this.paths = paths;
        this.parts = parts;
    }

    /** Makes a source of local paths. */
    @FunctionalInterface
    interface LocalSource {
        Source of(List<String> paths) throws IOException;
    }

    /**
     * The source of these paths.
     *
     * @throws IOException naming one that is not there
     * @throws IllegalArgumentException with one line for a person, if a path or a glob is malformed
     */
    static Source of(List<String> paths, LocalSource local, WalkOptions options, Configuration hadoop)
            throws IOException {
        String defaultScheme = FileSystem.getDefaultUri(hadoop).getScheme();
        List<String> files = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (String path : paths) {
            int colon = path.indexOf(':');
            int slash = path.indexOf('/');
            boolean hasScheme = colon > 0 && (slash < 0 || colon < slash);
            String scheme = hasScheme ? path.substring(0, colon) : defaultScheme;
            if (FILE_SCHEME.equals(scheme)) {
                files.add(hasScheme ? localPath(path) : path);
            } else {
                others.add(existing(path, hadoop));
            }
        }
        List<Source> parts = new ArrayList<>();
        if (!files.isEmpty()) {
            parts.add(local.of(files));
        }
        if (!others.isEmpty()) {
            parts.add(new HadoopTreeSource(others, options, hadoop));
        }
        return parts.size() == 1
                ? parts.get(0)
                : new ClusterSource(
                        parts.stream().flatMap(part -> part.paths().stream()).toList(), parts);
    }

    /** {@code file:/data} and {@code file:///data} are {@code /data}. */
    private static String localPath(String uri) {
        String path = uri.substring(FILE_SCHEME.length() + 1);
        if (path.startsWith("//")) {
            String authority = URI.create(uri.replace(" ", "%20")).getRawAuthority();
            if (authority != null) {
                throw new IllegalArgumentException("PATH '" + uri + "': a file: has no host; file:///data is /data");
            }
            path = path.substring(2);
        }
        return path;
    }

    private static String existing(String text, Configuration hadoop) throws IOException {
        try {
            return HadoopPlaces.existing(text, hadoop);
        } catch (IOException e) {
            throw new IOException(PathName.of(text) + ": " + HadoopPlaces.reason(text, e), e);
        }
    }

    @Override
    public List<String> paths() {
        return paths;
    }

    @Override
    public void walk(SourceVisitor visitor) throws InterruptedException {
        for (Source part : parts) {
            part.walk(visitor);
        }
    }
}
