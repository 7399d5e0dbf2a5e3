package io.compscan.core.tools.generate;

import io.compscan.core.ByteSize;
import io.compscan.core.compress.CompressorSpec;
import java.math.BigDecimal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The request for a generated data set.
 *
 * <p>Its constructor refuses impossible requests with an {@link IllegalArgumentException} of one line. The line begins with the component's
 * name on the command line ({@code size}, {@code dedup}, {@code compress}, {@code chunk}, {@code files}, {@code zero}, {@code shift},
 * {@code run}).
 *
 * @param sizeBytes the size of all files together; 0 with a histogram means its own size
 * @param dedup the dedup ratio, at least 1; of no account with a histogram
 * @param histogram the reference counts to rebuild, at any size; null to make them up for {@code dedup}
 * @param compress the compression ratio of the distinct chunks, at least 1
 * @param compressor the compressor that finds this ratio
 * @param chunkBytes the size of a chunk, 512 bytes to 16 MiB
 * @param fileCount how many files there are, each of one chunk at least
 * @param zeroShare the share of zero chunks, 0 to 1
 * @param shiftBytes if not 0, each file begins with 1 to {@code shiftBytes - 1} random bytes, so that fixed-size chunks do not line up
 * @param runBytes duplicates come in runs of this size, a multiple of the chunk
 * @param mates how far apart the copies of a run lie
 * @param seed the same spec with the same seed gives the same bytes
 */
public record DatasetSpec(
        long sizeBytes,
        BigDecimal dedup,
        @Nullable RefcountBins histogram,
        BigDecimal compress,
        CompressorSpec compressor,
        int chunkBytes,
        int fileCount,
        BigDecimal zeroShare,
        int shiftBytes,
        int runBytes,
        Mates mates,
        long seed) {

    /** The smallest chunk. */
    public static final int MIN_CHUNK_BYTES = 512;

    /** The largest chunk, and the largest shift. */
    public static final int MAX_CHUNK_BYTES = 16 << 20;

    private static final int MAX_FILES = 10_000_000;

    /** Refuses impossible requests. */
    public DatasetSpec {
        Objects.requireNonNull(compressor);
        Objects.requireNonNull(mates);
        if (sizeBytes < 0 || (sizeBytes == 0 && histogram == null)) {
            throw new IllegalArgumentException("size " + sizeBytes + ": must be at least 1 byte");
        }
        if (dedup.compareTo(BigDecimal.ONE) < 0) {
            throw new IllegalArgumentException("dedup " + dedup.toPlainString() + ": must be at least 1");
        }
        if (compress.compareTo(BigDecimal.ONE) < 0) {
            throw new IllegalArgumentException("compress " + compress.toPlainString() + ": must be at least 1");
        }
        if (chunkBytes < MIN_CHUNK_BYTES || chunkBytes > MAX_CHUNK_BYTES) {
            throw new IllegalArgumentException("chunk " + chunkBytes + ": must lie in 512 bytes to 16 MiB");
        }
        if (fileCount < 1 || fileCount > MAX_FILES) {
            throw new IllegalArgumentException("files " + fileCount + ": must lie in 1 to " + MAX_FILES);
        }
        if (zeroShare.signum() < 0 || zeroShare.compareTo(BigDecimal.ONE) > 0) {
            throw new IllegalArgumentException("zero " + zeroShare.toPlainString() + ": must be a share of 0 to 1");
        }
        if (histogram != null && sizeBytes == 0 && zeroShare.compareTo(BigDecimal.ONE) == 0) {
            throw new IllegalArgumentException("zero 100%: needs a size");
        }
        if (shiftBytes < 0 || shiftBytes == 1 || shiftBytes > MAX_CHUNK_BYTES) {
            throw new IllegalArgumentException("shift " + shiftBytes + ": must be 0 or lie in 2 bytes to 16 MiB");
        }
        if (runBytes < chunkBytes || runBytes % chunkBytes != 0) {
            throw new IllegalArgumentException("run " + ByteSize.format(runBytes)
                    + ": must be a multiple of the chunk of " + ByteSize.format(chunkBytes));
        }
    }

    /** A spec of this size and otherwise the defaults: one file, 4 KiB chunks, no duplicates, no zeros, nothing compressible. */
    public static Builder ofSize(long sizeBytes) {
        return new Builder(sizeBytes);
    }

    /** Collects a spec, component by component. */
    public static final class Builder {

        private final long sizeBytes;
        private BigDecimal dedup = BigDecimal.ONE;
        private @Nullable RefcountBins histogram;
        private BigDecimal compress = BigDecimal.ONE;
        private CompressorSpec compressor = CompressorSpec.parse("lz4");
        private int chunkBytes = 4096;
        private int fileCount = 1;
        private BigDecimal zeroShare = BigDecimal.ZERO;
        private int shiftBytes;
        private int runBytes;
        private Mates mates = Mates.FAR;
        private long seed = 1;

        private Builder(long sizeBytes) {
            this.sizeBytes = sizeBytes;
        }

        /** See {@link DatasetSpec#dedup}. */
        public Builder dedup(String ratio) {
            return dedup(new BigDecimal(ratio));
        }

        /** See {@link DatasetSpec#dedup}. */
        public Builder dedup(BigDecimal ratio) {
            dedup = ratio;
            return this;
        }

        /** See {@link DatasetSpec#histogram}. */
        public Builder histogram(RefcountBins refcounts) {
            histogram = refcounts;
            return this;
        }

        /** See {@link DatasetSpec#compress} and {@link DatasetSpec#compressor}. */
        public Builder compress(String ratio, String by) {
            return compress(new BigDecimal(ratio), CompressorSpec.parse(by));
        }

        /** See {@link DatasetSpec#compress} and {@link DatasetSpec#compressor}. */
        public Builder compress(BigDecimal ratio, CompressorSpec by) {
            compress = ratio;
            compressor = by;
            return this;
        }

        /** See {@link DatasetSpec#chunkBytes}. */
        public Builder chunkBytes(int bytes) {
            chunkBytes = bytes;
            return this;
        }

        /** See {@link DatasetSpec#fileCount}. */
        public Builder files(int count) {
            fileCount = count;
            return this;
        }

        /** See {@link DatasetSpec#zeroShare}. */
        public Builder zeroShare(String share) {
            return zeroShare(new BigDecimal(share));
        }

        /** See {@link DatasetSpec#zeroShare}. */
        public Builder zeroShare(BigDecimal share) {
            zeroShare = share;
            return this;
        }

        /** See {@link DatasetSpec#shiftBytes}. */
        public Builder shiftBytes(int bytes) {
            shiftBytes = bytes;
            return this;
        }

        /** See {@link DatasetSpec#runBytes}; 0, the default, means a chunk. */
        public Builder runBytes(int bytes) {
            runBytes = bytes;
            return this;
        }

        /** See {@link DatasetSpec#mates}. */
        public Builder mates(Mates distance) {
            mates = distance;
            return this;
        }

        /** See {@link DatasetSpec#seed}. */
        public Builder seed(long number) {
            seed = number;
            return this;
        }

        /** The spec. */
        public DatasetSpec build() {
            return new DatasetSpec(
                    sizeBytes,
                    dedup,
                    histogram,
                    compress,
                    compressor,
                    chunkBytes,
                    fileCount,
                    zeroShare,
                    shiftBytes,
                    runBytes == 0 ? chunkBytes : runBytes,
                    mates,
                    seed);
        }
    }
}
