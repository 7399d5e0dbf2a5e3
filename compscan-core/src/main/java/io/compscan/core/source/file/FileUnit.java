package io.compscan.core.source.file;

import io.compscan.core.libc.FileCalls;
import io.compscan.core.libc.StatCalls;
import io.compscan.core.source.PathName;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import io.compscan.core.source.file.DeepDirectory.Anchor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A regular file or a block device: of known size, read at any position.
 *
 * @param links the links on the path that are followed
 * @param found the version that the walk has found; null if it did not ask for it
 */
record FileUnit(
        Path path,
        long sizeBytes,
        PageCachePolicy pageCache,
        Links links,
        @Nullable UnitVersion found) implements Unit {

    /** Below this size a file is read whole: asking where its holes are costs more than reading them. */
    private static final long SPARSE_WORTH_ASKING_BYTES = 64L << 20;
    /** Below this size looking after the page cache would take more than a hundredth of the time that reading takes. */
    private static final long CACHE_WORTH_RESTORING_BYTES = 4L << 20;

    /** A file that is reached by any link. */
    FileUnit(Path path, long sizeBytes) {
        this(path, sizeBytes, PageCachePolicy.RESTORE, Links.FOLLOWED);
    }

    FileUnit(Path path, long sizeBytes, PageCachePolicy pageCache, Links links) {
        this(path, sizeBytes, pageCache, links, null);
    }

    @Override
    public String name() {
        return PathName.of(path);
    }

    @Override
    public String extension() {
        return PathName.extensionOf(path);
    }

    @Override
    public Object identity() {
        try {
            return FileStatus.following(path).identity();
        } catch (IOException e) {
            return path;
        }
    }

    @Override
    public UnitChannel open() throws IOException {
        return isOpenedByLibrary() ? channelOf(descriptor()) : openByPath(links.way(path), links.areFollowed());
    }

    /** A scan of few small files need not wait for the library; a walk of many has loaded it. */
    private boolean isOpenedByLibrary() {
        boolean needsIt = sizeBytes >= SPARSE_WORTH_ASKING_BYTES || restoresCache();
        return (needsIt || FileCalls.isLoaded()) && NativePath.isReachable(path);
    }

    /** Java cannot tell the kernel to read nothing ahead, so libc reads. */
    @Override
    public UnitChannel openForParts() throws IOException {
        if (sizeBytes < CACHE_WORTH_RESTORING_BYTES || !NativePath.isReachable(path)) {
            return open();
        }
        OpenDescriptor file = descriptor();
        PlainFile plain = new PlainFile(file);
        plain.readNothingAhead();
        return new OpenFile(
                plain, holesOf(file), restoresCache() ? PageCache.ofParts(file, sizeBytes) : PageCache.UNTOUCHED);
    }

    @Override
    public boolean isSparse() {
        if (!NativePath.isReachable(path)) {
            return false;
        }
        try (OpenDescriptor file = descriptor()) {
            return isSparse(file);
        } catch (IOException e) {
            return false;
        }
    }

    static boolean isSparse(OpenDescriptor file) {
        try (HoleMap holes = HoleMap.of(file)) {
            return holes.hasHoles();
        }
    }

    @Override
    public UnitVersion version() {
        boolean isQuick = !links.areFollowed() && FileCalls.isLoaded() && NativePath.isReachable(path);
        return isQuick && StatCalls.load() ? OpenDescriptor.versionAt(links.way(path)) : UnitVersion.of(path);
    }

    @Override
    public UnitVersion foundVersion() {
        return found == null ? version() : found;
    }

    /** The open file. */
    OpenDescriptor descriptor() throws IOException {
        return OpenDescriptor.open(FileCalls.AT_FDCWD, links.way(path), links.areFollowed());
    }

    /** The open file, if its path begins in a directory that has none. */
    OpenDescriptor descriptorIn(Anchor directory) throws IOException {
        return OpenDescriptor.open(directory.number(), path, links.areFollowed());
    }

    /** The bytes of the open file, which the channel closes. */
    UnitChannel channelOf(OpenDescriptor file) {
        PlainFile plain = new PlainFile(file);
        if (sizeBytes < CACHE_WORTH_RESTORING_BYTES) {
            return plain;
        }
        UnitChannel bytes = plain;
        try {
            bytes = new UntilError(
                    new JavaFile(file.channel(), plain::hasChanged, file::close), () -> new PlainFile(file.again()));
        } catch (IOException e) {
            // There is no /proc. The library reads as well, but for a mirror it copies once more.
        }
        return new OpenFile(
                bytes, holesOf(file), restoresCache() ? PageCache.of(file, sizeBytes) : PageCache.UNTOUCHED);
    }

    private boolean restoresCache() {
        return pageCache == PageCachePolicy.RESTORE && sizeBytes >= CACHE_WORTH_RESTORING_BYTES;
    }

    private HoleMap holesOf(OpenDescriptor file) {
        return sizeBytes < SPARSE_WORTH_ASKING_BYTES ? HoleMap.NONE : HoleMap.of(file);
    }

    /** Opens a file without the library. Between the look at it and its opening something else may take its place. */
    static UnitChannel openByPath(Path path, boolean followsLinks) throws IOException {
        FileStatus status = followsLinks ? FileStatus.following(path) : FileStatus.of(path);
        OpenDescriptor.requireFile(status.kind(), path);
        FileChannel channel = followsLinks
                ? FileChannel.open(path, StandardOpenOption.READ)
                : FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        UnitVersion before = UnitVersion.of(path);
        UnitChannel file = new JavaFile(channel, () -> JavaFile.isChanged(before, UnitVersion.of(path)), () -> {});
        return new UntilError(file, () -> again(path, followsLinks, before));
    }

    /** The same file, opened by the library; null without a library, or if another file has taken its place. */
    private static @Nullable PlainFile again(Path path, boolean followsLinks, UnitVersion before) throws IOException {
        if (!NativePath.isReachable(path)) {
            return null;
        }
        OpenDescriptor file = OpenDescriptor.open(FileCalls.AT_FDCWD, path, followsLinks);
        if (file.inode() == before.inode()) {
            return new PlainFile(file);
        }
        file.close();
        return null;
    }

    /** The bytes of a file, as Java reads them. */
    private record JavaFile(FileChannel channel, BooleanSupplier isChanged, Runnable whenClosed)
            implements UnitChannel {

        /** Another file of the same name is no change of the file that is open. */
        private static boolean isChanged(UnitVersion before, UnitVersion now) {
            return now.inode() == before.inode() && !now.equals(before);
        }

        @Override
        public int read(long position, byte[] data, int offset, int length) throws IOException {
            return channel.read(ByteBuffer.wrap(data, offset, length), position);
        }

        /** For the heap, Java would read into a buffer of its own and copy from there; the mirror takes the place of that buffer. */
        @Override
        public int read(long position, byte[] data, int offset, int length, ByteBuffer mirror) throws IOException {
            int got = channel.read(mirror.slice(offset, length), position);
            if (got > 0) {
                mirror.get(offset, data, offset, got);
            }
            return got;
        }

        @Override
        public boolean hasChanged() {
            return isChanged.getAsBoolean();
        }

        @Override
        public void close() throws IOException {
            whenClosed.run();
            channel.close();
        }
    }

    /** Reads by Java up to the first error, and then by the library, which knows the page cache. */
    private static final class UntilError implements UnitChannel {

        /** Opens the file once more; null where that cannot be. */
        @FunctionalInterface
        interface Opening {
            @Nullable PlainFile open() throws IOException;
        }

        private final UnitChannel java;
        private final Opening opening;
        private volatile @Nullable PlainFile plain;
        /** Whether the file has been opened once more, or cannot be. Guarded by this. */
        private boolean hasFailed;

        UntilError(UnitChannel java, Opening opening) {
            this.java = java;
            this.opening = opening;
        }

        @Override
        public int read(long position, byte[] data, int offset, int length) throws IOException {
            PlainFile other = plain;
            if (other == null) {
                try {
                    return java.read(position, data, offset, length);
                } catch (IOException e) {
                    other = after(e);
                }
            }
            return other.read(position, data, offset, length);
        }

        @Override
        public int read(long position, byte[] data, int offset, int length, ByteBuffer mirror) throws IOException {
            PlainFile other = plain;
            if (other == null) {
                try {
                    return java.read(position, data, offset, length, mirror);
                } catch (IOException e) {
                    other = after(e);
                }
            }
            return other.read(position, data, offset, length, mirror);
        }

        private synchronized PlainFile after(IOException failure) throws IOException {
            if (!hasFailed && !(failure instanceof ClosedChannelException)) {
                hasFailed = true;
                try {
                    plain = opening.open();
                } catch (IOException e) {
                    failure.addSuppressed(e);
                }
            }
            PlainFile other = plain;
            if (other == null) {
                throw failure;
            }
            return other;
        }

        @Override
        public boolean hasChanged() {
            return java.hasChanged();
        }

        @Override
        public void close() throws IOException {
            PlainFile other = plain;
            if (other != null) {
                other.close();
            }
            java.close();
        }
    }

    private record OpenFile(UnitChannel bytes, HoleMap holes, PageCache cache) implements UnitChannel {

        @Override
        public int read(long position, byte[] data, int offset, int length) throws IOException {
            return bytes.read(position, data, offset, length);
        }

        @Override
        public int read(long position, byte[] data, int offset, int length, ByteBuffer mirror) throws IOException {
            return bytes.read(position, data, offset, length, mirror);
        }

        @Override
        public long nextData(long position) throws IOException {
            return holes.nextData(position);
        }

        @Override
        public void beforeStripe(long from, long to) {
            cache.beforeRead(from, to);
        }

        @Override
        public void afterStripe(long from, long to) {
            cache.afterRead(from, to);
        }

        @Override
        public boolean hasChanged() {
            return bytes.hasChanged();
        }

        @Override
        public void close() throws IOException {
            try {
                cache.close();
                holes.close();
            } finally {
                bytes.close();
            }
        }
    }
}
