package io.compscan.map.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Memory off the Java heap, by address: this is the variant for JDK 22 and later, over {@code java.lang.foreign}.
 *
 * <p>Accesses need no alignment and use the machine's byte order. They go through one segment that spans all addresses, so
 * that an address is all a caller has to keep; that takes {@code --enable-native-access}, which the manifest of the
 * executable jar grants. Nothing is checked, except under {@code -ea}: then every access must lie within one live allocation.
 */
public final class RawMemory {

    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final long ALIGNMENT = 16;

    private static final ConcurrentHashMap<Long, Arena> OWNERS = new ConcurrentHashMap<>();

    private RawMemory() {}

    /** The API that this variant uses. */
    public static String variant() {
        return "java.lang.foreign";
    }

    /**
     * New memory; all zero, though callers must not count on it.
     *
     * @throws OutOfMemoryError if the process gets no more
     */
    public static long allocate(long bytes) {
        Arena arena = Arena.ofShared();
        long address;
        try {
            address = arena.allocate(bytes, ALIGNMENT).address();
        } catch (Throwable e) {
            arena.close();
            throw e;
        }
        OWNERS.put(address, arena);
        Allocations.add(address, bytes);
        return address;
    }

    /** Gives an allocation back whole. */
    public static void free(long address, long bytes) {
        Allocations.remove(address, bytes);
        OWNERS.remove(address).close();
    }

    /** The bytes that the process has allocated and not freed. */
    public static long liveBytes() {
        return Allocations.liveBytes();
    }

    public static byte getByte(long address) {
        assert Allocations.holds(address, Byte.BYTES);
        return ALL.get(BYTE, address);
    }

    public static void putByte(long address, byte value) {
        assert Allocations.holds(address, Byte.BYTES);
        ALL.set(BYTE, address, value);
    }

    public static int getInt(long address) {
        assert Allocations.holds(address, Integer.BYTES);
        return ALL.get(INT, address);
    }

    public static void putInt(long address, int value) {
        assert Allocations.holds(address, Integer.BYTES);
        ALL.set(INT, address, value);
    }

    public static long getLong(long address) {
        assert Allocations.holds(address, Long.BYTES);
        return ALL.get(LONG, address);
    }

    public static void putLong(long address, long value) {
        assert Allocations.holds(address, Long.BYTES);
        ALL.set(LONG, address, value);
    }

    /** Copies between ranges that do not overlap; worth its call from some hundred bytes on. */
    public static void copy(long from, long to, long bytes) {
        assert Allocations.holds(from, bytes) && Allocations.holds(to, bytes);
        MemorySegment.copy(ALL, from, ALL, to, bytes);
    }
}
