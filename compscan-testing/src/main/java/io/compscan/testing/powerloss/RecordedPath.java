package io.compscan.testing.powerloss;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import org.jspecify.annotations.Nullable;

/** A path of the {@code RecordedFileSystem}: one of the usual file system, in other clothes. */
final class RecordedPath implements Path {

    private final FileSystem system;
    private final Path path;

    RecordedPath(FileSystem system, Path path) {
        this.system = system;
        this.path = path;
    }

    /** The path of the usual file system. */
    static Path plain(Path path) {
        return path instanceof RecordedPath recorded ? recorded.path : path;
    }

    private Path recorded(Path plain) {
        return new RecordedPath(system, plain);
    }

    private @Nullable Path recordedIfAny(@Nullable Path plain) {
        return plain == null ? null : recorded(plain);
    }

    @Override
    public FileSystem getFileSystem() {
        return system;
    }

    @Override
    public boolean isAbsolute() {
        return path.isAbsolute();
    }

    @Override
    public @Nullable Path getRoot() {
        return recordedIfAny(path.getRoot());
    }

    @Override
    public @Nullable Path getFileName() {
        return recordedIfAny(path.getFileName());
    }

    @Override
    public @Nullable Path getParent() {
        return recordedIfAny(path.getParent());
    }

    @Override
    public int getNameCount() {
        return path.getNameCount();
    }

    @Override
    public Path getName(int index) {
        return recorded(path.getName(index));
    }

    @Override
    public Path subpath(int beginIndex, int endIndex) {
        return recorded(path.subpath(beginIndex, endIndex));
    }

    @Override
    public boolean startsWith(Path other) {
        return path.startsWith(plain(other));
    }

    @Override
    public boolean endsWith(Path other) {
        return path.endsWith(plain(other));
    }

    @Override
    public Path normalize() {
        return recorded(path.normalize());
    }

    @Override
    public Path resolve(Path other) {
        return recorded(path.resolve(plain(other)));
    }

    @Override
    public Path relativize(Path other) {
        return recorded(path.relativize(plain(other)));
    }

    @Override
    public URI toUri() {
        return path.toUri();
    }

    @Override
    public Path toAbsolutePath() {
        return recorded(path.toAbsolutePath());
    }

    @Override
    public Path toRealPath(LinkOption... options) throws IOException {
        return recorded(path.toRealPath(options));
    }

    @Override
    public WatchKey register(WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int compareTo(Path other) {
        return path.compareTo(plain(other));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RecordedPath recorded && path.equals(recorded.path);
    }

    @Override
    public int hashCode() {
        return path.hashCode();
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
