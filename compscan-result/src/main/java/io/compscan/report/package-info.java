/**
 * Renders a {@link io.compscan.result.ScanResult}: CSV tables, the JSON document, and the directory that holds them. Texts for
 * people are in {@code report.console}.
 *
 * <p>Everything here is rendered from the result alone, the same for the same result; nothing is measured. It knows
 * {@code io.compscan.result}, {@code io.compscan.file} and libraries, no other package of compscan. {@code docs/reference/formats.md} specifies the formats. A
 * new output is a class of its own here and a line in {@link io.compscan.report.OutputDirectory}.
 */
@NullMarked
package io.compscan.report;

import org.jspecify.annotations.NullMarked;
