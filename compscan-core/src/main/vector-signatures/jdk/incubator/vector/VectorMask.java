package jdk.incubator.vector;

/** Part of the incubating interface that compscan compiles against; never packaged, see the module's pom.xml. */
public abstract class VectorMask<E> {
    public abstract boolean anyTrue();

    public abstract int firstTrue();

    public abstract VectorMask<E> and(VectorMask<E> other);

    public abstract VectorMask<E> or(VectorMask<E> other);
}
