package io.compscan.spark.place;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Source;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.core.source.view.JoinedSource;
import io.compscan.core.source.view.SourceContext;
import io.compscan.core.source.view.SourceProvider;
import io.compscan.hadoop.HadoopPlaces;
import io.compscan.hadoop.HadoopTreeSource;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.jspecify.annotations.Nullable;

/**
 * Opens paths of any place that executors can reach. It walks paths of {@code file:} like a local scan. Other paths belong to Hadoop's file
 * systems, or to providers whose scheme Hadoop does not know.
 */
public final class ClusterPlaces {

    private static final String FILE_SCHEME = "file";

    private final LocalSource local;
    private final WalkOptions options;
    private final Configuration hadoop;
    private final List<String> files = new ArrayList<>();
    private final List<String> hadoopFiles = new ArrayList<>();

    /** Makes a source of local paths. */
    @FunctionalInterface
    public interface LocalSource {
        Source of(List<String> paths) throws IOException;
    }

    public ClusterPlaces(LocalSource local, WalkOptions options, Configuration hadoop) {
        this.local = local;
        this.options = options;
        this.hadoop = hadoop;
    }

    /**
     * The source of these paths: first the local paths, then those of Hadoop, then those of providers.
     *
     * @throws IOException naming a path that is not there
     * @throws IllegalArgumentException with one line for a person, if a path or a glob is malformed
     */
    public Source open(List<String> paths) throws IOException {
        String defaultScheme = FileSystem.getDefaultUri(hadoop).getScheme();
        List<String> itsFiles = new ArrayList<>();
        List<String> others = new ArrayList<>();
        List<Source> provided = new ArrayList<>();
        for (String path : paths) {
            int colon = path.indexOf(':');
            int slash = path.indexOf('/');
            boolean hasScheme = colon > 0 && (slash < 0 || colon < slash);
            String scheme = hasScheme ? path.substring(0, colon) : defaultScheme;
            SourceProvider provider = hasScheme ? provider(scheme.toLowerCase(Locale.ROOT)) : null;
            if (FILE_SCHEME.equals(scheme)) {
                itsFiles.add(hasScheme ? localPath(path) : path);
            } else if (provider != null) {
                provided.add(open(provider, path));
            } else {
                others.add(existing(path));
            }
        }
        List<Source> parts = new ArrayList<>();
        if (!itsFiles.isEmpty()) {
            parts.add(local.of(itsFiles));
        }
        if (!others.isEmpty()) {
            parts.add(new HadoopTreeSource(others, options, hadoop));
        }
        parts.addAll(provided);
        files.addAll(itsFiles);
        hadoopFiles.addAll(others);
        return JoinedSource.of(parts);
    }

    /**
     * The places that images may name: all that has been opened so far.
     *
     * @param imageParents further local directories
     */
    public Roots roots(List<String> imageParents) {
        List<String> all = new ArrayList<>(files);
        all.addAll(imageParents);
        return new Roots(all, hadoopFiles);
    }

    /** The provider for a scheme; null if Hadoop knows the scheme. Hadoop comes first, because its configuration is that of the cluster. */
    private @Nullable SourceProvider provider(String scheme) throws IOException {
        for (SourceProvider provider : ServiceLoader.load(SourceProvider.class, ClusterPlaces.class.getClassLoader())) {
            if (provider.schemes().contains(scheme) && !isOfHadoop(scheme)) {
                return provider;
            }
        }
        return null;
    }

    private boolean isOfHadoop(String scheme) throws IOException {
        try {
            FileSystem.getFileSystemClass(scheme, hadoop);
            return true;
        } catch (UnsupportedFileSystemException e) {
            return false;
        }
    }

    private Source open(SourceProvider provider, String path) throws IOException {
        try {
            return provider.open(List.of(path), new SourceContext(options.includes(), options.excludes()));
        } catch (IOException e) {
            throw new IOException(PathName.of(path) + ": " + e.getMessage(), e);
        }
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

    private String existing(String text) throws IOException {
        try {
            return HadoopPlaces.existing(text, hadoop);
        } catch (IOException e) {
            throw new IOException(PathName.of(text) + ": " + HadoopPlaces.reason(text, e), e);
        }
    }
}
