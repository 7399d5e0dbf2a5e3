package io.compscan.core.source;

/** Tells what names or attributes take, compressed as in a table of them. */
@FunctionalInterface
public interface Packer {

    /** The bytes that they take. */
    int packedBytes(byte[] bytes, int offset, int length);
}
