/**
 * Looks at the space in the file systems of a disk: where blocks begin, how large they are, and which are free.
 *
 * <p>Bitmaps are read by pages while the unit is read, so memory does not grow with the disk. No file is looked at.
 */
@NullMarked
package io.compscan.image.filesystem;

import org.jspecify.annotations.NullMarked;
