package io.compscan.gpu;

import io.compscan.core.accelerator.AcceleratorException;
import java.util.List;

/** One way to devices. */
interface Driver {

    /** The name by which users know it, in lower case. */
    String name();

    /**
     * The devices that it reaches, in its own order.
     *
     * @throws AcceleratorException saying why there are none
     */
    List<Device> devices() throws AcceleratorException;
}
