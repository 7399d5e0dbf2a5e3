/**
 * A result as one HTML file that needs nothing else: no network, no other file, no server.
 *
 * <p>{@link io.compscan.page.HtmlPage} puts together a template, a style sheet, the scripts, a chart library and the data. The data is
 * {@code result.json} cut down to the size that a page can show. The scripts draw everything from that data; they lie in the resources of
 * this package, as written. May enter: code that shapes a {@link io.compscan.result.ScanResult} for the page. No number is computed
 * from scanned data here. All numbers are those of {@code result.json}, or sums and classes of them. {@code docs/reference/page.md}
 * describes the page.
 */
@NullMarked
package io.compscan.page;

import org.jspecify.annotations.NullMarked;
