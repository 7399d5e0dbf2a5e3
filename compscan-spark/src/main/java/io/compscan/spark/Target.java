package io.compscan.spark;

import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.profile.Allocation;
import io.compscan.core.profile.Costs;
import io.compscan.core.profile.Profile;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of a target system that a fold needs, so that executors do without the file that describes it.
 *
 * @param name the name of its profile
 * @param chunker the canonical name of its chunker
 * @param compressor the canonical name of its compressor
 * @param allocation how it allocates chunks
 */
record Target(String name, String chunker, String compressor, Allocation allocation) implements Serializable {

    /** The targets of these profiles, in a serializable list. */
    static List<Target> of(List<Profile> profiles) {
        return new ArrayList<>(profiles.stream()
                .map(profile -> new Target(
                        profile.name(),
                        profile.chunker().name(),
                        profile.compressor().name(),
                        profile.allocation()))
                .toList());
    }

    /** The profiles, without the texts and costs that only the driver needs. */
    static List<Profile> open(List<Target> targets) {
        return targets.stream().map(Target::profile).toList();
    }

    private Profile profile() {
        return new Profile(
                name,
                "",
                "",
                List.of(),
                List.of(),
                ChunkerSpecs.parse(chunker).get(0),
                CompressorSpec.parse(compressor),
                allocation,
                Costs.NONE,
                Costs.NONE);
    }
}
