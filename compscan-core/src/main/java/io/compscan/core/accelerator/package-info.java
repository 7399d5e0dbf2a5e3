/**
 * Candidates and digests computed on a device, such as a GPU.
 *
 * <p>This room knows drivers, kernels and buffers. It knows rules and chunks as numbers, and nothing of units, indexes and scans. It
 * decides nothing: boundaries are chosen by {@link io.compscan.core.chunk.Cutter}s, from the same candidates that they would find.
 *
 * <pre>
 *   Devices ---------- lists what there is, finds a device by its name
 *     Driver            one way to devices: OpenClDriver, CudaDriver
 *       Device          one of them, not yet in use
 *         Context       one in use, with the kernels built for it
 *           Stream      one thread's sequence of commands for it; the seam at which tests inject failures
 *   Accelerator ------ a Context that threads share
 *     SlabQueue         one thread's buffers and kernels for a slab at a time
 * </pre>
 *
 * <p>A new way to devices takes four small classes that implement those interfaces. Native libraries are loaded when somebody asks for
 * devices, never before. Any failure is an {@link io.compscan.core.accelerator.AcceleratorException}, after which nobody uses the
 * device again.
 */
@NullMarked
package io.compscan.core.accelerator;

import org.jspecify.annotations.NullMarked;
