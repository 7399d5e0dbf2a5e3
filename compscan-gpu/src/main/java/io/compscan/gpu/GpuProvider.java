package io.compscan.gpu;

import io.compscan.core.accelerator.Accelerator;
import io.compscan.core.accelerator.AcceleratorException;
import io.compscan.core.accelerator.AcceleratorProvider;

/** The devices of OpenCL and CUDA. */
public final class GpuProvider implements AcceleratorProvider {

    @Override
    public String table() {
        return Devices.find().table();
    }

    @Override
    public Accelerator open(String name) throws AcceleratorException {
        return OpenDevice.open(Devices.find().named(name));
    }
}
