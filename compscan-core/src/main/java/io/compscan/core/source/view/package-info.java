/**
 * Plug-ins for sources: a {@link io.compscan.core.source.view.SourceProvider} opens a kind of place, a {@link
 * io.compscan.core.source.view.View} looks into bytes.
 *
 * <p>Without a view, files are raw bytes: "these files lie on the target". A {@link io.compscan.core.source.view.ViewedSource} asks the
 * other question: "what these files hold lies on the target". What it cannot look into is unread, never raw.
 *
 * <p>May enter: what every provider or view needs. Formats have modules of their own, which know {@code source} and nothing else.
 */
@NullMarked
package io.compscan.core.source.view;

import org.jspecify.annotations.NullMarked;
