/**
 * What the scans of one catalog have found, month after month, and how the data has grown.
 *
 * <p>{@link io.compscan.result.history.PastScan} is one scan, {@link io.compscan.result.Growth} what follows from several,
 * {@link io.compscan.result.history.HistoryResult} the document of both. {@code io.compscan.forecast} computes the growth.
 */
@NullMarked
package io.compscan.result.history;

import org.jspecify.annotations.NullMarked;
