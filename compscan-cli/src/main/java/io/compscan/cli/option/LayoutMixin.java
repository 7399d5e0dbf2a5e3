package io.compscan.cli.option;

import io.compscan.cli.file.SetInputs;
import io.compscan.cli.option.OptionTraits.Heading;
import io.compscan.cli.option.OptionTraits.Rule;
import io.compscan.cli.option.OptionTraits.Traits;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.core.ByteSize;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fingerprint.Salt;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.fold.Schemes;
import io.compscan.core.library.Measure;
import io.compscan.core.profile.Profile;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.source.PathName;
import io.compscan.result.ScanSettings.Asked;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options for the layout of the stored data: chunks, fingerprints, compressors. */
public final class LayoutMixin {

    private static final String SHA1 = "sha1";
    private static final String XXH3 = "xxh3";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Traits(heading = Heading.LAYOUT, rank = 1, idle = Rule.SETS)
    @Option(
            names = {"-c", "--chunk", "--block-size"},
            paramLabel = "CHUNKING",
            converter = Converters.Chunking.class,
            completionCandidates = Completions.Chunkings.class,
            description = {
                "Chunkings in one pass, such as 4k,128k,fastcdc:16k (default: 4k).",
                "Fixed chunks have a size from 512 to 16m. Others are rabin, gear, fastcdc, buzhash, casync, pxar, ae and"
                        + " ram, each with a colon and the average size, and perhaps parameters, as in"
                        + " fastcdc:16k,max=64k: min, max, nc, window, poly, seed."
            })
    private List<Chunker> chunkers = new ArrayList<>();

    @Traits(heading = Heading.LAYOUT, rank = 2, idle = Rule.SETS)
    @Option(
            names = {"-z", "--compress"},
            paramLabel = "COMPRESSOR",
            split = ",",
            converter = Converters.Compressor.class,
            completionCandidates = Completions.Compressors.class,
            description = {
                "Compressors, all in one pass: none, lz4, lz4hc, snappy, zstd, deflate or xz, with a level as in zstd:9"
                        + " (default: lz4).",
                "lz4:N is LZ4 with an acceleration. Target systems use gozstd, the Zstandard in Go; zfslz4 and lz4stream, the"
                        + " LZ4 of OpenZFS and Ceph; and zstdstream[:level], Zstandard that does not know the length of"
                        + " its data."
            })
    private List<CompressorSpec> compressors = new ArrayList<>();

    @Traits(heading = Heading.LAYOUT, rank = 3, idle = Rule.SETS)
    @Option(
            names = "--compress-sample",
            paramLabel = "auto|off|RATE",
            converter = Converters.Sample.class,
            description = {
                "Chunks to compress: auto (default), off (all), or such as 10%%.",
                "Only distinct chunks count. auto takes enough for +-0.4 %%: it compresses all of little data, and 1,024 blocks where a slow compressor takes chunks in blocks. A share"
                        + " is also 0.1 or 1/64."
            })
    private CompressSample compressSample = CompressSample.BY_COMPRESSOR;

    @Traits(heading = Heading.LAYOUT, rank = 4, idle = Rule.SETS)
    @Option(
            names = "--fast",
            description = {
                "Identify chunks by XXH3, not SHA-1: faster, the same numbers.",
                "This is --fingerprint xxh3."
            })
    private boolean fast;

    @Traits(heading = Heading.LAYOUT, rank = 1, rare = true, idle = Rule.SETS)
    @Option(names = "--exact", description = "Compress all distinct chunks: the same as --compress-sample off.")
    private boolean exact;

    @Traits(heading = Heading.LAYOUT, rank = 2, rare = true, idle = Rule.SETS)
    @Option(
            names = "--superblock",
            paramLabel = "SIZE",
            converter = Converters.Superblock.class,
            description = "Compress in units of this size where chunks are smaller.")
    private int superblockBytes;

    @Traits(heading = Heading.LAYOUT, rank = 3, rare = true, idle = Rule.SETS)
    @Option(
            names = "--fingerprint",
            paramLabel = "DIGEST",
            converter = Converters.Fingerprint.class,
            completionCandidates = Completions.Digests.class,
            defaultValue = SHA1,
            description = {
                "What identifies a chunk: sha1, md5, sha256, sha512-256, blake2b, blake3, sha3, kangarootwelve or xxh3"
                        + " (default: ${DEFAULT-VALUE}).",
                "xxh3 draws a seed for each scan, and results and sets name it. Sets that shall merge need the same one, as in"
                        + " xxh3:0123456789abcdef, or the same --salt. Somebody who knows the seed can make chunks that differ and count"
                        + " as the same."
            })
    private String fingerprint = SHA1;

    @Traits(heading = Heading.LAYOUT, rank = 4, rare = true, idle = Rule.SETS)
    @Option(
            names = "--salt",
            paramLabel = "FILE",
            converter = Converters.Place.class,
            description =
                    "Key the fingerprints with the content of this file (HMAC), so that a set of them shows nobody"
                            + " without it which known data it holds.")
    private @Nullable Path salt;

