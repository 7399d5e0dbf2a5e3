/**
 * What all disk images have in common: the files they are made of, chains of parents, and disks that are mapped piece by piece.
 *
 * <p>A format tells where the bytes behind a position lie, as a {@link io.compscan.image.disk.Run}. A {@link
 * io.compscan.image.disk.MappedDisk} reads them and finds holes. An image is hostile input: tables are read page by page through a
 * bounded cache, so that no number in a header decides how much memory is taken.
 *
 * <p>May enter: what two formats need. This room knows {@code core.source} alone.
 */
@NullMarked
package io.compscan.image.disk;

import org.jspecify.annotations.NullMarked;
