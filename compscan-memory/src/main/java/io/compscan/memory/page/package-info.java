/**
 * Pages and the frames they lie in: which pages an address space maps, which frame each of them has, what the frames hold.
 *
 * <p>May enter: what processes and dumps share. This room reads no file.
 */
@NullMarked
package io.compscan.memory.page;

import org.jspecify.annotations.NullMarked;
