package io.compscan.core.accelerator;

import java.util.ServiceLoader;

/**
 * Ways to devices, such as GPUs.
 *
 * <p>Found by {@link ServiceLoader}, so an implementation needs a public constructor without arguments. It loads no native library before
 * one of its methods is called.
 */
public interface AcceleratorProvider {

    /** All devices as lines for people, and for each way without a device a line that says why. */
    String table();

    /**
     * Takes a device into use.
     *
     * @param name {@code auto} for the first GPU, or what {@link #table} shows
     * @throws AcceleratorException with one line that says what there is instead, or what failed
     */
    Accelerator open(String name) throws AcceleratorException;

    /**
     * The first one on the class path.
     *
     * @throws AcceleratorException if there is none
     */
    static AcceleratorProvider find() throws AcceleratorException {
        return ServiceLoader.load(AcceleratorProvider.class, AcceleratorProvider.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new AcceleratorException("compscan-gpu is not on the class path"));
    }
}
