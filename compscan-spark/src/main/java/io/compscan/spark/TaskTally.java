package io.compscan.spark;

import io.compscan.core.scan.ScanPart;
import java.util.List;

/**
 * What the driver learns of a task.
 *
 * @param task whose
 * @param part what belongs to references
 * @param begins for each scheme, where in the unit the first chunk begins that the task counts; of whole units empty
 * @param ends for each scheme, where the last one ends
 * @param hasMet whether a seam has come to one of its targets, which is then where it ends
 */
record TaskTally(int task, ScanPart part, List<Long> begins, List<Long> ends, boolean hasMet) {}
