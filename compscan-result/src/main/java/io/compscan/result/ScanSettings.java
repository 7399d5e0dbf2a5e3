package io.compscan.result;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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
 * @param method what else decides the numbers: the counting rules of compscan, the libraries that compress, and a digest of the rules of each
 *     target system, such as {@code rules 1}, {@code lz4-java 1.12.1} and {@code profile vdo 5d3e0c9a11f2}; empty in documents of earlier versions
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
        @Later @Nullable Asked asked,
        @Later List<String> method) {

    private static final String OF_PROFILE = "profile ";

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
                null,
                List.of());
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
        return with(newProfiles, into, index, asked, method);
    }

    /** This plan with kinds of container to look into. */
    public ScanSettings withInto(List<String> newInto) {
        return with(profiles, newInto, index, asked, method);
    }

    /** This plan with the chunkings and compressors that the user named. */
    public ScanSettings withAsked(@Nullable Asked newAsked) {
        return with(profiles, into, index, newAsked, method);
    }

    /** This plan with another index; null for an exact one. */
    public ScanSettings withIndex(@Nullable String newIndex) {
        return with(profiles, into, newIndex, asked, method);
    }

    /** This plan with what else decides its numbers. */
    public ScanSettings withMethod(List<String> newMethod) {
        return with(profiles, into, index, asked, newMethod);
    }

    /** This plan without what names files: its paths and globs. */
    public ScanSettings withoutPaths() {
        return new ScanSettings(
                toolVersion,
                List.of(),
                chunkings,
                fingerprint,
                compressors,
                compressSample,
                superblockBytes,
                profiles,
                List.of(),
                List.of(),
                followSymlinks,
                oneFileSystem,
                false,
                into,
                index,
                asked,
                method);
    }

    /** The line of a method for a target system whose rules have this digest. */
    public static String ofProfile(String profile, String digest) {
        return OF_PROFILE + profile + " " + digest;
    }

    /**
     * The part of a method that decides the numbers of one target.
     *
     * @param profile the target system; null for a chunking with a compressor
     */
    public static List<String> methodOf(List<String> method, @Nullable String profile) {
        return method.stream()
                .filter(line -> !line.startsWith(OF_PROFILE)
                        || (profile != null && line.startsWith(OF_PROFILE + profile + " ")))
                .toList();
    }

    /**
     * The lines of methods, those of target systems apart, that name the same thing in different versions: numbers found by them do not compare.
     * Empty if they do.
     */
    public static List<String> conflicts(List<String> method) {
        Map<String, Set<String>> byName = new TreeMap<>();
        for (String line : methodOf(method, null)) {
            byName.computeIfAbsent(line.substring(0, line.lastIndexOf(' ') + 1), name -> new TreeSet<>())
                    .add(line);
        }
        return byName.values().stream()
                .filter(lines -> lines.size() > 1)
                .flatMap(Set::stream)
                .toList();
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
                named,
                method);
    }

    private ScanSettings with(
            List<String> newProfiles,
            List<String> newInto,
            @Nullable String newIndex,
            @Nullable Asked newAsked,
            List<String> newMethod) {
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
                newAsked,
                newMethod);
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
        method = List.copyOf(method);
    }
}
