package java.lang.foreign;

/** The part of the JDK 22 interface that compscan compiles against; never packaged, see the module's pom.xml. */
public interface MemorySegment {
    MemorySegment NULL = Arena.ofShared().allocate(0, 1);

    long address();

    MemorySegment reinterpret(long newSize);

    byte get(ValueLayout.OfByte layout, long offset);

    void set(ValueLayout.OfByte layout, long offset, byte value);

    int get(ValueLayout.OfInt layout, long offset);

    void set(ValueLayout.OfInt layout, long offset, int value);

    long get(ValueLayout.OfLong layout, long offset);

    void set(ValueLayout.OfLong layout, long offset, long value);

    static void copy(MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long bytes) {
        throw new AssertionError("a signature, not code");
    }
}
