package io.compscan.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a scan that decide its numbers.
 *
 * @param toolVersion the version of compscan
 * @param paths the scanned paths, as given; {@code "-"} for standard input
 * @param chunkings canonical names such as {@code fixed:4096}
 * @param fingerprint the name of the digest
 * @param compressors canonical names such as {@code lz4} or {@code zstd:9}
 * @param compressSample the requested sample of distinct chunks to compress: {@code auto}, {@code off}, a rate such as {@code 0.1}, or
 *     {@code by-compressor}, the default
 * @param superblockBytes the compression unit if it is larger than the chunk; 0 if compression is by chunk
 * @param profiles the names of the target systems asked for
 * @param includes globs; empty means everything
 * @param excludes globs
 * @param followSymlinks whether symbolic links were followed
 * @param oneFileSystem whether mount points were left alone
 * @param perFile whether the user asked for reports on single files
 * @param into the kinds of container to look into, such as {@code images} and {@code archives}
 * @param index the requested index if it is not an exact one, such as {@code sketch:1048576}; else null
 * @param asked the chunkings and compressors that the user named; null in documents of earlier versions
 */
public record ScanSettings(
        String toolVersion,
        List<String> paths,
        List<String> chunkings,
        String fingerprint,
        List<String> compressors,
        String compressSample,
        int superblockBytes,
        @Later List<String> profiles,
        List<String> includes,
        List<String> excludes,
        boolean followSymlinks,
        boolean oneFileSystem,
        boolean perFile,
        @Later List<String> into,
        @LeftOut @Nullable String index,
        @Later @Nullable Asked asked) {

    /**
     * The chunkings and compressors that the user named, each chunking with each compressor; {@code chunkings} has those of the target
     * systems, too.
     *
     * @param chunkings canonical names; empty if the target systems decide alone
     * @param compressors canonical names; empty likewise
     */
    public record Asked(List<String> chunkings, List<String> compressors) {

        /** Copies the lists. */
        public Asked {
            chunkings = List.copyOf(chunkings);
            compressors = List.copyOf(compressors);
        }
    }

    /** Settings that look into nothing, with an exact index. */
    public ScanSettings(
            String toolVersion,
            List<String> paths,
            List<String> chunkings,
            String fingerprint,
            List<String> compressors,
            String compressSample,
            int superblockBytes,
            List<String> profiles,
            List<String> includes,
            List<String> excludes,
            boolean followSymlinks,
            boolean oneFileSystem,
            boolean perFile) {
        this(
                toolVersion,
                paths,
                chunkings,
                fingerprint,
                compressors,
                compressSample,
                superblockBytes,
                profiles,
                includes,
                excludes,
                followSymlinks,
                oneFileSystem,
                perFile,
                List.of(),
                null,
                null);
    }

    /** Settings without target systems that look into nothing. */
    public ScanSettings(
            String toolVersion,
            List<String> paths,
            List<String> chunkings,
            String fingerprint,
            List<String> compressors,
            String compressSample,
            int superblockBytes,
            List<String> includes,
            List<String> excludes,
            boolean followSymlinks,
            boolean oneFileSystem,
            boolean perFile) {
        this(
                toolVersion,
                paths,
                chunkings,
                fingerprint,
                compressors,
                compressSample,
                superblockBytes,
                List.of(),
                includes,
                excludes,
                followSymlinks,
                oneFileSystem,
                perFile);
    }

    /** This plan with target systems. */
    public ScanSettings withProfiles(List<String> newProfiles) {
        return with(newProfiles, into, index, asked);
    }

    /** This plan with kinds of container to look into. */
    public ScanSettings withInto(List<String> newInto) {
        return with(profiles, newInto, index, asked);
    }

    /** This plan with the chunkings and compressors that the user named. */
    public ScanSettings withAsked(@Nullable Asked newAsked) {
        return with(profiles, into, index, newAsked);
    }

    /** This plan with another index; null for an exact one. */
    public ScanSettings withIndex(@Nullable String newIndex) {
        return with(profiles, into, newIndex, asked);
    }

    /** This plan with some of its chunkings and compressors. */
    ScanSettings ofLayouts(List<String> newChunkings, List<String> newCompressors) {
        Asked named = asked == null
                ? null
                : new Asked(
                        asked.chunkings().stream()
                                .filter(newChunkings::contains)
                                .toList(),
                        asked.compressors().stream()
                                .filter(newCompressors::contains)
                                .toList());
        return new ScanSettings(
                toolVersion,
                paths,
                newChunkings,
                fingerprint,
                newCompressors,
                compressSample,
                superblockBytes,
                profiles,
                includes,
                excludes,
                followSymlinks,
                oneFileSystem,
                perFile,
                into,
                index,
                named);
    }

    private ScanSettings with(
            List<String> newProfiles, List<String> newInto, @Nullable String newIndex, @Nullable Asked newAsked) {
        return new ScanSettings(
                toolVersion,
                paths,
                chunkings,
                fingerprint,
                compressors,
                compressSample,
                superblockBytes,
                newProfiles,
                includes,
                excludes,
                followSymlinks,
                oneFileSystem,
                perFile,
                newInto,
                newIndex,
                newAsked);
    }

    /** Copies the lists. */
    public ScanSettings {
        paths = List.copyOf(paths);
        chunkings = List.copyOf(chunkings);
        compressors = List.copyOf(compressors);
        profiles = List.copyOf(profiles);
        includes = List.copyOf(includes);
        excludes = List.copyOf(excludes);
        into = List.copyOf(into);
    }
}
