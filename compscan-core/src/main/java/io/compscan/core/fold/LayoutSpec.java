package io.compscan.core.fold;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.profile.Profile;
import io.compscan.core.scan.ScanOptions;
import java.io.Serializable;
import java.util.List;

/**
 * One chunking of a scan, as far as it decides what the fold makes of its entries; made of names, so that who folds entries of another
 * machine needs neither its chunkers nor its codecs.
 *
 * @param chunking canonical name, such as {@code fixed:4096}
 * @param maxChunkBytes the length that full chunks have and none exceeds
 * @param expectedChunkBytes the mean length that the chunks of random data have
 * @param fingerprint the name of what identifies a chunk
 * @param compressors canonical names, in the order asked for
 * @param samples for each compressor which chunks it is given; never {@link CompressSample#BY_COMPRESSOR}
 * @param superblockBytes the compression unit where it is larger than the chunk, 0 if compression is by chunk
 */
public record LayoutSpec(
        String chunking,
        int maxChunkBytes,
        long expectedChunkBytes,
        String fingerprint,
        List<String> compressors,
        List<CompressSample> samples,
        int superblockBytes)
        implements Serializable {

    /** Copies the lists; refuses a compressor without its sample. */
    public LayoutSpec {
        compressors = List.copyOf(compressors);
        samples = List.copyOf(samples);
        if (compressors.size() != samples.size()) {
            throw new IllegalArgumentException(
                    compressors.size() + " compressors with the samples of " + samples.size());
        }
    }

    /** The one of these chunks. */
    public static LayoutSpec of(ScanOptions options, Chunker chunker) {
        List<CompressorSpec> compressors = options.compressorsOf(chunker);
        return new LayoutSpec(
                chunker.name(),
                chunker.maxChunkBytes(),
                Math.round(chunker.expectedChunkBytes()),
                options.fingerprint().label(),
                compressors.stream().map(CompressorSpec::name).toList(),
                compressors.stream().map(options.compressSample()::of).toList(),
                options.superblockBytes());
    }

    /** Whether the entries tell what they take on this target system: it is cut and compressed as they are, chunk by chunk. */
    public boolean serves(Profile profile) {
        return chunking.equals(profile.chunker().name())
                && compressors.contains(profile.compressor().name())
                && !bySuperblock();
    }

    /** Whether compression is measured over superblocks and not over chunks. */
    public boolean bySuperblock() {
        return superblockBytes > maxChunkBytes;
    }

    /** The compressors of which each entry holds a stored size, in the order of its fields. */
    public List<String> sizedCompressors() {
        return CompressionPlan.of(this).sized().stream().map(compressors::get).toList();
    }
}
