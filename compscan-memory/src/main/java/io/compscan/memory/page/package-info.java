/**
 * Pages and their frames: which pages an address space maps, which frame each page has, and the digests of the frames.
 *
 * <p>A class may enter if processes and dumps share it. This room reads no file.
 */
@NullMarked
package io.compscan.memory.page;

import org.jspecify.annotations.NullMarked;
