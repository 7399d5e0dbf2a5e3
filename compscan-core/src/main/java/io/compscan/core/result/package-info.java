/**
 * The findings of a scan: immutable records. Every output renders them, and {@code result.json} holds them. Results of several scans
 * are in {@code result.set}.
 *
 * <p>Nothing here computes from data or knows where it came from. Derived numbers (ratios, differences) are defined once, in the static
 * factories of the records; the constructors refuse numbers that do not close to the byte, whether a scan made them or a document was
 * read. Changing a component changes the published format: see {@code docs/reference/formats.md}.
 */
@NullMarked
package io.compscan.core.result;

import org.jspecify.annotations.NullMarked;
