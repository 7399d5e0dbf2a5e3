/**
 * The stored sizes of the chunks of a slab: of each alone, or where it lies.
 *
 * <pre>
 *   new chunks ---> {@link io.compscan.core.scan.measure.size.NewChunkSizer} ---> sizes for the index
 *                      | alone: a compressor, or its quick companion
 *                      | in a shared block of small files
 *                      | in a run that a file system has given up
 * </pre>
 *
 * <p>{@link io.compscan.core.scan.measure.size.SlabCompressors} opens a thread's compressors, so that no range of a slab is compressed twice by the same one.
 *
 * All of it belongs to one thread.
 */
@NullMarked
package io.compscan.core.scan.measure.size;

import org.jspecify.annotations.NullMarked;
