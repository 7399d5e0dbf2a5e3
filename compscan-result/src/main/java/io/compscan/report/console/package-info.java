/**
 * Results as text for people, 80 columns wide.
 *
 * <p>Each class renders one result into a string; nothing here writes to a console. This room knows {@code report} and
 * {@code result}.
 */
@NullMarked
package io.compscan.report.console;

import org.jspecify.annotations.NullMarked;
