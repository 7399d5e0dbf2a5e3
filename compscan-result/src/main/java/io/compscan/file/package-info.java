/**
 * Results and the engine share this: files that only their owner can read, directories that one process holds, and reasons why a file cannot
 * be used.
 *
 * <p>It knows no other package of compscan, and nothing of what a file holds.
 */
@NullMarked
package io.compscan.file;

import org.jspecify.annotations.NullMarked;
