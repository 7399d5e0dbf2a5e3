/**
 * The space that files take on their source now: blocks, extents, and the bytes that reflinks share.
 *
 * <p>{@link io.compscan.core.source.space.SpaceScan} walks a source and asks its file systems. It reads no data. The scan knows nothing of it, and
 * no number of the scan depends on it.
 *
 * <p>May enter: questions to file systems about the place of bytes. This room knows {@code source}, {@code libc} and {@code result}.
 */
@NullMarked
package io.compscan.core.source.space;

import org.jspecify.annotations.NullMarked;
