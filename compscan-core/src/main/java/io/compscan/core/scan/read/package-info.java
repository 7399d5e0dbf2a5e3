/**
 * Reading: from the paths of a source to slabs full of bytes.
 *
 * <pre>
 *   Source  --&gt;  Walk  --&gt;  TaskQueue  --&gt;  SlabReader  --&gt;  Slab  --&gt;  (measure)
 *                 |                             |
 *              Intake                    PackReader, BodyReader, SegmentReader
 * </pre>
 *
 * <p>The {@link io.compscan.core.scan.read.Walk} turns units into tasks. It asks the {@link io.compscan.core.scan.read.Intake} for the listener to
 * tell when a unit is complete. Behind this interface the scan keeps its options and checkpoints. The
 * {@link io.compscan.core.scan.read.SlabGeometry} sets the size of a task. The {@link io.compscan.core.scan.read.FileGroups} keep small files
 * together.
 *
 * <p>Each thread has a {@link io.compscan.core.scan.read.SlabReader}, which takes tasks and fills the thread's {@link
 * io.compscan.core.scan.read.Slab}. Small units are read many at a time, large ones body by body. A bad sector costs its bytes only: the
 * chunks around it are counted. All calls into a unit go through one class, since a device may never answer.
 *
 * <p>A {@link io.compscan.core.scan.read.PartReader} reads parts of units that somebody else has chosen, with the same calls and the same care.
 *
 * <p>Three classes collect the figures about reading: {@link io.compscan.core.scan.read.ErrorLog}, {@link io.compscan.core.scan.read.ReadCounters}
 * and {@link io.compscan.core.scan.read.WalkCounts}.
 *
 * <p>The tasks and the coordination of threads live in {@code read.task}. This package knows {@code source}, {@code chunk} and
 * {@code result} alone: it cuts nothing, tallies nothing, and knows no index.
 */
@NullMarked
package io.compscan.core.scan.read;

import org.jspecify.annotations.NullMarked;
