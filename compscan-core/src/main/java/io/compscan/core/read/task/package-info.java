/**
 * The tasks of the readers, and the threads that share them.
 *
 * <p>A {@link io.compscan.core.read.task.UnitTicket} accompanies a unit from the walk to its last chunk. A {@link
 * io.compscan.core.read.task.ReadTask} reads a part of a unit, or many small units; readers take tasks from the {@link
 * io.compscan.core.read.task.TaskQueue}. Where chunks cross from one body of a unit into the next, a {@link
 * io.compscan.core.read.task.Chain} orders the threads that cut it.
 *
 * <p>Three classes coordinate threads. The {@link io.compscan.core.read.task.StopSignal} ends a scan early. The {@link
 * io.compscan.core.read.task.PausePoint} pauses all threads for a checkpoint. The {@link io.compscan.core.read.task.ThreadState} lets a
 * scan go on without a thread that hangs in a device.
 *
 * <p>A checkpoint stores {@link io.compscan.core.read.task.PartialUnit}, {@link io.compscan.core.read.task.ByteRange} and {@link
 * io.compscan.core.read.task.ChainState}: the names of their components are part of a file format.
 *
 * <p>Knows {@code source} and {@code result} alone.
 */
@NullMarked
package io.compscan.core.read.task;

import org.jspecify.annotations.NullMarked;
