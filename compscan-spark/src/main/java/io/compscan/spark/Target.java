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
 * A target system, as far as it takes part in a fold: executors need not have the file that describes it.
 *
 * @param name of its profile
 * @param chunker what it deduplicates, by the canonical name
 * @param compressor likewise
 * @param allocation how a chunk lies on its disks
 */
record Target(String name, String chunker, String compressor, Allocation allocation) implements Serializable {

    /** Those of these profiles, in a list that can be sent. */
    static List<Target> of(List<Profile> profiles) {
        return new ArrayList<>(profiles.stream()
                .map(profile -> new Target(
                        profile.name(),
                        profile.chunker().name(),
                        profile.compressor().name(),
                        profile.allocation()))
                .toList());
    }

    /** The profiles, without what is said and counted of them where the folds of all chunks have come together. */
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
