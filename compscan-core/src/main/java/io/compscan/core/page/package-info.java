/**
 * A result as one HTML file that needs nothing else: no network, no other file, no server.
 *
 * <p>{@link io.compscan.core.page.HtmlPage} puts together a template, a style sheet, the scripts, a chart library and the data, which
 * is {@code result.json} cut down to what a page can show. The scripts draw everything from that data; they lie in the resources of
 * this package, as written. May enter: code that shapes a {@link io.compscan.core.result.ScanResult} for the page. No number is
 * computed from data here, and none that {@code result.json} does not hold, other than sums and classes of its numbers.
 * {@code docs/reference/page.md} describes the page.
 */
@NullMarked
package io.compscan.core.page;

import org.jspecify.annotations.NullMarked;
