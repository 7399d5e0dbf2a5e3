package io.compscan.core.statistics;

import java.io.Serializable;

/**
 * How much more a unit of entropy than of length takes, among chunks whose stored sizes are known: a straight line through the origin.
 *
 * <pre>
 *   s = a b + c (e - E/B b) + error      of each chunk: s stored size, b bytes, e bytes weighed by entropy;  B, E their sums
 *
 *   c = Ses / See                        Sxy = sum(x y / b) - sum(x) sum(y) / B, so an error grows with the root of b
 *   F = c Ses / (Sss - c Ses) (n - 2)    how sure c is: the square of its quotient by its standard error
 *   slope = c / a * F / (F + 400)
 * </pre>
 *
 * <p>Entropy tells compressed data from text. It tells little of how one text compresses and another, so a line that few chunks
 * are near is no help where other chunks are weighed by it. The last factor shrinks it. Its 400 is that of sets of the half {@code fit} of
 * {@code docs/internals/accuracy.md}. The sums are exact in any order of adding; each product is divided and rounded down once.
 */
public final class WeightSlope implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final double DOUBTED = 400;

    private long chunkCount;
    private long bytes;
    private long entropy;
    private long stored;
    private long entropySquares;
    private long products;
    private long storedSquares;

    /**
     * Adds a chunk.
     *
     * @param itsBytes its bytes, 1 at least
     * @param itsEntropy these, weighed by their entropy; no more of them
     * @param itsStored what they are stored in, 0 at least
     */
    public void add(int itsBytes, int itsEntropy, int itsStored) {
        chunkCount++;
        bytes += itsBytes;
        entropy += itsEntropy;
        stored += itsStored;
        entropySquares += (long) itsEntropy * itsEntropy / itsBytes;
        products += (long) itsEntropy * itsStored / itsBytes;
        storedSquares += (long) itsStored * itsStored / itsBytes;
    }

    /** Adds the chunks of another; the two share none. */
    public void merge(WeightSlope other) {
        chunkCount += other.chunkCount;
        bytes += other.bytes;
        entropy += other.entropy;
        stored += other.stored;
        entropySquares += other.entropySquares;
        products += other.products;
        storedSquares += other.storedSquares;
    }

    /** The stored bytes of a unit of entropy above the mean, as a multiple of those of a mean byte; 0 if the chunks do not tell. */
    public double slope() {
        if (chunkCount < 3 || stored == 0) {
            return 0;
        }
        double entropySpread = spread(entropySquares, entropy, entropy);
        double jointSpread = spread(products, entropy, stored);
        double storedSpread = spread(storedSquares, stored, stored);
        // Quotients that were rounded down leave less than a byte a chunk.
        if (entropySpread <= chunkCount) {
            return 0;
        }
        double slope = jointSpread / entropySpread;
        double explained = slope * jointSpread;
        double rest = Math.max((double) chunkCount, storedSpread - explained) / (double) (chunkCount - 2);
        double sureness = explained / rest;
        return slope * ((double) bytes / stored) * sureness / (sureness + DOUBTED);
    }

    private double spread(long sumOfProducts, long one, long other) {
        return (double) sumOfProducts - (double) one * other / bytes;
    }
}
