package io.compscan.core.source.file;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** A regular file or a block device: of known size, read at any position. */
record FileUnit(Path path, long sizeBytes, PageCachePolicy pageCache) implements Unit {

    /** Below this size a file is read whole: asking where its holes are costs more than reading them. */
    private static final long SPARSE_WORTH_ASKING_BYTES = 64L << 20;
    /** Below this size looking after the page cache would take more than a hundredth of the time that reading takes. */
    private static final long CACHE_WORTH_RESTORING_BYTES = 4L << 20;

    FileUnit(Path path, long sizeBytes) {
        this(path, sizeBytes, PageCachePolicy.RESTORE);
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
        UnitChannel plain = sizeBytes < CACHE_WORTH_RESTORING_BYTES ? PlainFile.open(path) : null;
        return plain == null ? openAt(path) : plain;
    }

    /** Java cannot tell the kernel to read nothing ahead, so libc reads. */
    @Override
    public UnitChannel openForParts() throws IOException {
        boolean isLarge = sizeBytes >= CACHE_WORTH_RESTORING_BYTES && NativePath.isReachable(path);
        PlainFile plain = isLarge ? PlainFile.open(path) : null;
        if (plain == null) {
            return open();
        }
        plain.readNothingAhead();
        return new OpenFile(
                plain, holesAt(path), restoresCache() ? PageCache.ofParts(path, sizeBytes) : PageCache.UNTOUCHED);
    }

    @Override
    public boolean isSparse() {
        return HoleMap.hasHoles(path);
    }

    @Override
    public UnitVersion version() {
        return UnitVersion.of(path);
    }

    /** Opens the file by another path to it, which is not needed any more once the channel is open. */
    UnitChannel openAt(Path path) throws IOException {
        return new OpenFile(
                new JavaFile(NativePath.openChannel(path)),
                holesAt(path),
                restoresCache() ? PageCache.of(path, sizeBytes) : PageCache.UNTOUCHED);
    }

    private boolean restoresCache() {
        return pageCache == PageCachePolicy.RESTORE && sizeBytes >= CACHE_WORTH_RESTORING_BYTES;
    }

    private HoleMap holesAt(Path path) {
        return sizeBytes < SPARSE_WORTH_ASKING_BYTES ? HoleMap.NONE : HoleMap.of(path);
    }

    /** The bytes of a file, as Java reads them. */
    private record JavaFile(FileChannel channel) implements UnitChannel {

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
        public void close() throws IOException {
            channel.close();
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
