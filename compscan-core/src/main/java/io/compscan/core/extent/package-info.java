/**
 * Reads a random part of the data and tells what all of it would come to.
 *
 * <pre>
 *   Source -> ExtentFrame -> Extent -> ExtentReader -> ExtentChunks -> IncidenceTable -> ExtentSums -> ExtentEstimator -> EstimateResult
 * </pre>
 *
 * <p>An {@code ExtentReader} reads and cuts with the classes of {@code core.read} and {@code core.measure}.
 * An {@link io.compscan.core.extent.ExtentScan} reads nested samples of extents, pass by pass. A
 * {@link io.compscan.core.extent.PartFile} keeps the findings, so that an estimate can go on. The mathematics are in {@code core.estimate}.
 * Data that is read whole belongs to {@code core.scan}.
 */
@NullMarked
package io.compscan.core.extent;

import org.jspecify.annotations.NullMarked;
