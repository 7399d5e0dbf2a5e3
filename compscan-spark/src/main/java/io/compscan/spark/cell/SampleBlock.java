package io.compscan.spark.cell;

import io.compscan.core.fold.ledger.SampledReferences;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The references to chunks of the ledger's sample that one task has seen.
 *
 * @param task the number of the task
 * @param references to chunks of the first scheme
 */
public record SampleBlock(int task, SampledReferences references) {

    public static SampleBlock of(byte[] block) {
        return new SampleBlock(
                ByteBuffer.wrap(block).getInt(),
                SampledReferences.of(Arrays.copyOfRange(block, Integer.BYTES, block.length)));
    }

    public byte[] toBytes() {
        byte[] bytes = references.toBytes();
        return ByteBuffer.allocate(Integer.BYTES + bytes.length)
                .putInt(task)
                .put(bytes)
                .array();
    }
}
