package io.compscan.result.set;

import io.compscan.result.ProfileResult;
import java.util.List;

/**
 * What one of the sets that were merged takes by itself on target systems.
 *
 * @param name the set, as the tables show it
 * @param profiles one for each target system of the union, in their order
 */
public record Alone(String name, List<ProfileResult> profiles) {

    /** Copies the list. */
    public Alone {
        profiles = List.copyOf(profiles);
    }
}
