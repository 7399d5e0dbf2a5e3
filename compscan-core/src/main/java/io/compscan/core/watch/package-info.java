/**
 * Scans the files of a directory when programs have written them: a write session fed by the kernel's word that a file was closed.
 *
 * <pre>
 *   inotify -> ClosedFiles -> DirectoryWatch -> DedupChannel
 * </pre>
 *
 * <p>It knows files by their names alone. What a session does with bytes belongs to {@code session}.
 */
@NullMarked
package io.compscan.core.watch;

import org.jspecify.annotations.NullMarked;
