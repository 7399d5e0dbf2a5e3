/**
 * The command line: one class a sub-command, option groups as mixins, no logic.
 *
 * <p>A command turns its options into the records of {@code io.compscan.core} and runs it. Then it turns the result into text and an
 * {@link io.compscan.cli.ExitCode}. Results go to stdout, progress and messages to stderr.
 */
@NullMarked
package io.compscan.cli;

import org.jspecify.annotations.NullMarked;
