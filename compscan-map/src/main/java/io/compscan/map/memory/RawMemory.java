package io.compscan.map.memory;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;

/**
 * Memory off the Java heap, by address: the variant for JDK 17 to 21, over {@code sun.misc.Unsafe}.
 *
 * <p>Accesses need no alignment and use the machine's byte order. With {@code -ea} every access is checked to lie within one live allocation;
 * otherwise nothing is checked. The variant for JDK 22 and later has the same methods.
 *
 * <p>The JVM binds methods of {@code Unsafe} to the interfaces below, as it binds method references. So no compiler of any JDK warns, and a call
 * compiles to the bare access. So does a constant method handle. But before that each call through a handle is some six calls, and C2 reads
 * more methods for it.
 */
public final class RawMemory {

    private interface Allocate {
        long allocate(long bytes);
    }

    private interface Free {
        void free(long address);
    }

    private interface GetByte {
        byte get(long address);
    }

    private interface PutByte {
        void put(long address, byte value);
    }

    private interface GetInt {
        int get(long address);
    }

    private interface PutInt {
        void put(long address, int value);
    }

    private interface GetLong {
        long get(long address);
    }

    private interface PutLong {
        void put(long address, long value);
    }

    private interface Copy {
        void copy(long from, long to, long bytes);
    }

    private static final Allocate ALLOCATE =
            bind(Allocate.class, "allocate", "allocateMemory", methodType(long.class, long.class));
    private static final Free FREE = bind(Free.class, "free", "freeMemory", methodType(void.class, long.class));
    private static final GetByte GET_BYTE = bind(GetByte.class, "get", "getByte", methodType(byte.class, long.class));
    private static final PutByte PUT_BYTE =
            bind(PutByte.class, "put", "putByte", methodType(void.class, long.class, byte.class));
    private static final GetInt GET_INT = bind(GetInt.class, "get", "getInt", methodType(int.class, long.class));
    private static final PutInt PUT_INT =
            bind(PutInt.class, "put", "putInt", methodType(void.class, long.class, int.class));
    private static final GetLong GET_LONG = bind(GetLong.class, "get", "getLong", methodType(long.class, long.class));
    private static final PutLong PUT_LONG =
            bind(PutLong.class, "put", "putLong", methodType(void.class, long.class, long.class));
    private static final Copy COPY =
            bind(Copy.class, "copy", "copyMemory", methodType(void.class, long.class, long.class, long.class));

    private RawMemory() {}

    /** An object whose one method calls a method of {@code Unsafe}. */
    private static <T> T bind(Class<T> type, String method, String unsafeMethod, MethodType signature) {
        try {
            Class<?> unsafe = Class.forName("sun.misc.Unsafe");
            Field field = unsafe.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            return type.cast(LambdaMetafactory.metafactory(
                            lookup,
                            method,
                            methodType(type, unsafe),
                            signature,
                            lookup.findVirtual(unsafe, unsafeMethod, signature),
                            signature)
                    .getTarget()
                    .invoke(field.get(null)));
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
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
        long address = ALLOCATE.allocate(bytes);
        Allocations.add(address, bytes);
        return address;
    }

    /** Frees an allocation. */
    public static void free(long address, long bytes) {
        Allocations.remove(address, bytes);
        FREE.free(address);
    }

    /** The bytes that the process has allocated and not freed. */
    public static long liveBytes() {
        return Allocations.liveBytes();
    }

    public static byte getByte(long address) {
        assert Allocations.holds(address, Byte.BYTES);
        return GET_BYTE.get(address);
    }

    public static void putByte(long address, byte value) {
        assert Allocations.holds(address, Byte.BYTES);
        PUT_BYTE.put(address, value);
    }

    public static int getInt(long address) {
        assert Allocations.holds(address, Integer.BYTES);
        return GET_INT.get(address);
    }

    public static void putInt(long address, int value) {
        assert Allocations.holds(address, Integer.BYTES);
        PUT_INT.put(address, value);
    }

    public static long getLong(long address) {
        assert Allocations.holds(address, Long.BYTES);
        return GET_LONG.get(address);
    }

    public static void putLong(long address, long value) {
        assert Allocations.holds(address, Long.BYTES);
        PUT_LONG.put(address, value);
    }

    /** Copies between ranges that do not overlap; cheaper than single accesses from some hundred bytes on. */
    public static void copy(long from, long to, long bytes) {
        assert Allocations.holds(from, bytes) && Allocations.holds(to, bytes);
        COPY.copy(from, to, bytes);
    }
}
