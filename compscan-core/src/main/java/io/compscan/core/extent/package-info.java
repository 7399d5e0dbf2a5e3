/**
 * Reads a random part of the data and tells what all of it would come to.
 *
 * <pre>
 *   Source -> ExtentFrame -> Extent -> ExtentReader -> IncidenceTable -> ExtentSums -> ExtentEstimator -> EstimateResult
 * </pre>
 *
 * <p>{@link io.compscan.core.extent.ExtentScan} reads nested samples of extents, pass by pass. {@link io.compscan.core.extent.PartFile}
 * keeps what they have found, so that an estimate can go on. The mathematics are in {@code
 * core.estimate}. What is read whole belongs to {@code core.scan}.
 */
@NullMarked
package io.compscan.core.extent;

import org.jspecify.annotations.NullMarked;
