/**
 * Memory dumps: where in a file the pages lie. A format each class; {@link io.compscan.memory.dump.Dumps} tells them apart.
 *
 * <p>Files are hostile input. A parser ends in bounded time, if need be with an {@link java.io.IOException} of one line. It takes memory
 * in proportion to the size of the file, never to a number in it.
 */
@NullMarked
package io.compscan.memory.dump;

import org.jspecify.annotations.NullMarked;
