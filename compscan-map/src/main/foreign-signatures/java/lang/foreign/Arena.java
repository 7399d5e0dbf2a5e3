package java.lang.foreign;

/** The part of the JDK 22 interface that compscan compiles against; never packaged, see the module's pom.xml. */
public interface Arena extends AutoCloseable {
    static Arena ofShared() {
        throw new AssertionError("a signature, not code");
    }

    MemorySegment allocate(long byteSize, long byteAlignment);

    @Override
    void close();
}
