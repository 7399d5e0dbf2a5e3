package io.compscan.core.library;

import io.compscan.core.Versions;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fold.Schemes;
import io.compscan.core.profile.Profile;
import io.compscan.core.profile.Profiles;
import io.compscan.core.scan.AvailableMemory;
import io.compscan.core.scan.ScanException;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanOptions.IndexMemory;
import io.compscan.core.scan.ScanOutcome;
import io.compscan.core.scan.ScanRequest;
import io.compscan.core.scan.ScanRun;
import io.compscan.core.scan.SpillSpace;
import io.compscan.core.source.Source;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.PageCachePolicy;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.core.write.session.WriteRequest;
import io.compscan.result.ScanSettings;
import io.compscan.result.ScanSettings.Asked;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The measurements to make, in the words of the command line and with its defaults: {@code Measure.defaults().scan(Path.of("/srv"))}.
 * Immutable.
 *
 * <p>By default it measures chunks of 4 KiB with lz4, with a thread for each processor and half of the available memory. The index goes on
 * in the directory for temporary files.
 */
public final class Measure {

    /** The chunking by default. */
    public static final String DEFAULT_CHUNKING = "4k";

    /** The compressor by default. */
    public static final String DEFAULT_COMPRESSOR = "lz4";

    private static final long LEAST_INDEX_BYTES = 8 << 20;

    private final List<String> chunkings;
    private final List<String> compressors;
    private final List<Profile> profiles;
    private final int threads;
    private final IndexMemory memory;

    private Measure(
            List<String> chunkings, List<String> compressors, List<Profile> profiles, int threads, IndexMemory memory) {
        this.chunkings = chunkings;
        this.compressors = compressors;
        this.profiles = profiles;
        this.threads = threads;
        this.memory = memory;
    }

    /** The measurements of {@code compscan scan} without options. */
    public static Measure defaults() {
        long budgetBytes = Math.max(LEAST_INDEX_BYTES, AvailableMemory.bytes() / 2);
        IndexMemory memory =
                new IndexMemory(budgetBytes, IndexMemory.DEFAULT_MAP_LIST_SIZE, SpillSpace.temporary(Long.MAX_VALUE));
        return new Measure(List.of(), List.of(), List.of(), Runtime.getRuntime().availableProcessors(), memory);
    }

    /** With these chunkings, such as {@code "4k"} and {@code "fastcdc:16k,max=64k"}; see {@code docs/reference/chunkers.md}. */
    public Measure chunk(String... some) {
        return new Measure(List.of(some), compressors, profiles, threads, memory);
    }

    /** With these compressors, such as {@code "lz4"} and {@code "zstd:9"}. */
    public Measure compress(String... some) {
        return new Measure(chunkings, List.of(some), profiles, threads, memory);
    }

    /** With these target systems, such as {@code "vdo"}; without a chunking and a compressor, they decide alone. */
    public Measure profile(String... names) {
        List<Profile> named = Arrays.stream(names).map(Profiles::named).toList();
        return new Measure(chunkings, compressors, named, threads, memory);
    }

    /** With so many threads that read, and as many that work. */
    public Measure threads(int count) {
        return new Measure(chunkings, compressors, profiles, count, memory);
    }

    /** With other memory for the index. */
    public Measure memory(IndexMemory other) {
        return new Measure(chunkings, compressors, profiles, threads, other);
    }

    /**
     * The options for a scan.
     *
     * @throws IllegalArgumentException with one line that says which word is wrong
     */
    public ScanOptions options() {
        Schemes.Builder schemes = Schemes.builder(Fingerprinting.plain(FingerprintAlgorithm.SHA1));
        if (isAsked() || profiles.isEmpty()) {
            for (String chunking : words(chunkings, DEFAULT_CHUNKING)) {
                schemes.cut(
                        ChunkerSpecs.parse(chunking),
                        words(compressors, DEFAULT_COMPRESSOR).stream()
                                .map(CompressorSpec::parse)
                                .toList());
            }
        }
        return ScanOptions.of(schemes.profiles(profiles).build())
                .withThreads(threads, threads)
                .withMemory(memory);
    }

    private boolean isAsked() {
        return !chunkings.isEmpty() || !compressors.isEmpty();
    }

    private static List<String> words(List<String> asked, String otherwise) {
        return asked.isEmpty() ? List.of(otherwise) : asked;
    }

    private ScanSettings settings(ScanOptions options, List<String> paths) {
        Asked asked = new Asked(List.of(), List.of());
        if (isAsked() || profiles.isEmpty()) {
            asked = new Asked(
                    words(chunkings, DEFAULT_CHUNKING).stream()
                            .flatMap(chunking -> ChunkerSpecs.parse(chunking).stream())
                            .map(chunker -> chunker.name())
                            .distinct()
                            .toList(),
                    words(compressors, DEFAULT_COMPRESSOR).stream()
                            .map(name -> CompressorSpec.parse(name).name())
                            .distinct()
                            .toList());
        }
        return options.settings(version(), paths).withAsked(asked);
    }

    /** The request to scan a source; {@link ScanRequest} has the options that few people need. */
    public ScanRequest request(Source source) {
        ScanOptions options = options();
        return ScanRequest.of(source, options, settings(options, source.paths()));
    }

    /** The request to scan files and directories. */
    public ScanRequest request(Path... paths) {
        return request(new FileTreeSource(List.of(paths), WalkOptions.ALL, PageCachePolicy.RESTORE));
    }

    /**
     * Scans files and directories.
     *
     * @throws ScanException if a thread failed for a reason other than the data; what cannot be read is listed in the result
     */
    public ScanOutcome scan(Path... paths) throws ScanException, InterruptedException {
        return ScanRun.open(request(paths)).run();
    }

    /**
     * The request for a session that measures what a program writes.
     *
     * @param name stands before the names of streams, as a directory does
     */
    public WriteRequest writing(String name) {
        ScanOptions options = options();
        return WriteRequest.of(options, settings(options, List.of(name)));
    }

    /** The version of the library. */
    public static String version() {
        return Versions.compscan();
    }
}
