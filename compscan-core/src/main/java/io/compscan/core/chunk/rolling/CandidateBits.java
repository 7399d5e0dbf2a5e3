package io.compscan.core.chunk.rolling;

import java.nio.LongBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Candidates as other hardware finds them: one bit for each byte of a buffer, set where a {@link CandidateRule} allows a cut at that
 * byte.
 *
 * <p>Bit {@code i % 64} of word {@code i / 64} belongs to byte {@code origin + i}. Where the window of a byte reaches before the bytes
 * that somebody asks about, its bit means nothing and is not looked at.
 */
public final class CandidateBits {

    private final LongBuffer strict;
    private final @Nullable LongBuffer loose;
    private final int origin;

    /** Stands for the hash of a byte that passes the strict mask and not the loose one. */
    private final long strictOnly;
    /** The other way around. A byte that passes both has 0. */
    private final long looseOnly;

    /**
     * Bits that were found.
     *
     * @param rule the rule by which they were found
     * @param strict the bits of the rule, or of its strict mask
     * @param loose those of its loose mask; null where it has only one
     * @param origin the place in the buffer that the first bit belongs to
     */
    public CandidateBits(CandidateRule rule, LongBuffer strict, @Nullable LongBuffer loose, int origin) {
        this.strict = strict;
        this.loose = loose;
        this.origin = origin;
        if (rule instanceof CandidateRule.Gear gear) {
            strictOnly = gear.looseMask() & ~gear.strictMask();
            looseOnly = gear.strictMask() & ~gear.looseMask();
        } else {
            strictOnly = 0;
            looseOnly = 0;
        }
    }

    /**
     * Appends a candidate for each bit that belongs to a byte of {@code [from, to)}.
     *
     * @param shift how far the cut lies behind the byte's own place
     */
    public void appendTo(Candidates out, int from, int to, int shift) {
        if (from >= to) {
            return;
        }
        int first = from - origin;
        int last = to - 1 - origin;
        for (int w = first / Long.SIZE; w <= last / Long.SIZE; w++) {
            long strictBits = strict.get(w);
            long looseBits = loose == null ? strictBits : loose.get(w);
            long either = strictBits | looseBits;
            if (either == 0) {
                continue;
            }
            if (w == first / Long.SIZE) {
                either &= -1L << first;
            }
            if (w == last / Long.SIZE) {
                either &= -1L >>> -(last + 1);
            }
            for (; either != 0; either &= either - 1) {
                int bit = Long.numberOfTrailingZeros(either);
                boolean isStrict = (strictBits >>> bit & 1) != 0;
                boolean isLoose = (looseBits >>> bit & 1) != 0;
                long hash = isStrict == isLoose ? 0 : isStrict ? strictOnly : looseOnly;
                out.add(origin + w * Long.SIZE + bit + shift, hash);
            }
        }
    }
}
