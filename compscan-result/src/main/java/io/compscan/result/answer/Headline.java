package io.compscan.result.answer;

import io.compscan.result.Footprint;
import io.compscan.result.ScanResult;
import java.util.List;

/**
 * The answer of a result, the same on the console, on the page and in a plan.
 *
 * <p>With target systems the answer is the space that the data takes on each of them. Without, it is the physical bytes of the first
 * chunking with the first compressor. The best of several chunkings and compressors is a finding beside the answer, never the answer
 * itself. The user's system may be unable to store data in that way.
 *
 * @param footprints one for each target system in the order asked for; without target systems the first variant's. Empty if the result has
 *     no chunking
 */
public record Headline(List<Footprint> footprints) {

    /** Copies the list. */
    public Headline {
        footprints = List.copyOf(footprints);
    }

    /** The headline of a result. */
    public static Headline of(ScanResult result) {
        if (!result.profiles().isEmpty()) {
            List<Footprint> systems = result.profiles().stream()
                    .map(profile -> Footprint.of(result, profile.profile()))
                    .toList();
            return new Headline(systems);
        }
        return new Headline(new Variants(result).first() == null ? List.of() : List.of(Footprint.of(result)));
    }

    /**
     * The footprint to plan with.
     *
     * @throws IllegalArgumentException with one line for a person, if there is none
     */
    public Footprint first() {
        if (footprints.isEmpty()) {
            throw new IllegalArgumentException("the result has no chunking and compressor to plan with");
        }
        return footprints.get(0);
    }
}
