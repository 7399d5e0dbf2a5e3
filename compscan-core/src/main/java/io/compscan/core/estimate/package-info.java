/**
 * The mathematics of estimates: intervals from samples of chunks and from samples of extents.
 *
 * <p>{@link io.compscan.core.estimate.ChunkSampling} makes estimates of a random sample of the distinct chunks, after everything was read.
 * {@link io.compscan.core.estimate.ExtentEstimator} makes them of a random sample of extents, from {@link
 * io.compscan.core.estimate.ExtentSums}. Formulas, coverage and sources are in {@code docs/how-to/estimates.md}.
 *
 * <p>Numbers come in and intervals go out. Chunks, files and threads are the business of others.
 */
@NullMarked
package io.compscan.core.estimate;

import org.jspecify.annotations.NullMarked;
