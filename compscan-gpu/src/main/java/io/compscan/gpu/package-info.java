/**
 * Candidates and digests computed on a device, such as a GPU, for {@link io.compscan.core.accelerator}.
 *
 * <pre>
 *   GpuProvider ------- what ServiceLoader finds
 *   Devices ----------- lists what there is, finds a device by its name
 *     Driver            one way to devices: OpenClDriver, CudaDriver
 *       Device          one of them, not yet in use
 *         Context       one in use, with the kernels built for it
 *           Stream      one thread's sequence of commands for it; the seam at which tests inject failures
 *   OpenDevice -------- a Context that threads share
 *     DeviceQueue       one thread's buffers and kernels for a slab at a time
 * </pre>
 *
 * <p>A new way to devices takes four small classes that implement those interfaces. Native libraries are loaded when somebody asks for
 * devices, never before.
 */
@NullMarked
package io.compscan.gpu;

import org.jspecify.annotations.NullMarked;
