/**
 * Extended attributes of files, such as labels and access lists: read, and counted as the metadata that they are.
 *
 * <p>{@link io.compscan.core.source.attribute.AttributeReader} asks the file system, {@link
 * io.compscan.core.source.attribute.AttributeTally} adds up what profiles charge.
 *
 * <p>May enter: what attributes are. This room knows {@code source}, {@code libc} and {@code result}, and no profile.
 */
@NullMarked
package io.compscan.core.source.attribute;

import org.jspecify.annotations.NullMarked;
