/**
 * The memory of running processes, through {@code /proc}: which pages they map, which frames lie behind them, what is in them.
 *
 * <p>Nothing here changes a process, save for {@link io.compscan.memory.process.Freeze}, which undoes it. Pages that are not present
 * are never touched.
 */
@NullMarked
package io.compscan.memory.process;

import org.jspecify.annotations.NullMarked;
