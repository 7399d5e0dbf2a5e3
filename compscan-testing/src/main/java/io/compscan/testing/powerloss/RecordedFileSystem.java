package io.compscan.testing.powerloss;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardOpenOption;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/** The usual file system, with a record of all that changes in it; see {@link RecordedDisk}. */
public final class RecordedFileSystem extends FileSystem {

    private static final FileSystem PLAIN = FileSystems.getDefault();

    private final RecordedDisk disk;
    private final Provider provider = new Provider();

    private RecordedFileSystem(RecordedDisk disk) {
        this.disk = disk;
    }

    /** The same path, whose changes are recorded. */
    public static Path record(Path path, RecordedDisk disk) {
        return new RecordedPath(new RecordedFileSystem(disk), path);
    }

    @Override
    public FileSystemProvider provider() {
        return provider;
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public String getSeparator() {
        return PLAIN.getSeparator();
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return PLAIN.getFileStores();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return PLAIN.supportedFileAttributeViews();
    }

    @Override
    public Path getPath(String first, String... more) {
        return new RecordedPath(this, PLAIN.getPath(first, more));
    }

    @Override
    public PathMatcher getPathMatcher(String pattern) {
        PathMatcher matcher = PLAIN.getPathMatcher(pattern);
        return path -> matcher.matches(RecordedPath.plain(path));
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        return PLAIN.getUserPrincipalLookupService();
    }

    @Override
    public WatchService newWatchService() {
        throw new UnsupportedOperationException();
    }

    private final class Provider extends FileSystemProvider {

        private final FileSystemProvider plain = PLAIN.provider();

        private Path plain(Path path) {
            return RecordedPath.plain(path);
        }

        @Override
        public String getScheme() {
            return "recorded";
        }

        @Override
        public FileSystem newFileSystem(URI uri, Map<String, ?> settings) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileSystem getFileSystem(URI uri) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Path getPath(URI uri) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
                throws IOException {
            Path name = plain(path);
            boolean existed = Files.exists(name, LinkOption.NOFOLLOW_LINKS);
            FileChannel channel = FileChannel.open(name, options, attributes);
            if (Files.isDirectory(name)) {
                return new RecordedChannel(channel, disk, 0, () -> disk.forceDirectory(name));
            }
            int file = existed ? disk.fileAt(name) : disk.create(name);
            if (existed && options.contains(StandardOpenOption.TRUNCATE_EXISTING)) {
                disk.truncate(file, 0);
            }
            return new RecordedChannel(channel, disk, file, () -> disk.force(file));
        }

        @Override
        public SeekableByteChannel newByteChannel(
                Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
            return newFileChannel(path, options, attributes);
        }

        @Override
        public DirectoryStream<Path> newDirectoryStream(Path directory, DirectoryStream.Filter<? super Path> filter)
                throws IOException {
            FileSystem system = directory.getFileSystem();
            DirectoryStream<Path> names =
                    plain.newDirectoryStream(plain(directory), name -> filter.accept(system.getPath(name.toString())));
            return new DirectoryStream<>() {
                @Override
                public Iterator<Path> iterator() {
                    Iterator<Path> all = names.iterator();
                    return new Iterator<>() {
                        @Override
                        public boolean hasNext() {
                            return all.hasNext();
                        }

                        @Override
                        public Path next() {
                            return system.getPath(all.next().toString());
                        }
                    };
                }

                @Override
                public void close() throws IOException {
                    names.close();
                }
            };
        }

        @Override
        public void createDirectory(Path directory, FileAttribute<?>... attributes) throws IOException {
            plain.createDirectory(plain(directory), attributes);
            disk.createDirectory(plain(directory));
        }

        @Override
        public void createLink(Path link, Path existing) throws IOException {
            plain.createLink(plain(link), plain(existing));
            disk.link(plain(link), plain(existing));
        }

        @Override
        public void delete(Path path) throws IOException {
            plain.delete(plain(path));
            disk.remove(plain(path));
        }

        @Override
        public void move(Path from, Path to, CopyOption... options) throws IOException {
            plain.move(plain(from), plain(to), options);
            disk.rename(plain(from), plain(to));
        }

        @Override
        public void copy(Path from, Path to, CopyOption... options) throws IOException {
            byte[] content = Files.readAllBytes(from);
            try (FileChannel channel = FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap(content));
            }
        }

        @Override
        public boolean isSameFile(Path one, Path two) throws IOException {
            return plain.isSameFile(plain(one), plain(two));
        }

        @Override
        public boolean isHidden(Path path) throws IOException {
            return plain.isHidden(plain(path));
        }

        @Override
        public FileStore getFileStore(Path path) throws IOException {
            return plain.getFileStore(plain(path));
        }

        @Override
        public void checkAccess(Path path, AccessMode... modes) throws IOException {
            plain.checkAccess(plain(path), modes);
        }

        @Override
        public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
            return plain.getFileAttributeView(plain(path), type, options);
        }

        @Override
        public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
                throws IOException {
            return plain.readAttributes(plain(path), type, options);
        }

        @Override
        public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
                throws IOException {
            return plain.readAttributes(plain(path), attributes, options);
        }

        @Override
        public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
            plain.setAttribute(plain(path), attribute, value, options);
        }
    }
}
