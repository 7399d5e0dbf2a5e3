package io.compscan.core.tools.generate;

import io.compscan.result.Refcount;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * A data set, not written anywhere yet: its ground truth, its files and their bytes; immutable, for any number of threads.
 *
 * <p>The size is the requested one, with one exception. Where a few chunks less make the dedup ratio exact, the data set leaves them off.
 * For example, 10 GiB of 4 KiB chunks are one chunk more than a multiple of 3. Where the chunks left off are more than a quarter of the
 * size, the ratio is the nearest there is. The same holds where the size is not a multiple of the chunk.
 */
public final class Generator {

    private final DatasetSpec spec;
    private final Placement placement;
    private final FileTable files;
    private final ChunkContent content;
    private final GroundTruth groundTruth;

    /**
     * Lays out the data set and calibrates its content.
     *
     * @throws IllegalArgumentException with one line for a person, as {@link DatasetSpec} has it, for what cannot be made
     */
    public Generator(DatasetSpec spec) {
        this.spec = spec;
        Shape shape = Shape.of(spec);
        int runChunks = spec.runBytes() / spec.chunkBytes();
        placement = new Placement(shape.histogram, shape.zeroChunks, runChunks, spec.mates(), spec.seed());
        files = new FileTable(spec, placement.positions(), shape.tailBytes);
        content = ContentSearch.calibrate(spec, shape.histogram.chunks());
        groundTruth = shape.groundTruth(spec, FileTable.totalShiftBytes(spec));
    }

    /** The numbers that a scan must find. */
    public GroundTruth groundTruth() {
        return groundTruth;
    }

    /** How many files there are. */
    public int fileCount() {
        return files.count();
    }

    /** The path of a file within the data set, with {@code /} as separator. */
    public String fileName(int file) {
        return files.name(file);
    }

    /** The size of a file. */
    public long fileBytes(int file) {
        return files.bytes(file);
    }

    /** The bytes of a file, made as they are read; {@code skip} costs nothing. */
    public InputStream open(int file) {
        return new GeneratedStream(reader(), file, files.bytes(file));
    }

    /** The bytes of all files, one after another, made as they are read. */
    public InputStream openAll() {
        return new GeneratedStream(reader(), 0, files.bytes(0)) {
            @Override
            boolean next() {
                return file() + 1 < files.count() && goTo(file() + 1, files.bytes(file() + 1));
            }
        };
    }

    /**
     * Writes all files below a directory.
     *
     * @param directory made if it does not exist
     * @param threads how many files, or parts of them, are written at the same time
     * @param overwrite whether an earlier data set in the directory is removed; nothing else ever is
     * @param progress told the number of bytes of each part that is written, from any of the threads
     * @throws IOException with the path in its message; what was written until then is removed
     */
    public void write(Path directory, int threads, boolean overwrite, LongConsumer progress) throws IOException {
        new DatasetWriter(this::reader, files, spec.chunkBytes(), progress).write(directory, threads, overwrite);
    }

    private ContentReader reader() {
        return new ContentReader(spec, placement, files, content);
    }

    /** The counts of chunks by kind. */
    private record Shape(RefcountBins histogram, long zeroChunks, int tailBytes) {

        static Shape of(DatasetSpec spec) {
            RefcountBins histogram = spec.histogram();
            if (histogram != null && spec.sizeBytes() == 0) {
                BigDecimal references = BigDecimal.valueOf(histogram.references());
                long zeros = references
                        .multiply(spec.zeroShare())
                        .divide(BigDecimal.ONE.subtract(spec.zeroShare()), 0, RoundingMode.HALF_UP)
                        .longValueExact();
                return new Shape(histogram, zeros, 0);
            }
            long body = Math.max(0, spec.sizeBytes() - FileTable.totalShiftBytes(spec));
            long chunks = body / spec.chunkBytes();
            int tailBytes = (int) (body % spec.chunkBytes());
            long zeros = BigDecimal.valueOf(chunks)
                    .multiply(spec.zeroShare())
                    .setScale(0, RoundingMode.HALF_UP)
                    .longValueExact();
            long nonZero = chunks - zeros;
            if (histogram != null) {
                return new Shape(histogram.scaledTo(nonZero), zeros, tailBytes);
            }
            return new Shape(refcounts(nonZero, tailBytes, spec), zeros, tailBytes);
        }