    /** The options of a scan with the layouts that are asked for here and those of the target systems. All others are the usual ones. */
    public ScanOptions scanOptions(List<Profile> profiles) throws CommandFailure {
        return scanOptions(profiles, null);
    }

    /**
     * The options of a scan that goes on with what an earlier one has left.
     *
     * @param before the name of the fingerprints of that one, which give the seed; null if there was none
     */
    public ScanOptions scanOptions(List<Profile> profiles, @Nullable String before) throws CommandFailure {
        Schemes.Builder schemes = Schemes.builder(fingerprinting(before));
        if (isAsked() || profiles.isEmpty()) {
            schemes.cut(chunkers(), compressors());
        }
        requireOneOfSuperblockAndProfile(profiles);
        requireLargeSuperblock();
        return ScanOptions.of(schemes.sample(compressSample())
                .superblockBytes(superblockBytes)
                .profiles(profiles)
                .build());
    }

    private Fingerprinting fingerprinting(@Nullable String before) throws CommandFailure {
        if (fast && isFingerprintNamed()) {
            throw new ParameterException(
                    command.commandLine(), "--fast and --fingerprint exclude each other: --fast is --fingerprint xxh3");
        }
        Salt its = salt == null ? null : read(salt);
        try {
            return Fingerprinting.parse(fast ? XXH3 : fingerprint, its, before);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), "--fingerprint: " + e.getMessage());
        }
    }

    /** Whether the command line asks for a fingerprint, be it the default one. */
    public boolean isFingerprintAsked() {
        return fast || isFingerprintNamed();
    }

    private boolean isFingerprintNamed() {
        return command.commandLine().getParseResult().hasMatchedOption("--fingerprint");
    }

    /**
     * The chunkings and compressors of the command line, as a result keeps them.
     *
     * @param hasProfiles whether target systems decide where nothing is named
     */
    public Asked asked(boolean hasProfiles) {
        if (!isAsked() && hasProfiles) {
            return new Asked(List.of(), List.of());
        }
        return new Asked(
                chunkers().stream().map(Chunker::name).toList(),
                compressors().stream().map(CompressorSpec::name).toList());
    }

    /** The chunkers, each once. */
    private List<Chunker> chunkers() {
        return chunkers.isEmpty()
                ? ChunkerSpecs.parse(Measure.DEFAULT_CHUNKING)
                : List.copyOf(new LinkedHashSet<>(chunkers));
    }

    /** The compressors, each once. */
    private List<CompressorSpec> compressors() {
        return compressors.isEmpty()
                ? List.of(CompressorSpec.parse(Measure.DEFAULT_COMPRESSOR))
                : List.copyOf(new LinkedHashSet<>(compressors));
    }

    /** Whether the command line names a chunking or a compressor; if not, profiles decide alone. */
    private boolean isAsked() {
        return !chunkers.isEmpty() || !compressors.isEmpty();
    }

    private void requireOneOfSuperblockAndProfile(List<Profile> profiles) {
        if (superblockBytes > 0 && !profiles.isEmpty()) {
            throw new ParameterException(
                    command.commandLine(),
                    "--superblock and --profile exclude each other: a profile says what its system compresses");
        }
    }

    /** A superblock that is smaller than every chunk would change nothing. */
    private void requireLargeSuperblock() {
        if (superblockBytes > 0 && chunkers().stream().allMatch(chunker -> superblockBytes < chunker.maxChunkBytes())) {
            Chunker first = chunkers().get(0);
            throw new ParameterException(
                    command.commandLine(),
                    "--superblock: " + ByteSize.format(superblockBytes) + " is smaller than the chunks of "
                            + first.name() + ", which are up to " + ByteSize.format(first.maxChunkBytes()) + " long");
        }
    }

    /** The part of the chunks that is compressed. */
    private CompressSample compressSample() {
        boolean bySuperblock = chunkers().stream().anyMatch(chunker -> superblockBytes > chunker.maxChunkBytes());
        if (compressSample.asksForSample() && bySuperblock) {
            throw new ParameterException(
                    command.commandLine(),
                    "--compress-sample " + compressSample.name()
                            + " does not go with --superblock: superblocks are all compressed");
        }
        if (exact && compressSample.kind() != CompressSample.Kind.BY_COMPRESSOR) {
            throw new ParameterException(
                    command.commandLine(), "--exact and --compress-sample exclude each other: exact means all chunks");
        }
        return exact ? CompressSample.OFF : compressSample;
    }

    private Salt read(Path file) throws CommandFailure {
        try {
            return Salt.read(file);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), "--salt: " + file + ": " + e.getMessage());
        } catch (IOException e) {
            throw SetInputs.failure("--salt: " + PathName.of(file), e);
        }
    }
}
