package io.compscan.core.scan;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.fold.LayoutOptions;
import io.compscan.core.profile.Profile;
import io.compscan.core.read.FileSelection;
import io.compscan.core.read.Throttle;
import io.compscan.map.MapOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * How a scan is to be done; everything but {@code readers}, {@code workers}, {@code rateBytesPerSecond} and {@code memory} decides
 * the numbers.
 *
 * @param layouts one or more, all fed from one read of the data; each chunking once
 * @param fingerprint what identifies a chunk
 * @param compressSample how many of the distinct chunks are compressed; where compression is by superblock all of them are
 * @param superblockBytes compression unit for chunkings whose chunks are smaller, 0 for compression by chunk
 * @param profiles target systems, each of which one of the layouts serves
 * @param perFile which files are also reported on their own
 * @param readers threads that read
 * @param workers threads that chunk, fingerprint and compress
 * @param rateBytesPerSecond the most that is read in a second, {@link Throttle#UNLIMITED} for no limit
 * @param memory what the index may use
 */
public record ScanOptions(
        List<LayoutOptions> layouts,
        Fingerprinting fingerprint,
        CompressSample compressSample,
        int superblockBytes,
        List<Profile> profiles,
        FileSelection perFile,
        int readers,
        int workers,
        long rateBytesPerSecond,
        IndexMemory memory) {

    /** The largest superblock. */
    public static final int MAX_SUPERBLOCK_BYTES = 16 << 20;

    /**
     * What the index may use.
     *
     * @param budgetBytes memory for all indexes together
     * @param mapListSize see {@link io.compscan.map.MapOptions}
     * @param spill where the indexes go on when that is used up
     */
    public record IndexMemory(long budgetBytes, int mapListSize, SpillSpace spill) {

        /** The length of the map's lists where none is asked for. */
        public static final int DEFAULT_MAP_LIST_SIZE = MapOptions.DEFAULT_MAP_LIST_SIZE;

        /** Memory alone: the scan stops when it is used up. */
        public IndexMemory(long budgetBytes, int mapListSize) {
            this(budgetBytes, mapListSize, SpillSpace.NONE);
        }
    }

    /** Copies the lists and refuses what cannot be scanned with. */
    public ScanOptions {
        layouts = List.copyOf(layouts);
        profiles = List.copyOf(profiles);
        if (layouts.isEmpty()) {
            throw new IllegalArgumentException("a scan needs a chunker");
        }
        if (layouts.stream().map(layout -> layout.chunker().name()).distinct().count() < layouts.size()) {
            throw new IllegalArgumentException("a scan needs each chunking once");
        }
        if (superblockBytes > 0 && !profiles.isEmpty()) {
            throw new IllegalArgumentException(
                    "superblocks and profiles exclude each other: a target system compresses what it says");
        }
        for (Profile profile : profiles) {
            boolean isServed = layouts.stream()
                    .anyMatch(layout ->
                            layout.chunker().name().equals(profile.chunker().name())
                                    && layout.compressors().contains(profile.compressor()));
            if (!isServed) {
                throw new IllegalArgumentException("no layout serves profile " + profile.name());
            }
        }
        if (readers < 1 || workers < 1) {
            throw new IllegalArgumentException("a scan needs a reader and a worker");
        }
        if (superblockBytes < 0 || superblockBytes > MAX_SUPERBLOCK_BYTES) {
            throw new IllegalArgumentException("a superblock is at most 16m long");
        }
        int chunkBytes = layouts.stream()
                .mapToInt(layout -> layout.chunker().maxChunkBytes())
                .min()
                .orElse(0);
        if (compressSample.asksForSample() && superblockBytes > chunkBytes) {
            throw new IllegalArgumentException(
                    "superblocks are all compressed, a sample of chunks is not possible there");
        }
    }

    /** Below which length files share blocks with their neighbours under one of the compressors; 0 under none. */
    public int sharedBlockBytes() {
        return compressors().stream()
                .mapToInt(compressor -> compressor.sharesBlocks() ? compressor.blockBytes() : 0)
                .max()
                .orElse(0);
    }

    /** Those of the layouts, in their order. */
    public List<Chunker> chunkers() {
        return layouts.stream().map(LayoutOptions::chunker).toList();
    }

    /** Those of all layouts, each once. */
    public List<CompressorSpec> compressors() {
        return layouts.stream()
                .flatMap(layout -> layout.compressors().stream())
                .distinct()
                .toList();
    }

    /** Those of one layout. */
    public List<CompressorSpec> compressorsOf(Chunker chunker) {
        return layouts.stream()
                .filter(layout -> layout.chunker().name().equals(chunker.name()))
                .findFirst()
                .orElseThrow()
                .compressors();
    }

    /** Everything that cuts: the chunkers and, where there is one, the superblock. */
    public List<Chunker> cutters() {
        List<Chunker> cutters = new ArrayList<>(chunkers());
        if (superblockBytes > 0) {
            cutters.add(new FixedChunker(superblockBytes));
        }
        return cutters;
    }

    /** The defaults: a reader and a worker for each processor, no limits but half of the memory there is. */
    public static ScanOptions of(
            List<Chunker> chunkers, FingerprintAlgorithm fingerprint, List<CompressorSpec> compressors) {
        int processors = Runtime.getRuntime().availableProcessors();
        return new ScanOptions(
                LayoutOptions.of(chunkers, compressors),
                Fingerprinting.plain(fingerprint),
                CompressSample.BY_COMPRESSOR,
                0,
                List.of(),
                FileSelection.NONE,
                processors,
                processors,
                Throttle.UNLIMITED,
                new IndexMemory(AvailableMemory.bytes() / 2, IndexMemory.DEFAULT_MAP_LIST_SIZE));
    }

    /** These options with other numbers of threads. */
    public ScanOptions withThreads(int readerCount, int workerCount) {
        return changed(change -> {
            change.readers = readerCount;
            change.workers = workerCount;
        });
    }

    /** These options with other fingerprints. */
    public ScanOptions withFingerprint(Fingerprinting fingerprinting) {
        return changed(change -> change.fingerprint = fingerprinting);
    }

    /** These options with another sample. */
    public ScanOptions withCompressSample(CompressSample sample) {
        return changed(change -> change.compressSample = sample);
    }

    /** These options with a superblock. */
    public ScanOptions withSuperblockBytes(int bytes) {
        return changed(change -> change.superblockBytes = bytes);
    }

    /** These options with other layouts. */
    public ScanOptions withLayouts(List<LayoutOptions> others) {
        return changed(change -> change.layouts = others);
    }

    /** These options with target systems, and with the layouts that those need. */
    public ScanOptions withProfiles(List<Profile> targets) {
        return changed(change -> {
            change.layouts = LayoutOptions.with(layouts, targets);
            change.profiles = targets;
        });
    }

    /** These options with files to report on their own. */
    public ScanOptions withPerFile(FileSelection selection) {
        return changed(change -> change.perFile = selection);
    }

    /** These options with a limit on reading. */
    public ScanOptions withRate(long bytesPerSecond) {
        return changed(change -> change.rateBytesPerSecond = bytesPerSecond);
    }

    /** These options with other memory for the index. */
    public ScanOptions withMemory(IndexMemory indexMemory) {
        return changed(change -> change.memory = indexMemory);
    }

    private ScanOptions changed(Consumer<Change> what) {
        Change change = new Change(this);
        what.accept(change);
        return new ScanOptions(
                change.layouts,
                change.fingerprint,
                change.compressSample,
                change.superblockBytes,
                change.profiles,
                change.perFile,
                change.readers,
                change.workers,
                change.rateBytesPerSecond,
                change.memory);
    }

    /** What the {@code with} methods change, on its way from one record to the next. */
    private static final class Change {
        private List<LayoutOptions> layouts;
        private List<Profile> profiles;
        private Fingerprinting fingerprint;
        private CompressSample compressSample;
        private int superblockBytes;
        private FileSelection perFile;
        private int readers;
        private int workers;
        private long rateBytesPerSecond;
        private IndexMemory memory;

        Change(ScanOptions from) {
            layouts = from.layouts;
            profiles = from.profiles;
            fingerprint = from.fingerprint;
            compressSample = from.compressSample;
            superblockBytes = from.superblockBytes;
            perFile = from.perFile;
            readers = from.readers;
            workers = from.workers;
            rateBytesPerSecond = from.rateBytesPerSecond;
            memory = from.memory;
        }
    }
}
