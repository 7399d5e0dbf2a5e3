/**
 * What an interrupted scan is gone on with from: a directory that holds how far it was, and nothing that is only half written.
 *
 * <pre>
 *   DIR/lock              held by the scan that uses the directory
 *   DIR/checkpoint        the manifest: what was asked for, the tallies, which runs and how much of the log belong to it
 *   DIR/units.log         every unit that has been read to its end, appended to
 *   DIR/runs/*            the index, as runs
 * </pre>
 *
 * <p>A checkpoint is what the manifest says. It is replaced in one step, after all that it speaks of is on the disk; what lies in the
 * directory and is not spoken of was written after it and is of no use.
 *
 * <p>Here is how a checkpoint is kept. When one is taken and what is done with it is the business of {@code scan}.
 */
@NullMarked
package io.compscan.core.checkpoint;

import org.jspecify.annotations.NullMarked;
