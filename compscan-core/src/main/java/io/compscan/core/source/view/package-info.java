/**
 * Plug-ins for sources. A {@link io.compscan.core.source.view.SourceProvider} opens a kind of place. A
 * {@link io.compscan.core.source.view.View} looks into bytes.
 *
 * <p>Without a view, files are raw bytes: "these files lie on the target". A {@link io.compscan.core.source.view.ViewedSource} answers the
 * other question: "the content of these files lies on the target". A container that it cannot look into is unread, never raw.
 *
 * <p>May enter: code that every provider or view needs. Formats have modules of their own, which know {@code source} and nothing else.
 */
@NullMarked
package io.compscan.core.source.view;

import org.jspecify.annotations.NullMarked;
