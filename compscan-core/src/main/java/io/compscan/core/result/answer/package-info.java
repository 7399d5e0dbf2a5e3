/**
 * What a result says in one sentence, and which of its ways of storing are compared: the headline that the console, the page and plans
 * share.
 *
 * <p>Everything here is derived from a result. Nothing of it is in a document, and nothing of it is text.
 */
@NullMarked
package io.compscan.core.result.answer;

import org.jspecify.annotations.NullMarked;
