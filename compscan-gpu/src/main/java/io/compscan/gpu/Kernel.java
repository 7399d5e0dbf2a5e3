package io.compscan.gpu;

import io.compscan.core.accelerator.AcceleratorException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/** The kernels of {@code kernels.cl}, each with the number of items that run together. */
public enum Kernel {
    /** Candidates of the Rabin fingerprint. */
    RABIN(64),
    /** Candidates of the gear hash with one mask. */
    GEAR(64),
    /** Candidates of the gear hash with two masks. */
    GEAR_TWICE(64),
    /** SHA-1 digests of chunks. A slab has few chunks, so they are spread over many groups. */
    SHA1(32);

    /** The source that OpenCL builds. */
    static final String SOURCE = "kernels.cl";
    /** The same, compiled for CUDA. */
    static final String PTX = "kernels.ptx";
    /** How many bytes one item looks at for candidates. */
    static final int STRETCH_BYTES = 1024;

    private final int groupItems;

    Kernel(int groupItems) {
        this.groupItems = groupItems;
    }

    /** How many items run together. */
    int groupItems() {
        return groupItems;
    }

    /** How many groups it takes for so many items. */
    int groups(long items) {
        return Math.toIntExact((items + groupItems - 1) / groupItems);
    }

    /** The name in the source. */
    String functionName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** One of the two files. */
    static byte[] resource(String name) throws AcceleratorException {
        try (InputStream in = Kernel.class.getResourceAsStream(name)) {
            if (in != null) {
                return in.readAllBytes();
            }
        } catch (IOException e) {
            throw new AcceleratorException(name + " cannot be read: " + e.getMessage());
        }
        throw new AcceleratorException(name + " is missing in this build");
    }
}
