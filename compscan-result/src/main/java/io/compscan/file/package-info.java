/**
 * What results and the engine share about files: those that only their owner can read, directories that one process holds, and why a file
 * cannot be used.
 *
 * <p>It knows no other package of compscan, and nothing of what a file holds.
 */
@NullMarked
package io.compscan.file;

import org.jspecify.annotations.NullMarked;
