/**
 * The run: an immutable file of entries in ascending order of their keys, written once from front to end and checked byte for
 * byte when it is read.
 *
 * <p>One format serves for what a map spills, for what a scan resumes from, and for what one machine sends to another. A {@link
 * io.compscan.map.run.RunWriter} takes entries in order, a {@link io.compscan.map.run.RunFile} gives them back (all of them, a
 * range, or one), and a {@link io.compscan.map.run.MergeCursor} walks many sorted sequences as if they were one. The format is
 * drawn byte by byte in {@code docs/run-format.md}; a change here is a change there, and to its version.
 *
 * <p>This room knows {@link io.compscan.map.EntryCursor} and {@link io.compscan.map.RecordLayout}, nothing of tries or memory
 * budgets. What a table's attributes or a file's metadata mean is the business of those who write them.
 */
@NullMarked
package io.compscan.map.run;

import org.jspecify.annotations.NullMarked;
