package io.compscan.core.chunk;

/** Looks for large bytes; bytes count as 0 to 255. */
interface ByteScan {

    /** The length of a block. */
    int BLOCK_BYTES = 64;

    /** The fastest one here: with vectors where the JVM is new enough and was given their incubator module, else {@link Words}. */
    ByteScan BEST = fastest();

    /** The first {@code i} in {@code [from, to)} with {@code data[i] >= threshold}; {@code to} if there is none. */
    int firstAtLeast(byte[] data, int from, int to, int threshold);

    /**
     * The first {@code i} in {@code [from, to)} whose four bytes, big-endian and unsigned, may be at least {@code threshold}: never too
     * late, seldom too early; {@code to} if there is none. The three bytes from {@code to} on must be there.
     */
    int firstPrefixAtLeast(byte[] data, int from, int to, int threshold);

    /** The largest of the {@link #BLOCK_BYTES} bytes at {@code at}. */
    int blockMax(byte[] data, int at);

    /** The largest byte of {@code data[from, to)}, 0 if there is none. */
    int max(byte[] data, int from, int to);

    private static ByteScan fastest() {
        // Older ones take their time to compile vectors well.
        boolean isNewEnough = Runtime.version().feature() >= 25;
        if (isNewEnough && ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()) {
            try {
                return Class.forName("io.compscan.core.chunk.VectorScan")
                        .asSubclass(ByteScan.class)
                        .getDeclaredConstructor()
                        .newInstance();
            } catch (ReflectiveOperationException | LinkageError e) {
                // An incubating interface may change; the other one does the same.
                return new Words();
            }
        }
        return new Words();
    }
}
