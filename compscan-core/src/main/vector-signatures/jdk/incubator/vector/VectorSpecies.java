package jdk.incubator.vector;

/** Part of the incubating interface that compscan compiles against; never packaged, see the module's pom.xml. */
public interface VectorSpecies<E> {
    int length();
}
