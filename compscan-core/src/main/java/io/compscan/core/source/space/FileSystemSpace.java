package io.compscan.core.source.space;

import io.compscan.core.libc.ExtentCalls;
import io.compscan.core.source.Unit;
import io.compscan.result.SourceSpace;
import io.compscan.result.SourceSpace.Extents;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The space that the files of one file system take there. One thread. */
final class FileSystemSpace implements Closeable {

    private static final int NOT_ON_BLOCKS = ExtentCalls.EXTENT_INLINE | ExtentCalls.EXTENT_TAIL;

    private final FileSystemNames.Name name;
    private final PhysicalSpace shared;
    private long fileCount;
    private long logicalBytes;
    private long allocatedBytes;
    private boolean tellsExtents = true;
    private long extentCount;
    private long mappedBytes;
    private long unwrittenBytes;
    private long encodedBytes;
    private long encodedSharedBytes;
    private long inlineBytes;
    private long delayedBytes;
    private long sharedBytes;

    /** @param shared receives the extents that are flagged as shared */
    FileSystemSpace(FileSystemNames.Name name, PhysicalSpace shared) {
        this.name = name;
        this.shared = shared;
    }

    /** Adds a file. */
    void add(Unit unit, FileBlocks blocks, ExtentQuery query, int descriptor) throws IOException {
        fileCount++;
        logicalBytes += unit.sizeBytes();
        allocatedBytes += blocks.allocatedBytes();
        if (tellsExtents) {
            long size = unit.sizeBytes();
            tellsExtents = query.ask(
                    descriptor, (logical, physical, length, flags) -> extent(size - logical, physical, length, flags));
        }
    }

    /**
     * Adds an extent. No other file has an extent that is not flagged as shared, so only shared extents are kept. The length of an encoded
     * extent is the length of its data; the number of its blocks is unknown. The length of an inline extent is rounded up to blocks, though
     * it takes none.
     */
    private void extent(long leftBytes, long physical, long length, int flags) throws IOException {
        extentCount++;
        if ((flags & NOT_ON_BLOCKS) != 0) {
            inlineBytes += Math.max(0, Math.min(length, leftBytes));
        } else if ((flags & (ExtentCalls.EXTENT_DELALLOC | ExtentCalls.EXTENT_UNKNOWN)) != 0) {
            delayedBytes += length;
        } else {
            boolean isShared = (flags & ExtentCalls.EXTENT_SHARED) != 0;
            boolean isEncoded = (flags & ExtentCalls.EXTENT_ENCODED) != 0;
            mappedBytes += length;
            unwrittenBytes += (flags & ExtentCalls.EXTENT_UNWRITTEN) != 0 ? length : 0;
            encodedBytes += isEncoded ? length : 0;
            if (isShared) {
                sharedBytes += length;
                encodedSharedBytes += isEncoded ? length : 0;
                if (!isEncoded) {
                    shared.add(physical, physical + length);
                }
            }
        }
    }

    SourceSpace.FileSystem result() throws IOException {
        return new SourceSpace.FileSystem(
                name.device(), name.type(), fileCount, logicalBytes, allocatedBytes, tellsExtents ? extents() : null);
    }

    private @Nullable Extents extents() throws IOException {
        PhysicalSpace.Cover cover = shared.cover();
        long sharedPlainBytes = sharedBytes - encodedSharedBytes;
        long sharedWithinBytes = sharedPlainBytes - cover.bytes();
        return new Extents(
                extentCount,
                mappedBytes,
                unwrittenBytes,
                encodedBytes,
                inlineBytes,
                delayedBytes,
                sharedBytes,
                encodedSharedBytes,
                sharedWithinBytes,
                cover.onceBytes(),
                mappedBytes - encodedBytes - sharedWithinBytes);
    }

    @Override
    public void close() throws IOException {
        shared.close();
    }
}
