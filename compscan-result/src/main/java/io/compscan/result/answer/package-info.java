/**
 * The headline of a result, and the choice of the ways of storing to compare. The console, the page and plans share them.
 *
 * <p>Everything here is derived from a result. Nothing of it is in a document, and nothing of it is text.
 */
@NullMarked
package io.compscan.result.answer;

import org.jspecify.annotations.NullMarked;
