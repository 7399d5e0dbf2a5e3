/**
 * Runs: immutable files of entries in ascending key order, written once from front to end and checked completely when read.
 *
 * <p>One format serves spilled maps, checkpoints, saved sets and transfers between machines. A {@code SequentialRunWriter} writes a run, a
 * {@code RunReader} reads it, and a {@code LoserTreeCursor} merges many sorted inputs. The document {@code docs/reference/run-format.md}
 * draws the format byte by byte. A change here changes that document and the version.
 *
 * <p>This package knows the types of {@link io.compscan.map}, but no tries and no memory budgets. The writer of a run decides about the
 * meaning of attributes and metadata.
 */
@NullMarked
package io.compscan.map.run;

import org.jspecify.annotations.NullMarked;
