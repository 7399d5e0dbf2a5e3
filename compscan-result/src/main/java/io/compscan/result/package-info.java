/**
 * The findings of a scan: immutable records. Every output renders them, and {@code result.json} holds them. Results of several scans
 * are in {@code result.set}.
 *
 * <p>Nothing here computes from the data or knows its origin. Derived numbers (ratios, differences) are defined once, in the static
 * factories of the records. The constructors refuse numbers that do not add up to the byte, whether they come from a scan or from a
 * document. Changing a component changes the published format: see {@code docs/reference/formats.md}.
 */
@NullMarked
package io.compscan.result;

import org.jspecify.annotations.NullMarked;
