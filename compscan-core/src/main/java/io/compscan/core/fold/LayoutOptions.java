package io.compscan.core.fold;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.profile.Profile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One chunking of a scan and what its chunks are compressed with.
 *
 * @param chunker cuts
 * @param compressors zero or more, none of them twice
 */
public record LayoutOptions(Chunker chunker, List<CompressorSpec> compressors) {

    /** Copies the list. */
    public LayoutOptions {
        compressors = List.copyOf(compressors);
    }

    /** One for each chunker, all with the same compressors. */
    public static List<LayoutOptions> of(List<Chunker> chunkers, List<CompressorSpec> compressors) {
        return chunkers.stream()
                .map(chunker -> new LayoutOptions(chunker, compressors))
                .toList();
    }

    /**
     * These and what the target systems need beside them: each chunking once, with the compressors that somebody has asked for on it and
     * no other.
     */
    public static List<LayoutOptions> with(List<LayoutOptions> layouts, List<Profile> profiles) {
        Map<String, Chunker> chunkers = new LinkedHashMap<>();
        Map<String, Set<CompressorSpec>> compressors = new LinkedHashMap<>();
        List<LayoutOptions> all = new ArrayList<>(layouts);
        for (Profile profile : profiles) {
            all.add(new LayoutOptions(profile.chunker(), List.of(profile.compressor())));
        }
        for (LayoutOptions layout : all) {
            String name = layout.chunker().name();
            chunkers.putIfAbsent(name, layout.chunker());
            compressors.computeIfAbsent(name, unused -> new LinkedHashSet<>()).addAll(layout.compressors());
        }
        List<LayoutOptions> joined = new ArrayList<>();
        chunkers.forEach((name, chunker) ->
                joined.add(new LayoutOptions(chunker, List.copyOf(compressors.getOrDefault(name, Set.of())))));
        return joined;
    }
}