        private static RefcountBins refcounts(long chunks, int tailBytes, DatasetSpec spec) {
            BigDecimal ratio = spec.dedup();
            if (chunks > 0 && ratio.compareTo(BigDecimal.valueOf(chunks)) > 0) {
                throw new IllegalArgumentException(
                        "dedup " + ratio.toPlainString() + ": there are only " + chunks + " chunks that are not zero");
            }
            if (tailBytes == 0) {
                // The ratio in lowest terms: so many references to so many chunks, or a multiple of both.
                BigInteger denominator = BigInteger.TEN.pow(Math.max(0, ratio.scale()));
                BigInteger numerator =
                        ratio.multiply(new BigDecimal(denominator)).toBigIntegerExact();
                BigInteger common = numerator.gcd(denominator);
                BigInteger step = numerator.divide(common);
                BigInteger leftOff = BigInteger.valueOf(chunks).mod(step);
                if (leftOff.multiply(BigInteger.valueOf(4)).compareTo(BigInteger.valueOf(chunks)) <= 0) {
                    long references = chunks - leftOff.longValueExact();
                    long distinct = BigInteger.valueOf(references)
                            .divide(step)
                            .multiply(denominator.divide(common))
                            .longValueExact();
                    return RefcountBins.spread(references, distinct);
                }
            }
            return RefcountBins.spread(chunks, nearest(chunks, tailBytes, spec));
        }

        /** The number of distinct chunks that gets nearest to the ratio, where the tail is a further one. */
        private static long nearest(long chunks, int tailBytes, DatasetSpec spec) {
            BigDecimal chunkBytes = BigDecimal.valueOf(spec.chunkBytes());
            BigDecimal tail = BigDecimal.valueOf(tailBytes);
            BigDecimal nonZeroBytes =
                    BigDecimal.valueOf(chunks).multiply(chunkBytes).add(tail);
            long below = nonZeroBytes
                    .divide(spec.dedup(), 20, RoundingMode.HALF_UP)
                    .subtract(tail)
                    .divide(chunkBytes, 0, RoundingMode.FLOOR)
                    .longValueExact();
            long best = Math.min(chunks, Math.max(1, below));
            long above = Math.min(chunks, best + 1);
            BigDecimal bestError = error(best, nonZeroBytes, tail, chunkBytes, spec.dedup());
            return error(above, nonZeroBytes, tail, chunkBytes, spec.dedup()).compareTo(bestError) < 0 ? above : best;
        }

        private static BigDecimal error(
                long distinct, BigDecimal nonZeroBytes, BigDecimal tail, BigDecimal chunkBytes, BigDecimal ratio) {
            BigDecimal uniqueBytes =
                    BigDecimal.valueOf(distinct).multiply(chunkBytes).add(tail);
            if (uniqueBytes.signum() == 0) {
                return BigDecimal.ZERO;
            }
            return nonZeroBytes
                    .divide(uniqueBytes, 20, RoundingMode.HALF_UP)
                    .subtract(ratio)
                    .abs();
        }

        GroundTruth groundTruth(DatasetSpec spec, long shiftBytes) {
            long chunkBytes = spec.chunkBytes();
            long tails = tailBytes == 0 ? 0 : 1;
            long distinct = histogram.chunks();
            long references = histogram.references();
            long zeroBytes = Math.multiplyExact(zeroChunks, chunkBytes);
            long nonZeroBytes = Math.addExact(Math.multiplyExact(references, chunkBytes), tailBytes);
            long uniqueBytes = distinct * chunkBytes + tailBytes;
            return new GroundTruth(
                    "compscan-ground-truth",
                    1,
                    spec.seed(),
                    "fixed:" + chunkBytes,
                    spec.shiftBytes() == 0,
                    spec.runBytes(),
                    spec.fileCount(),
                    shiftBytes + zeroBytes + nonZeroBytes,
                    shiftBytes,
                    references + zeroChunks + tails,
                    zeroChunks,
                    zeroBytes,
                    nonZeroBytes,
                    distinct + tails,
                    uniqueBytes,
                    references - distinct,
                    nonZeroBytes - uniqueBytes,
                    uniqueBytes == 0 ? null : (double) nonZeroBytes / uniqueBytes,
                    refcounts(chunkBytes),
                    spec.compressor().name(),
                    spec.compress());
        }

        private List<Refcount> refcounts(long chunkBytes) {
            List<Refcount> rows = new ArrayList<>();
            if (tailBytes > 0
                    && (histogram.bins().isEmpty() || histogram.bins().get(0).references() > 1)) {
                rows.add(new Refcount(1, 1, tailBytes));
            }
            for (RefcountBins.Bin bin : histogram.bins()) {
                boolean withTail = tailBytes > 0 && bin.references() == 1;
                rows.add(new Refcount(
                        bin.references(),
                        bin.chunks() + (withTail ? 1 : 0),
                        bin.chunks() * chunkBytes + (withTail ? tailBytes : 0)));
            }
            return rows;
        }
    }
}
