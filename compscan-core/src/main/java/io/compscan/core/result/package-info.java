/**
 * What a scan found: immutable records, the one thing from which every output is rendered and what {@code result.json} holds.
 *
 * <p>Nothing here computes from data or knows where it came from; derived numbers (ratios, differences) are methods or
 * constructor arguments of the records, defined once. Changing a component changes the published format: see
 * {@code docs/formats.md}.
 */
@NullMarked
package io.compscan.core.result;

import org.jspecify.annotations.NullMarked;
