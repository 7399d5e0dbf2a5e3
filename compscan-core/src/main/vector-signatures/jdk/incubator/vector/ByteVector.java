package jdk.incubator.vector;

/** Part of the incubating interface that compscan compiles against; never packaged, see the module's pom.xml. */
public abstract class ByteVector extends Vector<Byte> {
    public static final VectorSpecies<Byte> SPECIES_PREFERRED = null;

    public static ByteVector fromArray(VectorSpecies<Byte> species, byte[] data, int offset) {
        throw new UnsupportedOperationException();
    }

    public final ByteVector lanewise(VectorOperators.Binary operator, byte operand) {
        throw new UnsupportedOperationException();
    }

    public final ByteVector max(Vector<Byte> other) {
        throw new UnsupportedOperationException();
    }

    public abstract VectorMask<Byte> compare(VectorOperators.Comparison operator, byte operand);

    public abstract byte reduceLanes(VectorOperators.Associative operator);
}
