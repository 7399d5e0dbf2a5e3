/**
 * Reads a random part of the data and tells what all of it would come to.
 *
 * <pre>
 *   Source -> ExtentFrame -> Extent -> ExtentReader -> ExtentChunks -> IncidenceTable -> ExtentSums -> ExtentEstimator -> EstimateResult
 * </pre>
 *
 * <p>An {@code ExtentReader} reads and cuts with the classes of {@code core.scan.read} and {@code core.scan.measure}.
 * An {@link io.compscan.core.estimate.ExtentScan} reads nested samples of extents, pass by pass. A
 * {@link io.compscan.core.estimate.PartFile} keeps the findings, so that an estimate can go on. The mathematics are in {@code core.statistics}.
 * Data that is read whole belongs to {@code core.scan}.
 */
@NullMarked
package io.compscan.core.estimate;

import org.jspecify.annotations.NullMarked;
