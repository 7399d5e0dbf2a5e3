package io.compscan.gpu;

import io.compscan.core.accelerator.AcceleratorException;

/** A device that could be used. */
public interface Device {

    /** Kinds of hardware. */
    enum Type {
        /** A graphics processor. */
        GPU,
        /** The processor that this program runs on. Nobody is faster through it, so it is used only when it is named. */
        CPU,
        /** Anything else. */
        OTHER
    }

    /** Unique among the devices of a machine: the driver, a colon, a number, such as {@code cuda:0}. */
    String id();

    /** The name that its maker gave it. */
    String name();

    /** Its kind. */
    Type type();

    /** The size of its memory in bytes. */
    long memoryBytes();

    /** Takes it into use and builds the kernels for it. */
    Context open() throws AcceleratorException;
}
