package io.compscan.core.fold;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fold.CompressSample.Kind;
import io.compscan.core.fold.calibrate.BlockSample;
import io.compscan.core.profile.Profile;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One way of storing that a scan measures: a chunking, its compressors, their samples and the superblock.
 *
 * <p>A scheme consists of names and numbers. A fold of another machine's entries needs neither its chunkers nor its codecs.
 *
 * <p>The index keeps one stored size per chunk for each <em>sized</em> compressor. Where a superblock is larger than the chunk, the scan
 * compresses superblocks, and no compressor is sized. The compressor {@code none} is never sized, because its stored size is the length.
 *
 * @param chunking canonical name, such as {@code fixed:4096}
 * @param maxChunkBytes the length of a full chunk; no chunk is longer
 * @param expectedChunkBytes the mean length of the chunks of random data
 * @param fingerprint the name of the digest that identifies a chunk
 * @param compressors canonical names, in the order asked for
 * @param samples for each compressor the share of the chunks that it compresses; never {@link CompressSample#BY_COMPRESSOR}
 * @param superblockBytes the compression unit where it is larger than the chunk; 0 if the scan compresses chunks
 */
public record Scheme(
        String chunking,
        int maxChunkBytes,
        long expectedChunkBytes,
        String fingerprint,
        List<String> compressors,
        List<CompressSample> samples,
        int superblockBytes)
        implements Serializable {

    /** The compressor that stores all chunks raw. */
    private static final String STORE_RAW = "none";

    /** Copies the lists; refuses a compressor without its sample. */
    public Scheme {
        compressors = List.copyOf(compressors);
        samples = List.copyOf(samples);
        if (compressors.size() != samples.size()) {
            throw new IllegalArgumentException(
                    compressors.size() + " compressors with the samples of " + samples.size());
        }
    }

    static Scheme of(
            Chunker chunker,
            List<CompressorSpec> compressors,
            String fingerprint,
            CompressSample sample,
            int superblockBytes) {
        return new Scheme(
                chunker.name(),
                chunker.maxChunkBytes(),
                Math.round(chunker.expectedChunkBytes()),
                fingerprint,
                compressors.stream().map(CompressorSpec::name).toList(),
                compressors.stream().map(sample::of).toList(),
                superblockBytes);
    }

    /** Whether the entries tell what the data takes on this target system, which cuts and compresses chunk by chunk. */
    public boolean serves(Profile profile) {
        return chunking.equals(profile.chunker().name())
                && compressors.contains(profile.compressor().name())
                && !bySuperblock();
    }

    /** The same with these of its compressors, in this order. */
    public Scheme withCompressors(List<String> names) {
        return new Scheme(
                chunking,
                maxChunkBytes,
                expectedChunkBytes,
                fingerprint,
                names,
                names.stream()
                        .map(name -> samples.get(compressors.indexOf(name)))
                        .toList(),
                superblockBytes);
    }

    /** Whether fingerprints tell short files from the ends of long ones. */
    public boolean filesApart() {
        return chunking.contains(FixedChunker.Files.APART.suffix());
    }

    /** Whether the scan compresses superblocks and not chunks. */
    public boolean bySuperblock() {
        return superblockBytes > maxChunkBytes;
    }

    /** The codecs of the compressors, in their order. */
    public List<CompressorSpec> openCompressors() {
        return compressors.stream().map(CompressorSpec::parse).toList();
    }

    /** The numbers of the sized compressors, in the order of the index fields. */
    public List<Integer> sized() {
        return IntStream.range(0, compressors.size())
                .filter(i -> !bySuperblock() && !compressors.get(i).equals(STORE_RAW))
                .boxed()
                .toList();
    }

    /** The sized compressors, in the order of the index fields. */
    public List<String> sizedCompressors() {
        return sized().stream().map(compressors::get).toList();
    }

    /** The index field with the stored sizes on a target system that it {@linkplain #serves serves}; -1 if the system stores chunks raw. */
    public int sizedField(Profile target) {
        return sizedCompressors().indexOf(target.compressor().name());
    }

    /** For each sized compressor the rule that chooses its chunks. */
    List<SampleRule> rules() {
        return sized().stream().map(i -> samples.get(i).rule()).toList();
    }

    /** New samplers, one for each sized compressor, for the scan of one set of data. */
    public List<Sampler> samplers() {
        return sized().stream().map(this::control).toList();
    }

    private Sampler control(int compressor) {
        CompressSample sample = samples.get(compressor);
        BlockSample blocks = sample.kind() == Kind.BLOCKS
                ? new BlockSample(CompressorSpec.parse(compressors.get(compressor)))
                : null;
        return new Sampler(sample.rule(), maxChunkBytes, blocks);
    }

    /**
     * This scheme with a sample of blocks for each slow compressor, where it would have a sample of chunks and blocks are shorter. The
     * index of such a scheme holds sizes that say nothing without the sample of blocks.
     */
    Scheme calibrated() {
        List<CompressSample> calibrated = new ArrayList<>(samples);
        for (int i = 0; i < compressors.size(); i++) {
            CompressorSpec compressor = CompressorSpec.parse(compressors.get(i));
            boolean isCalibrated = samples.get(i).kind() == Kind.AUTO
                    && !bySuperblock()
                    && compressor.quick() != null
                    && compressor.blockBytes() < maxChunkBytes;
            if (isCalibrated) {
                calibrated.set(i, CompressSample.OF_BLOCKS);
            }
        }
        return new Scheme(
                chunking, maxChunkBytes, expectedChunkBytes, fingerprint, compressors, calibrated, superblockBytes);
    }
}
