/**
 * What a scan asks of a device that helps it, such as a GPU.
 *
 * <pre>
 *   AcceleratorProvider   found by ServiceLoader; compscan-gpu has one
 *     Accelerator         a device in use, shared by threads
 *       SlabQueue         one thread's slab on it: candidates and digests
 * </pre>
 *
 * <p>It knows rules and chunks as numbers, and nothing of units, indexes and scans. A device decides nothing: boundaries are chosen by
 * {@link io.compscan.core.chunk.Cutter}s, from the same candidates that they would find. Any failure is an
 * {@link io.compscan.core.accelerator.AcceleratorException}, after which nobody uses the device again.
 */
@NullMarked
package io.compscan.core.accelerator;

import org.jspecify.annotations.NullMarked;
