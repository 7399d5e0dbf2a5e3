package io.compscan.map.memory;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;

/**
 * Memory off the Java heap, by address: the variant for JDK 17 to 21, over {@code sun.misc.Unsafe}.
 *
 * <p>Accesses need no alignment and use the machine's byte order. With {@code -ea} every access is checked to lie within one live allocation;
 * otherwise nothing is checked. The variant for JDK 22 and later has the same methods.
 *
 * <p>Constant method handles reach {@code Unsafe} and compile to the bare access, so no compiler of any JDK warns.
 */
public final class RawMemory {

    private static final Object UNSAFE;
    private static final MethodHandle ALLOCATE;
    private static final MethodHandle FREE;
    private static final MethodHandle GET_BYTE;
    private static final MethodHandle PUT_BYTE;
    private static final MethodHandle GET_INT;
    private static final MethodHandle PUT_INT;
    private static final MethodHandle GET_LONG;
    private static final MethodHandle PUT_LONG;
    private static final MethodHandle COPY;

    static {
        try {
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Field field = type.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            UNSAFE = field.get(null);
            ALLOCATE = method("allocateMemory", methodType(long.class, long.class));
            FREE = method("freeMemory", methodType(void.class, long.class));
            GET_BYTE = method("getByte", methodType(byte.class, long.class));
            PUT_BYTE = method("putByte", methodType(void.class, long.class, byte.class));
            GET_INT = method("getInt", methodType(int.class, long.class));
            PUT_INT = method("putInt", methodType(void.class, long.class, int.class));
            GET_LONG = method("getLong", methodType(long.class, long.class));
            PUT_LONG = method("putLong", methodType(void.class, long.class, long.class));
            COPY = method("copyMemory", methodType(void.class, long.class, long.class, long.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private RawMemory() {}

    private static MethodHandle method(String name, MethodType type) throws ReflectiveOperationException {
        return MethodHandles.lookup().findVirtual(UNSAFE.getClass(), name, type).bindTo(UNSAFE);
    }

    /** The API that this variant uses. */
    public static String variant() {
        return "sun.misc.Unsafe";
    }

    /**
     * New memory of undefined content.
     *
     * @throws OutOfMemoryError if the system refuses it
     */
    public static long allocate(long bytes) {
        try {
            long address = (long) ALLOCATE.invokeExact(bytes);
            Allocations.add(address, bytes);
            return address;
        } catch (OutOfMemoryError e) {
            throw e;
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /** Frees an allocation. */
    public static void free(long address, long bytes) {
        Allocations.remove(address, bytes);
        try {
            FREE.invokeExact(address);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /** The bytes that the process has allocated and not freed. */
    public static long liveBytes() {
        return Allocations.liveBytes();
    }

    public static byte getByte(long address) {
        assert Allocations.holds(address, Byte.BYTES);
        try {
            return (byte) GET_BYTE.invokeExact(address);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    public static void putByte(long address, byte value) {
        assert Allocations.holds(address, Byte.BYTES);
        try {
            PUT_BYTE.invokeExact(address, value);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    public static int getInt(long address) {
        assert Allocations.holds(address, Integer.BYTES);
        try {
            return (int) GET_INT.invokeExact(address);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    public static void putInt(long address, int value) {
        assert Allocations.holds(address, Integer.BYTES);
        try {
            PUT_INT.invokeExact(address, value);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    public static long getLong(long address) {
        assert Allocations.holds(address, Long.BYTES);
        try {
            return (long) GET_LONG.invokeExact(address);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    public static void putLong(long address, long value) {
        assert Allocations.holds(address, Long.BYTES);
        try {
            PUT_LONG.invokeExact(address, value);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /** Copies between ranges that do not overlap; cheaper than single accesses from some hundred bytes on. */
    public static void copy(long from, long to, long bytes) {
        assert Allocations.holds(from, bytes) && Allocations.holds(to, bytes);
        try {
            COPY.invokeExact(from, to, bytes);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private static Error failed(Throwable e) {
        return new AssertionError("an access that cannot fail has failed", e);
    }
}
