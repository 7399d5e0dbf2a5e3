package io.compscan.result;

/**
 * A file or device that the scan has looked into: it read the units inside in place of the bytes of the file.
 *
 * @param path its path
 * @param format the name of its format, such as {@code qcow2} or {@code tar}
 * @param unitCount how many units were read instead of it
 * @param virtualBytes the bytes of these units, as far as their sizes were known beforehand; they count as logical bytes
 * @param fileBytes the bytes of the file itself and of the files that belong to it
 * @param chainLength the number of images on top of each other, this one included; 1 if none lies below
 * @param consumedCount the number of other files that belong to it, extents and parents
 */
public record Container(
        String path,
        String format,
        long unitCount,
        long virtualBytes,
        long fileBytes,
        int chainLength,
        int consumedCount) {}
