/**
 * The origin of bytes: a {@link io.compscan.core.source.Source} names {@link io.compscan.core.source.Unit}s, and a unit can be opened and
 * read.
 *
 * <p>This room knows files, directories, links, holes and streams, and the faults of each of them. It does not know the use of the bytes. A
 * unit is not a path: anything with a name and bytes may become one.
 */
@NullMarked
package io.compscan.core.source;

import org.jspecify.annotations.NullMarked;
