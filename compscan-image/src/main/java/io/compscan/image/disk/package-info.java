/**
 * The common parts of all disk images: their files, chains of parents, and disks that are mapped piece by piece.
 *
 * <p>A format tells where the bytes behind a position lie, as a {@link io.compscan.image.disk.Run}. A
 * {@link io.compscan.image.disk.MappedDisk} reads them and finds holes. An image is hostile input. Tables are read page by page through a
 * bounded cache, so no number in a header decides how much memory they take.
 *
 * <p>A class may enter if two formats need it. This room knows {@code core.source} alone.
 */
@NullMarked
package io.compscan.image.disk;

import org.jspecify.annotations.NullMarked;
