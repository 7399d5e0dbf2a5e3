package io.compscan.core.compress;

/** A compressor that is a function of the bytes, and holds nothing that must be closed. */
@FunctionalInterface
interface PureCompressor extends Compressor {

    @Override
    default void close() {}
}
