package io.compscan.core.result;

/**
 * A file or device that the scan has looked into, so that what it holds was read in place of its own bytes.
 *
 * @param path its path
 * @param format the name of what was found, such as {@code qcow2} or {@code tar}
 * @param unitCount how many units were read instead of it
 * @param virtualBytes the bytes of these units, as far as their sizes were known beforehand; they count as logical bytes
 * @param fileBytes the bytes that it and the files which belong to it take where they lie
 * @param chainLength how many images lie on each other, this one included; 1 where nothing lies below
 * @param consumedCount how many other files it is made of, extents and parents
 */
public record Container(
        String path,
        String format,
        long unitCount,
        long virtualBytes,
        long fileBytes,
        int chainLength,
        int consumedCount) {}
