/**
 * The command line: one class a sub-command, and how words become a command.
 *
 * <p>A command turns its options into the records of {@code io.compscan.core} and runs it. Then it turns the result into text and an
 * {@link io.compscan.cli.terminal.ExitCode}. Results go to stdout, progress and messages to stderr. Commands have no logic.
 *
 * <p>Rooms know each other one way: commands, {@code option}, {@code file}, {@code terminal}.
 */
@NullMarked
package io.compscan.cli;

import org.jspecify.annotations.NullMarked;
