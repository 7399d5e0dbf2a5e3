package io.compscan.core.chunk.rolling;

import java.util.List;

/**
 * The rule by which a chunker finds its candidates, in numbers alone, so that other hardware can find the same ones.
 *
 * <p>A rule looks at the last {@link #windowBytes} bytes up to a byte and says whether a cut may lie there. It says the same whatever
 * lies outside of that window.
 */
public sealed interface CandidateRule {

    /** How many bytes the rule looks at: 1 to 256. */
    int windowBytes();

    /**
     * The Rabin fingerprint of the window has a certain value in its lowest bits.
     *
     * <pre>
     *   print = ((print &lt;&lt; 8) | entering) ^ reduced[print &gt;&gt;&gt; topShift] ^ leaving[byte that left the window]
     *   candidate: (print &amp; mask) == value
     * </pre>
     *
     * @param windowBytes the window
     * @param topShift the degree of the polynomial less 8
     * @param mask the bits that count
     * @param value what they must be
     * @param reduced 256 numbers: what a byte that is pushed out at the top leaves behind
     * @param leaving 256 numbers: what a byte that leaves the window takes away
     */
    record Rabin(int windowBytes, int topShift, long mask, long value, List<Long> reduced, List<Long> leaving)
            implements CandidateRule {}

    /**
     * The gear hash of the window has all bits of a mask clear. A chunker may use a strict and a loose mask.
     *
     * <pre>
     *   hash = (hash &lt;&lt; 1) + table[entering]
     *   candidate: (hash &amp; mask) == 0
     * </pre>
     *
     * @param windowBytes how many bytes the masks see
     * @param table 256 numbers
     * @param strictMask the mask, or the one that fewer hashes pass
     * @param looseMask the other one, the same where there is only one
     */
    record Gear(int windowBytes, List<Long> table, long strictMask, long looseMask) implements CandidateRule {

        /** Whether there are two masks. */
        public boolean hasTwoMasks() {
            return strictMask != looseMask;
        }
    }
}
