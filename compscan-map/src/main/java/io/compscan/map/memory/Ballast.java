package io.compscan.map.memory;

/**
 * Memory that is held back unused, so that there is some left for an orderly end when the system gives no more; thread-safe.
 *
 * <p>It is no part of {@link RawMemory#liveBytes}.
 */
public final class Ballast {

    private final long bytes;
    private long address;

    /** Holds back that much, or nothing if the system refuses it. */
    public Ballast(long bytes) {
        this.bytes = bytes;
        try {
            address = bytes == 0 ? 0 : RawMemory.allocate(bytes);
        } catch (OutOfMemoryError e) {
            address = 0;
        }
        Allocations.leaveOut(address == 0 ? 0 : bytes);
    }

    /** Gives the memory to the system; further calls have no effect. */
    public synchronized void free() {
        if (address != 0) {
            Allocations.leaveOut(-bytes);
            RawMemory.free(address, bytes);
            address = 0;
        }
    }
}
