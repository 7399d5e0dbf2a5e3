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
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/** Opens directories as archives: {@code catar:DIR} is one stream as casync makes it, {@code pxar:DIR} as Proxmox Backup does. */
public final class ArchiveProvider implements SourceProvider {

    private static final Map<String, Supplier<ArchiveFormat>> FORMATS =
            Map.of("catar", CasyncFormat::new, "pxar", ProxmoxFormat::new);

    /** For the service loader. */
    public ArchiveProvider() {}

    @Override
    public Set<String> schemes() {
        return FORMATS.keySet();
    }

    @Override
    public Source open(List<String> locations, SourceContext context) throws IOException {
        if (!FileSystems.getDefault().supportedFileAttributeViews().contains("unix")) {
            throw new IOException("archives of directories are made on Unix alone");
        }
        if (!context.includes().isEmpty() || !context.excludes().isEmpty()) {
            throw new IOException("an archive is made of a whole directory: --include and --exclude cannot be used");
        }
        List<Source> sources = new ArrayList<>();
        for (String location : locations) {
            int colon = location.indexOf(':');
            sources.add(new Archive(location, location.substring(0, colon), directory(location.substring(colon + 1))));
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
    private record Archive(String location, String scheme, Path directory) implements Source {

        @Override
        public List<String> paths() {
            return List.of(PathName.of(location));
        }

        @Override
        public void walk(SourceVisitor visitor) throws InterruptedException {
            ArchiveFormat format = Objects.requireNonNull(FORMATS.get(scheme)).get();
            visitor.unit(new StreamUnit(PathName.of(location), scheme, () -> new ArchiveStream(directory, format)));
        }
    }
}
