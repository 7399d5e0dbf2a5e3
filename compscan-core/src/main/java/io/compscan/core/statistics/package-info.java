/**
 * The mathematics of estimates: intervals from samples of chunks and from samples of extents.
 *
 * <p>After everything was read, {@link io.compscan.core.statistics.ChunkSampling} makes estimates from a random sample of the distinct
 * chunks. After a partial read, {@link io.compscan.core.statistics.ExtentEstimator} makes them from the
 * {@link io.compscan.core.statistics.ExtentSums} of a random sample of extents. Formulas, coverage and sources are in
 * {@code docs/how-to/estimates.md}.
 *
 * <p>Numbers come in and intervals go out. Chunks, files and threads are the business of others.
 */
@NullMarked
package io.compscan.core.statistics;

import org.jspecify.annotations.NullMarked;
