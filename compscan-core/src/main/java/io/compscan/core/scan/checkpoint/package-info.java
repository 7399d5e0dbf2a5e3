/**
 * Checkpoints: the state from which an interrupted scan resumes, in a directory of its own.
 *
 * <pre>
 *   DIR/lock              held by the scan that uses the directory
 *   DIR/checkpoint        the manifest: the settings, the sums, which runs and how much of the log belong to it
 *   DIR/units.log         every unit that has been read to its end, appended
 *   DIR/runs/*            the index, as runs
 * </pre>
 *
 * <p>The manifest defines the checkpoint. A new manifest replaces the old one in one step, after everything that it names is on the disk.
 * Files that it does not name were written later, and are removed.
 *
 * <p>This package stores and loads checkpoints. {@code scan} decides when to take one and how to resume from it.
 */
@NullMarked
package io.compscan.core.scan.checkpoint;

import org.jspecify.annotations.NullMarked;
