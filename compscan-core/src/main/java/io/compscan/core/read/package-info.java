/**
 * Reading: from the paths of a source to slabs full of bytes.
 *
 * <pre>
 *   Source  --&gt;  Walk  --&gt;  TaskQueue  --&gt;  SlabReader  --&gt;  Slab  --&gt;  (measure)
 *                 |                             |
 *              Intake                    PackReader, BodyReader, SegmentReader
 * </pre>
 *
 * <p>The {@link io.compscan.core.read.Walk} turns units into tasks. It asks the {@link io.compscan.core.read.Intake} whom to tell
 * when a unit is complete; the scan keeps its options and checkpoints behind it. {@link io.compscan.core.read.SlabGeometry} sets the size
 * of a task, {@link io.compscan.core.read.FileGroups} keeps small files together.
 *
 * <p>Each thread has a {@link io.compscan.core.read.SlabReader}, which takes tasks and fills the thread's {@link
 * io.compscan.core.read.Slab}. Small units are read many at a time, large ones body by body. A bad sector costs its bytes only: the
 * chunks around it are counted. All calls into a unit go through one class, since a device may never answer.
 *
 * <p>The {@link io.compscan.core.read.ErrorLog}, the {@link io.compscan.core.read.ReadCounters} and the {@link
 * io.compscan.core.read.WalkCounts} collect what a result says of reading.
 *
 * <p>The tasks and the coordination of threads live in {@code read.task}. This package knows {@code source}, {@code chunk} and
 * {@code result} alone: it cuts nothing, tallies nothing, and knows no index.
 */
@NullMarked
package io.compscan.core.read;

import org.jspecify.annotations.NullMarked;
