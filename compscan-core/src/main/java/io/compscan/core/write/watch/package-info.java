/**
 * Scans the files of a directory when programs have written them. The kernel reports each file that was closed, and a write session takes
 * its bytes.
 *
 * <pre>
 *   inotify -> ClosedFiles -> DirectoryWatch -> DedupChannel
 * </pre>
 *
 * <p>It knows files by their names alone. The work on their bytes belongs to {@code session}.
 */
@NullMarked
package io.compscan.core.write.watch;

import org.jspecify.annotations.NullMarked;
