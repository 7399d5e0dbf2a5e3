/**
 * The command line: one class a sub-command, option groups as mixins, no logic.
 *
 * <p>A command turns its options into the records that {@code io.compscan.core} works with, runs it, and turns what comes back into
 * text and an {@link io.compscan.cli.ExitCode}. Results go to stdout, progress and messages to stderr.
 */
@NullMarked
package io.compscan.cli;

import org.jspecify.annotations.NullMarked;
