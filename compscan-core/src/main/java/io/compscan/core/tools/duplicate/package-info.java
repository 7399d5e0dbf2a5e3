/**
 * Finds out which chunks, files and directories occur more than once.
 *
 * <pre>
 *   scan --units--> FileContent -> FileCopies        an index of whole files, and a list of names on disk
 *                               -> LedgerRecorder    a sample of pairs of a chunk and a directory
 *        --chunks-> TopChunks, LedgerBuilder
 *   scan --units--> PlaceFinder                      once more, until each of the top chunks has been met
 *
 *   the list of a store -> ListedObjects             copies of objects by their ETags; nothing is read
 *
 *   a set, a result -> KnownDuplicates               what they know without the data
 * </pre>
 *
 * <p>Memory does not grow with the data: the top chunks and groups are held, and an index that spills. May enter: what sees an ordinary scan.
 * Reading, cutting and hashing belong to the rooms of the scan, reports to {@code report}.
 */
@NullMarked
package io.compscan.core.tools.duplicate;

import org.jspecify.annotations.NullMarked;
