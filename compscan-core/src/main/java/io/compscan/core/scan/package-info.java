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
 * <p>Two kinds of numbers. Numbers of <em>references</em> (bytes read, zeros, errors, file types) are tallied by each thread and added up
 * at the end. Numbers of <em>distinct chunks</em> are folded once, from the entries of the index. Neither depends on the number of
 * threads or on their order.
 *
 * <p>This room puts the rooms below it together and decides when threads start, pause and end. How a slab is read belongs to {@code read},
 * what is done with it to {@code measure}, what the entries mean to {@code fold}. The room has no console, no static state and no exit.
 */
@NullMarked
package io.compscan.core.scan;

import org.jspecify.annotations.NullMarked;
