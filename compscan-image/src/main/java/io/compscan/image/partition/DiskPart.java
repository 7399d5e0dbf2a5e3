package io.compscan.image.partition;

/**
 * A part of a disk.
 *
 * @param name such as {@code p1}
 * @param start the first byte
 * @param length how many bytes
 */
record DiskPart(String name, long start, long length) {

    long end() {
        return start + length;
    }
}
