/**
 * The face of the library for programs that want the defaults of the command line; {@code docs/how-to/library.md} shows it at work.
 *
 * <p>It says nothing that could not be said with {@code scan} and {@code session}, only in fewer words. Options that few people need
 * belong to those rooms, not to this one.
 */
@NullMarked
package io.compscan.core.library;

import org.jspecify.annotations.NullMarked;
