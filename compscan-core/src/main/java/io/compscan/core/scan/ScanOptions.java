package io.compscan.core.scan;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.fold.Schemes;
import io.compscan.core.fold.ledger.LedgerLimits;
import io.compscan.core.profile.Profile;
import io.compscan.core.profile.ProfileJson;
import io.compscan.core.scan.measure.FileSelection;
import io.compscan.core.scan.read.Throttle;
import io.compscan.map.MapOptions;
import io.compscan.result.ScanSettings;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The measurements and the resources of a scan. Everything except {@code readers}, {@code workers}, {@code rateBytesPerSecond} and
 * {@code memory} decides the numbers.
 *
 * @param schemes the schemes to measure
 * @param perFile the files that also have reports of their own
 * @param readers threads that read
 * @param workers threads that chunk, fingerprint and compress
 * @param rateBytesPerSecond the most that is read in a second, {@link Throttle#UNLIMITED} for no limit
 * @param memory the memory and the disk space that the index may use
 */
public record ScanOptions(
        Schemes schemes, FileSelection perFile, int readers, int workers, long rateBytesPerSecond, IndexMemory memory) {

    /** Raised by a release that counts the same chunks otherwise, so that results of both sides say that they do not compare. */
    private static final int COUNTING_RULES = 1;

    /**
     * The memory and the disk space that the index may use.
     *
     * @param budgetBytes memory for all indexes together
     * @param mapListSize see {@link io.compscan.map.MapOptions}
     * @param spill the place where the indexes go on when the memory is used up
     */
    public record IndexMemory(long budgetBytes, int mapListSize, SpillSpace spill) {

        /** The length of the map's lists by default. */
        public static final int DEFAULT_MAP_LIST_SIZE = MapOptions.DEFAULT_MAP_LIST_SIZE;

        /** Memory alone: the scan stops when it is used up. */
        public IndexMemory(long budgetBytes, int mapListSize) {
            this(budgetBytes, mapListSize, SpillSpace.NONE);
        }
    }

    /** Refuses options with which no scan can run. */
    public ScanOptions {
        if (readers < 1 || workers < 1) {
            throw new IllegalArgumentException("a scan needs a reader and a worker");
        }
    }

    /** The chunkers of the schemes, in their order. */
    public List<Chunker> chunkers() {
        return schemes.chunkers();
    }

    /** The compressors of all schemes, each once. */
    public List<CompressorSpec> compressors() {
        return schemes.compressors();
    }

    /** The libraries that decide the sizes, each once, with their versions. */
    List<String> libraries() {
        return compressors().stream()
                .map(CompressorSpec::library)
                .filter(library -> !library.isEmpty())
                .distinct()
                .sorted()
                .toList();
    }

    private List<String> method() {
        Stream<String> rules = Stream.of("rules " + COUNTING_RULES);
        Stream<String> systems = profiles().stream()
                .map(profile -> ScanSettings.ofProfile(profile.name(), ProfileJson.rulesDigest(profile)));
        return Stream.of(rules, libraries().stream(), systems)
                .flatMap(lines -> lines)
                .toList();
    }

    /** The fingerprinting, which identifies chunks. */
    public Fingerprinting fingerprint() {
        return schemes.fingerprint();
    }

    /** The target systems. */
    public List<Profile> profiles() {
        return schemes.profiles();
    }

    /** The limits of the ledger: whoever asks for exact sizes wants exact charges, too. */
    LedgerLimits ledgerLimits() {
        return schemes.compressSample().kind() == CompressSample.Kind.OFF ? LedgerLimits.EXACT : LedgerLimits.DEFAULT;
    }

    /** Whether a profile charges extended attributes. */
    boolean chargesAttributes() {
        return profiles().stream().anyMatch(Profile::chargesAttributes);
    }

    /** Whether a profile charges files and directories by their size. */
    boolean chargesShapes() {
        return profiles().stream().anyMatch(Profile::chargesShapes);
    }

    /**
     * These options as a result shows them, for a scan of everything below these paths.
     *
     * @param toolVersion the version of the program
     */
    public ScanSettings settings(String toolVersion, List<String> paths) {
        return settings(toolVersion, paths, List.of(), List.of(), false, false);
    }

    /**
     * These options as a result shows them.
     *
     * @param toolVersion the version of the program
     * @param includes globs; empty means everything
     * @param excludes globs
     */
    public ScanSettings settings(
            String toolVersion,
            List<String> paths,
            List<String> includes,
            List<String> excludes,
            boolean followSymlinks,
            boolean oneFileSystem) {
        return new ScanSettings(
                        toolVersion,
                        paths,
                        chunkers().stream().map(Chunker::name).toList(),
                        fingerprint().label(),
                        compressors().stream().map(CompressorSpec::name).toList(),
                        schemes.compressSample().name(),
                        schemes.superblockBytes(),
                        includes,
                        excludes,
                        followSymlinks,
                        oneFileSystem,
                        perFile.enabled())
                .withProfiles(profiles().stream().map(Profile::name).toList())
                .withMethod(method());
    }

    /** The defaults: a reader and a worker for each processor, and no limits except half of the available memory. */
    public static ScanOptions of(
            List<Chunker> chunkers, FingerprintAlgorithm fingerprint, List<CompressorSpec> compressors) {
        return of(Schemes.builder(Fingerprinting.plain(fingerprint))
                .cut(chunkers, compressors)
                .build());
    }

    /** The same defaults with other schemes. */
    public static ScanOptions of(Schemes schemes) {
        int processors = Runtime.getRuntime().availableProcessors();
        return new ScanOptions(
                schemes,
                FileSelection.NONE,
                processors,
                processors,
                Throttle.UNLIMITED,
                new IndexMemory(AvailableMemory.bytes() / 2, IndexMemory.DEFAULT_MAP_LIST_SIZE));
    }

    /** These options with other numbers of threads. */
    public ScanOptions withThreads(int readerCount, int workerCount) {
        return new ScanOptions(schemes, perFile, readerCount, workerCount, rateBytesPerSecond, memory);
    }

    /** These options with other fingerprints. */
    public ScanOptions withFingerprint(Fingerprinting fingerprinting) {
        return withSchemes(schemes -> schemes.fingerprint(fingerprinting));
    }

    /** These options with another sample. */
    public ScanOptions withCompressSample(CompressSample sample) {
        return withSchemes(schemes -> schemes.sample(sample));
    }

    /** These options with a superblock. */
    public ScanOptions withSuperblockBytes(int bytes) {
        return withSchemes(schemes -> schemes.superblockBytes(bytes));
    }

    /** These options with target systems, and with the schemes that those need. */
    public ScanOptions withProfiles(List<Profile> targets) {
        return withSchemes(schemes -> schemes.profiles(targets));
    }

    /** These options for a scan whose entries serve its own result alone; see {@link Schemes#forOneFold}. */
    ScanOptions forOneFold() {
        return new ScanOptions(schemes.forOneFold(), perFile, readers, workers, rateBytesPerSecond, memory);
    }

    private ScanOptions withSchemes(UnaryOperator<Schemes.Builder> change) {
        return new ScanOptions(
                change.apply(schemes.toBuilder()).build(), perFile, readers, workers, rateBytesPerSecond, memory);
    }

    /** These options with files to report on their own. */
    public ScanOptions withPerFile(FileSelection selection) {
        return new ScanOptions(schemes, selection, readers, workers, rateBytesPerSecond, memory);
    }

    /** These options with a limit on reading. */
    public ScanOptions withRate(long bytesPerSecond) {
        return new ScanOptions(schemes, perFile, readers, workers, bytesPerSecond, memory);
    }

    /** These options with other memory for the index. */
    public ScanOptions withMemory(IndexMemory indexMemory) {
        return new ScanOptions(schemes, perFile, readers, workers, rateBytesPerSecond, indexMemory);
    }
}
