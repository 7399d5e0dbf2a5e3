/**
 * Looks into archives: the files in tar and zip, and the one stream in gzip, Zstandard and xz.
 *
 * <p>What lies in an archive uncompressed is a range of known size, read by several threads at any position. What is compressed is a stream.
 * Apache Commons Compress reads the directories of archives.
 */
@NullMarked
package io.compscan.image.archive;

import org.jspecify.annotations.NullMarked;
