/**
 * Runs a scan: a request goes in, an outcome comes out.
 *
 * <pre>
 *   ScanRequest -> ScanRun -> ScanOutcome          a whole scan
 *   ScanRequest + PartRequest -> PartRun           a part of a divided one; DividedScan puts the parts together
 *                     |
 *                ScanSession     one scan at work
 *                     +-- ScanCrew      its threads: walk, ScanThread (read, cut, process), Checkpoints
 *                     +-- ScanIndexes   its indexes, their memory and their disk space
 *                     +-- ScanIntake    what becomes of each unit: read before, partly read, new
 * </pre>
 *
 * <p>There are two kinds of numbers. Numbers of <em>references</em> (bytes read, zeros, errors, file types) are tallied by each thread and
 * added up at the end. Numbers of <em>distinct chunks</em> are folded once, from the entries of the index. Neither depends on the number of
 * threads or on their order.
 *
 * <p>This room puts the rooms below it together and decides when threads start, pause and end. Reading a slab belongs to {@code read}, the
 * work on it to {@code measure}, and the meaning of the entries to {@code fold}. The room has no console, no static state and no exit.
 */
@NullMarked
package io.compscan.core.scan;

import org.jspecify.annotations.NullMarked;
