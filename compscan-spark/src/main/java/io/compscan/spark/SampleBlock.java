package io.compscan.spark;

import io.compscan.core.ledger.SampledReferences;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Who refers to which chunks, for the ledger, as far as one task has seen it.
 *
 * @param task whose
 * @param references of its chunks of the first scheme
 */
record SampleBlock(int task, SampledReferences references) {

    static SampleBlock of(byte[] block) {
        return new SampleBlock(
                ByteBuffer.wrap(block).getInt(),
                SampledReferences.of(Arrays.copyOfRange(block, Integer.BYTES, block.length)));
    }

    byte[] toBytes() {
        byte[] bytes = references.toBytes();
        return ByteBuffer.allocate(Integer.BYTES + bytes.length)
                .putInt(task)
                .put(bytes)
                .array();
    }
}
