package io.compscan.cli;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import picocli.CommandLine.Option;

/** How the data would be stored: chunks, fingerprints, compressors. */
final class LayoutMixin {

    private static final Chunker DEFAULT_CHUNKER = new FixedChunker(4096);
    private static final String DEFAULT_COMPRESSOR = "lz4";

    @Option(
            names = {"-c", "--chunk", "--block-size"},
            paramLabel = "SIZE",
            split = ",",
            converter = Converters.Chunking.class,
            description = "Chunk sizes, 512 to 16m, all in one pass, such as 4k,8k,128k (default: 4k).")
    private List<Chunker> chunkers = new ArrayList<>();

    @Option(
            names = {"-z", "--compress"},
            paramLabel = "COMPRESSOR",
            split = ",",
            converter = Converters.Compressor.class,
            description =
                    "Compressors, all in one pass: none, lz4[:accel], lz4hc[:level], zstd[:level], deflate[:level],"
                            + " xz[:level] (default: lz4).")
    private List<CompressorSpec> compressors = new ArrayList<>();

    @Option(
            names = "--superblock",
            paramLabel = "SIZE",
            converter = Converters.Superblock.class,
            description = "Compress in units of this size where chunks are smaller.")
    private int superblockBytes;

    @Option(
            names = "--fingerprint",
            paramLabel = "NAME",
            converter = Converters.Fingerprint.class,
            defaultValue = "sha1",
            description = "What identifies a chunk: sha1, md5, sha256, blake2b, blake3, sha3 or kangarootwelve"
                    + " (default: ${DEFAULT-VALUE}).")
    private FingerprintAlgorithm fingerprint = FingerprintAlgorithm.SHA1;

    List<Chunker> chunkers() {
        return chunkers.isEmpty() ? List.of(DEFAULT_CHUNKER) : List.copyOf(new LinkedHashSet<>(chunkers));
    }

    List<CompressorSpec> compressors() {
        return compressors.isEmpty()
                ? List.of(CompressorSpec.parse(DEFAULT_COMPRESSOR))
                : List.copyOf(new LinkedHashSet<>(compressors));
    }

    int superblockBytes() {
        return superblockBytes;
    }

    FingerprintAlgorithm fingerprint() {
        return fingerprint;
    }
}
