/**
 * The tasks of the readers, and the threads that share them.
 *
 * <p>A {@link io.compscan.core.scan.read.task.UnitTicket} accompanies a unit from the walk to its last chunk. Readers take a {@link
 * io.compscan.core.scan.read.task.ReadTask} at a time from the {@link io.compscan.core.scan.read.task.TaskQueue}. Where chunks cross from one body
 * into the next, a {@link io.compscan.core.scan.read.task.Chain} orders the threads.
 *
 * <p>Three classes coordinate threads. The {@link io.compscan.core.scan.read.task.StopSignal} ends a scan early. The {@link
 * io.compscan.core.scan.read.task.PausePoint} pauses all threads for a checkpoint. The {@link io.compscan.core.scan.read.task.ThreadState} lets a
 * scan go on without a thread that hangs in a device.
 *
 * <p>A checkpoint stores the {@link io.compscan.core.scan.read.task.PartialUnit}. The names of its components, and of the records in it, are
 * part of a file format.
 *
 * <p>Knows {@code source} and {@code result} alone.
 */
@NullMarked
package io.compscan.core.scan.read.task;

import org.jspecify.annotations.NullMarked;
