package io.compscan.image.catar;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.StreamUnit;
import io.compscan.core.source.view.JoinedSource;
import io.compscan.core.source.view.SourceContext;
import io.compscan.core.source.view.SourceProvider;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Opens directories as archives: {@code catar:DIR} is one stream. */
public final class CatarProvider implements SourceProvider {

    private static final String SCHEME = "catar";

    /** For the service loader. */
    public CatarProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of(SCHEME);
    }

    @Override
    public Source open(List<String> locations, SourceContext context) throws IOException {
        if (!FileSystems.getDefault().supportedFileAttributeViews().contains("unix")) {
            throw new IOException("archives of casync are read on Unix alone");
        }
        if (!context.includes().isEmpty() || !context.excludes().isEmpty()) {
            throw new IOException("an archive of casync is a whole directory: --include and --exclude cannot be used");
        }
        List<Source> sources = new ArrayList<>();
        for (String location : locations) {
            sources.add(new Archive(location, directory(location.substring(SCHEME.length() + 1))));
        }
        return JoinedSource.of(sources);
    }

    private static Path directory(String text) throws IOException {
        try {
            Path path = Path.of(text);
            if (!text.isEmpty() && Files.isDirectory(path)) {
                return path.toRealPath();
            }
        } catch (InvalidPathException e) {
            throw new IOException(e.getMessage(), e);
        }
        throw new IOException("no directory");
    }

    /** One directory, with all below it. */
    private record Archive(String location, Path directory) implements Source {

        @Override
        public List<String> paths() {
            return List.of(PathName.of(location));
        }

        @Override
        public void walk(SourceVisitor visitor) throws InterruptedException {
            visitor.unit(new StreamUnit(PathName.of(location), SCHEME, () -> new CatarStream(directory)));
        }
    }
}
