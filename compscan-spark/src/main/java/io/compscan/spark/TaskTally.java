package io.compscan.spark;

import io.compscan.core.scan.ScanPart;
import java.util.List;

/**
 * The sums of a task, for the driver.
 *
 * @param task the number of the task
 * @param part the sums over references
 * @param begins for each scheme the place in the unit where the first chunk that counts begins; empty for whole units
 * @param ends for each scheme the place where the last one ends
 * @param hasMet whether a seam has met one of its targets, where it then ends
 */
record TaskTally(int task, ScanPart part, List<Long> begins, List<Long> ends, boolean hasMet) {}
