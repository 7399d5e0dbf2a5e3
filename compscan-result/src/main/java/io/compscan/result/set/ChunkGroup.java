package io.compscan.result.set;

import io.compscan.result.Compression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some of the distinct chunks of one chunking, and their stored bytes.
 *
 * @param chunks the number of chunks
 * @param bytes one copy of each
 * @param physical their stored bytes for each compressor that is known for all of them
 */
public record ChunkGroup(long chunks, long bytes, List<Physical> physical) {

    /**
     * The effect of one compressor on them.
     *
     * @param compressor canonical name
     * @param method the method behind the number
     * @param physicalBytes the bytes that remain
     */
    public record Physical(String compressor, Compression.Method method, long physicalBytes) {}

    /** Copies the list; refuses stored bytes that exceed the bytes of the chunks. */
    public ChunkGroup {
        physical = List.copyOf(physical);
        for (Physical one : physical) {
            if (chunks < 0 || bytes < chunks || one.physicalBytes() < 0 || one.physicalBytes() > bytes) {
                throw new IllegalStateException(chunks + " chunks of " + bytes + " bytes cannot take "
                        + one.physicalBytes() + " with " + one.compressor());
            }
        }
    }

    /** The effect of this compressor; null where it is not known. */
    public @Nullable Physical with(String compressor) {
        return physical.stream()
                .filter(one -> one.compressor().equals(compressor))
                .findFirst()
                .orElse(null);
    }

    /** This group without {@linkplain Compression#isWeight weights}. */
    ChunkGroup withoutWeights() {
        return new ChunkGroup(
                chunks,
                bytes,
                physical.stream()
                        .filter(one -> !Compression.isWeight(one.compressor()))
                        .toList());
    }
}
