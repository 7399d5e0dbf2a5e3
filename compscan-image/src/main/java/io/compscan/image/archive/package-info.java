/**
 * Looks into archives: the files in tar, zip, 7z and cpio, and the one stream in gzip, Zstandard and xz.
 *
 * <p>A file that is stored uncompressed is a range of known size, and several threads read it at any position. Compressed data is a stream.
 * Apache Commons Compress reads the directories of zips.
 */
@NullMarked
package io.compscan.image.archive;

import org.jspecify.annotations.NullMarked;
