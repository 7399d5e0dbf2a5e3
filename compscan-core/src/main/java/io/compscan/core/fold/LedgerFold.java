package io.compscan.core.fold;

import io.compscan.core.fold.calibrate.Calibration;
import io.compscan.core.fold.calibrate.Calibrations;
import io.compscan.core.fold.ledger.LedgerBuilder;
import io.compscan.core.fold.ledger.StoredTotals;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.index.SampleLevels;
import io.compscan.core.statistics.Interval;
import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.Ledger;
import io.compscan.result.Sample;
import io.compscan.result.TypeTotals;
import java.util.List;

/**
 * Tells the ledger the stored sizes of the chunks in its sample, under the first compressor of the first scheme.
 *
 * <p>Several threads may show it chunks, but each chunk only once.
 */
public final class LedgerFold implements DistinctChunkVisitor {

    /** The number of the scheme whose chunks are charged. */
    public static final int SCHEME = 0;

    private static final int COMPRESSOR = 0;

    private final LedgerBuilder posting;
    private final long maxKey;
    private final boolean isCompressed;
    private final int sizedIndex;
    private final Calibrations calibrations;

    public LedgerFold(LedgerBuilder posting, Scheme scheme) {
        this(posting, scheme, Calibrations.NONE);
    }

    /**
     * Of the scheme that is charged.
     *
     * @param calibrations for each scheme the meaning of its stored sizes
     */
    public static LedgerFold of(LedgerBuilder posting, Schemes schemes, List<Calibrations> calibrations) {
        return new LedgerFold(posting, schemes.all().get(SCHEME), calibrations.get(SCHEME));
    }

    private LedgerFold(LedgerBuilder posting, Scheme scheme, Calibrations calibrations) {
        this.posting = posting;
        this.calibrations = calibrations;
        maxKey = posting.maxKey();
        sizedIndex = scheme.sized().indexOf(COMPRESSOR);
        isCompressed = sizedIndex >= 0 || scheme.bySuperblock();
    }

    @Override
    public void visit(byte[] fingerprint, long references, int lengthBytes, int[] storedBytes) {
        long key = SampleLevels.key(fingerprint, 0, fingerprint.length);
        if (Long.compareUnsigned(key, maxKey) <= 0) {
            posting.visit(key, lengthBytes, stored(key, lengthBytes, storedBytes));
        }
    }

    private int stored(long key, int lengthBytes, int[] storedBytes) {
        if (sizedIndex >= 0) {
            return calibrations.storedBytes(sizedIndex, key, lengthBytes, storedBytes[sizedIndex]);
        }
        return isCompressed ? 0 : lengthBytes;
    }

    /**
     * The ledger of a scan whose scheme has been folded.
     *
     * @param fold the fold of the same chunks
     */
    public Ledger ledger(Layout layout, SchemeFold fold, List<TypeTotals> types) {
        List<Compression> compression = layout.compression();
        if (compression.isEmpty()) {
            return posting.ledger(
                    new StoredTotals(
                            layout.chunking(),
                            "none",
                            layout.nonZeroBytes(),
                            layout.uniqueBytes(),
                            layout.uniqueBytes(),
                            -1L,
                            0),
                    types,
                    SCHEME);
        }
        Compression charged = compression.get(COMPRESSOR);
        return posting.ledger(
                new StoredTotals(
                        layout.chunking(),
                        charged.compressor(),
                        layout.nonZeroBytes(),
                        layout.uniqueBytes(),
                        charged.physicalBytes(),
                        fold.lastCompressedKey(COMPRESSOR),
                        relativeError(charged),
                        groupError()),
                types,
                SCHEME);
    }

    /** A group may consist of one kind of blocks, whose slow sizes are all off to the same side. */
    private double groupError() {
        Calibration calibration = calibrations.of(sizedIndex);
        return calibration == null ? 0 : Interval.Z * calibration.deviation();
    }

    private static double relativeError(Compression compression) {
        Sample sample = compression.sample();
        return sample == null
                ? 0
                : (sample.physicalBytesHigh() - sample.physicalBytesLow()) / (2.0 * compression.physicalBytes());
    }
}
