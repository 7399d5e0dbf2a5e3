/**
 * Looks into disk images: one {@link io.compscan.core.source.view.View} for each format, found by {@link java.util.ServiceLoader}.
 *
 * <p>An image becomes one unit, the disk as its guest sees it. Bytes that are not allocated are a hole, so nobody reads them. Each format
 * has a room of its own; the room {@code disk} has their common parts.
 */
@NullMarked
package io.compscan.image;

import org.jspecify.annotations.NullMarked;
