/**
 * The side that a person or a script sees: lines, progress, exit codes, Ctrl-C. Options and commands stay out.
 *
 * <p>A command ends early with a {@link io.compscan.cli.terminal.CommandFailure}, which is one line and an exit code.
 */
@NullMarked
package io.compscan.cli.terminal;

import org.jspecify.annotations.NullMarked;
