/**
 * Lists of records that may outgrow memory: errors, and the rows of single files.
 *
 * <pre>
 *   threads --> Spool: the latest rows in memory --> sorted runs in temporary files --> one StoredList, in order
 * </pre>
 *
 * <p>May enter: what keeps rows and hands them back. The meaning of a row stays with the room that makes it.
 */
@NullMarked
package io.compscan.core.spool;

import org.jspecify.annotations.NullMarked;
