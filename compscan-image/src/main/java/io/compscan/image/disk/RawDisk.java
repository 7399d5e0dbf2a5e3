package io.compscan.image.disk;

import java.io.IOException;

/** A file, or a part of one, whose bytes are the disk's. */
public final class RawDisk implements BlockMap {

    private final ImageFile file;
    private final long start;
    private final long length;

    private RawDisk(ImageFile file, long start, long length) {
        this.file = file;
        this.start = start;
        this.length = length;
    }

    /** The disk in a file, from its first byte to its last. */
    public static Disk of(ImageFile file) {
        return of(file, 0, file.sizeBytes());
    }

    /** The disk in these bytes of a file. */
    public static Disk of(ImageFile file, long start, long length) {
        return new MappedDisk(new RawDisk(file, start, length), length, 0, null);
    }

    @Override
    public Run at(long position) throws IOException {
        return Run.data(length - position, file, start + position);
    }
}
