/**
 * The memory of running processes, through {@code /proc}: the pages that they map, the frames of these pages, and their bytes.
 *
 * <p>Nothing here changes a process, except {@link io.compscan.memory.process.Freeze}, which undoes its change. Pages that are not present
 * are never touched.
 */
@NullMarked
package io.compscan.memory.process;

import org.jspecify.annotations.NullMarked;
