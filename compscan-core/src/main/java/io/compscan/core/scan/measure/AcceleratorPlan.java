package io.compscan.core.scan.measure;

import io.compscan.core.accelerator.Accelerator;
import java.util.function.Consumer;

/**
 * The device that a scan is to use.
 *
 * @param accelerator in use; the caller closes it after the scan
 * @param slabBytes the length of a slab. A device needs long ones: each transfer and each kernel has a price of its own
 * @param whenRetired told in one line that a call has failed; the scan goes on without the device
 */
public record AcceleratorPlan(Accelerator accelerator, int slabBytes, Consumer<String> whenRetired) {

    /** The usual length of a slab. */
    public static final int SLAB_BYTES = 32 << 20;

    /** With slabs of the usual length. */
    public AcceleratorPlan(Accelerator accelerator, Consumer<String> whenRetired) {
        this(accelerator, SLAB_BYTES, whenRetired);
    }
}
