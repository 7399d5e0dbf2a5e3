/**
 * What a person or a script gets to see: lines, progress, exit codes, what Ctrl-C does. Options and commands stay out.
 *
 * <p>A command ends early with a {@link io.compscan.cli.terminal.CommandFailure}, which is one line and an exit code.
 */
@NullMarked
package io.compscan.cli.terminal;

import org.jspecify.annotations.NullMarked;
