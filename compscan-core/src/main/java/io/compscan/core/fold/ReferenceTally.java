package io.compscan.core.fold;

import io.compscan.core.profile.ArrivalSample;
import io.compscan.core.profile.Profile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Counts everything that belongs to references, as one thread of a scan meets it; see {@link ReferenceSums}.
 *
 * <p>It has two writers, which never touch the same field. The reader of the thread counts files and the bytes that it is responsible for.
 * The worker counts scanned bytes, chunks and superblocks.
 */
public final class ReferenceTally {

    private final TypeTally types;
    private final List<ChunkTally> chunks;
    private final SuperblockTally superblocks;
    private final Map<String, ArrivalSample.Collector> arrivals = new LinkedHashMap<>();
    private long fileCount;
    private long logicalBytes;

    /** A tally for the scan of these schemes. */
    public ReferenceTally(Schemes schemes) {
        types = new TypeTally(schemes.count());
        chunks = Stream.generate(ChunkTally::new).limit(schemes.count()).toList();
        superblocks = new SuperblockTally(schemes.compressors().size());
        schemes.profilesInOrder().forEach(target -> arrivals.put(target.name(), new ArrivalSample.Collector(target)));
    }

    /** Counts a unit whose reading begins. */
    public void addFile(int typeId) {
        fileCount++;
        types.addFile(typeId);
    }

    /** Counts bytes that a reader is responsible for, whether it can read them or not. */
    public void addLogicalBytes(long bytes) {
        logicalBytes += bytes;
    }

    /** The counts by file type. */
    public TypeTally types() {
        return types;
    }

    /** The references under one scheme. */
    public ChunkTally chunks(int scheme) {
        return chunks.get(scheme);
    }

    /** The superblocks. */
    public SuperblockTally superblocks() {
        return superblocks;
    }

    /** The fragments in order for one of {@link Schemes#profilesInOrder}. */
    public ArrivalSample.Collector arrivals(Profile target) {
        return Objects.requireNonNull(arrivals.get(target.name()), target.name());
    }

    /**
     * The counts so far; the thread must be at rest.
     *
     * @param registry which has numbered the types
     */
    public ReferenceSums sums(TypeTally.Registry registry) {
        Map<String, ArrivalSample> samples = new LinkedHashMap<>();
        arrivals.forEach((target, collector) -> samples.put(target, collector.sample()));
        return new ReferenceSums(
                fileCount,
                logicalBytes,
                registry.totals(types),
                chunks.stream().map(ChunkTally::sums).toList(),
                superblocks.totals(),
                samples);
    }
}
