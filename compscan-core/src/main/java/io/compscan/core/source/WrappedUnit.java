package io.compscan.core.source;

/** A unit that is another one, opened in its own way: it has that one's name and size. */
public interface WrappedUnit extends Unit {

    /** The unit that is wrapped. */
    Unit unit();

    @Override
    default String name() {
        return unit().name();
    }

    @Override
    default String extension() {
        return unit().extension();
    }

    @Override
    default long sizeBytes() {
        return unit().sizeBytes();
    }

    @Override
    default long packedBytes() {
        return unit().packedBytes();
    }

    @Override
    default long fileBytes() {
        return unit().fileBytes();
    }

    @Override
    default long fileOffset() {
        return unit().fileOffset();
    }
}
