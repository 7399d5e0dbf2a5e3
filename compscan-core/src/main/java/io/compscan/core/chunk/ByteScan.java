package io.compscan.core.chunk;

/** Looks for large bytes; bytes count as 0 to 255. */
interface ByteScan {

    /** The fastest one here: with vectors where the JVM was started with their incubator module, else {@link Words}. */
    ByteScan BEST = fastest();

    /** The first {@code i} in {@code [from, to)} with {@code data[i] >= threshold}; {@code to} if there is none. */
    int firstAtLeast(byte[] data, int from, int to, int threshold);

    /**
     * The first {@code i} in {@code [from, to)} whose two bytes, big-endian, may be at least {@code threshold}: never too late, seldom
     * too early; {@code to} if there is none. The byte at {@code to} must be there.
     */
    int firstPairAtLeast(byte[] data, int from, int to, int threshold);

    /** The last {@code i} in {@code [from, to)} whose two bytes may be at least {@code threshold}; {@code from - 1} if there is none. */
    int lastPairAtLeast(byte[] data, int from, int to, int threshold);

    /** The largest byte of {@code data[from, to)}, 0 if there is none. */
    int max(byte[] data, int from, int to);

    private static ByteScan fastest() {
        if (ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()) {
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
