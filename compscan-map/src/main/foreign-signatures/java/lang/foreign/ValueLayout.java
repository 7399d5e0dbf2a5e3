package java.lang.foreign;

/** The part of the JDK 22 interface that compscan compiles against; never packaged, see the module's pom.xml. */
public interface ValueLayout {
    OfByte JAVA_BYTE = new OfByte() {};
    OfInt JAVA_INT_UNALIGNED = new OfInt() {};
    OfLong JAVA_LONG_UNALIGNED = new OfLong() {};

    /** Bytes. */
    interface OfByte extends ValueLayout {}

    /** Ints in the machine's byte order. */
    interface OfInt extends ValueLayout {}

    /** Longs in the machine's byte order. */
    interface OfLong extends ValueLayout {}
}
