/**
 * Looks into disk images: one {@link io.compscan.core.source.view.View} for each format, found by {@link java.util.ServiceLoader}.
 *
 * <p>An image becomes one unit, the disk as its guest sees it. What is not allocated is a hole, so it is not read. Each format has a room
 * of its own; {@code disk} has what they share.
 */
@NullMarked
package io.compscan.image;

import org.jspecify.annotations.NullMarked;
