package jdk.incubator.vector;

/** Part of the incubating interface that compscan compiles against; never packaged, see the module's pom.xml. */
public abstract class VectorOperators {
    public static final Associative XOR = null;
    public static final Associative MAX = null;
    public static final Comparison GE = null;
    public static final Comparison GT = null;

    private VectorOperators() {}

    public interface Binary {}

    public interface Associative extends Binary {}

    public interface Comparison {}
}
