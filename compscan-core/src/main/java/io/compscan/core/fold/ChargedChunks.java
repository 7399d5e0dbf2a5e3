package io.compscan.core.fold;

import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.index.SampleLevels;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects the distinct chunks of the ledger's sample from the parts of a divided scan.
 *
 * <p>It sees all chunks of the first scheme, in any order, and keeps those of the sample: no more than the sample has pairs.
 */
public final class ChargedChunks implements DistinctChunkVisitor, Serializable {

    private static final long serialVersionUID = 1;

    private final long maxKey;
    private final List<Entry> entries = new ArrayList<>();

    @SuppressWarnings("ArrayRecordComponent")
    private record Entry(byte[] fingerprint, long references, int lengthBytes, int[] storedBytes)
            implements Serializable {}

    /** @param maxKey the largest key of the sample, unsigned */
    public ChargedChunks(long maxKey) {
        this.maxKey = maxKey;
    }

    private static long key(byte[] fingerprint) {
        return SampleLevels.key(fingerprint, 0, fingerprint.length);
    }

    @Override
    public void visit(byte[] fingerprint, long references, int lengthBytes, int[] storedBytes) {
        if (Long.compareUnsigned(key(fingerprint), maxKey) <= 0) {
            entries.add(new Entry(fingerprint.clone(), references, lengthBytes, storedBytes.clone()));
        }
    }

    /** Adds the chunks of another part with the same sample; the two share no chunk. */
    public void merge(ChargedChunks other) {
        entries.addAll(other.entries);
    }

    /** Shows the chunks in the order of an index: first chunks of full length, then the others, both in ascending order. */
    public void forEach(int fullBytes, DistinctChunkVisitor visitor) {
        entries.stream()
                .sorted(Comparator.comparing((Entry entry) -> entry.lengthBytes() != fullBytes)
                        .thenComparing(Entry::fingerprint, Arrays::compareUnsigned))
                .forEach(entry -> visitor.visit(
                        entry.fingerprint(), entry.references(), entry.lengthBytes(), entry.storedBytes()));
    }

    /** The references to the chunks of each key. */
    public Map<Long, Long> referencesByKey() {
        Map<Long, Long> references = new HashMap<>();
        for (Entry entry : entries) {
            references.merge(key(entry.fingerprint()), entry.references(), Long::sum);
        }
        return references;
    }
}
