package io.compscan.spark;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.profile.Profile;
import io.compscan.core.result.ScanSettings;
import io.compscan.core.scan.CompressSample;
import io.compscan.core.scan.FileSelection;
import io.compscan.core.scan.LayoutOptions;
import io.compscan.core.scan.LayoutSpec;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanOptions.IndexMemory;
import io.compscan.core.scan.SpillSpace;
import io.compscan.core.scan.Throttle;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * What is to be done with the bytes, made of names, so that it can be sent to executors.
 *
 * @param layouts how it is cut and compressed
 * @param fingerprint what identifies a chunk
 * @param compressSample what is compressed
 * @param superblockBytes 0 for none
 * @param targets the target systems
 */
record ScanSpec(
        List<Names> layouts,
        Fingerprinting fingerprint,
        CompressSample compressSample,
        int superblockBytes,
        List<Target> targets)
        implements Serializable {

    /** One layout by the canonical names of what cuts and compresses. */
    record Names(String chunker, List<String> compressors) implements Serializable {
        static Names of(LayoutOptions layout) {
            return new Names(
                    layout.chunker().name(),
                    new ArrayList<>(layout.compressors().stream()
                            .map(CompressorSpec::name)
                            .toList()));
        }

        private List<CompressorSpec> openCompressors() {
            return compressors.stream().map(CompressorSpec::parse).toList();
        }
    }

    /** Far more than the entries of a task take; what exceeds it goes to the executor's disk. */
    private static final long TASK_INDEX_BYTES = 256L << 20;

    static ScanSpec of(ScanOptions options) {
        return new ScanSpec(
                new ArrayList<>(options.layouts().stream().map(Names::of).toList()),
                options.fingerprint(),
                options.compressSample(),
                options.superblockBytes(),
                Target.of(options.profiles()));
    }

    List<Chunker> openChunkers() {
        return layouts.stream()
                .flatMap(layout -> ChunkerSpecs.parse(layout.chunker()).stream())
                .toList();
    }

    List<Profile> openProfiles() {
        return Target.open(targets);
    }

    /**
     * The options of one task, which reads and works in turn.
     *
     * @param itsChunkers those of some layouts, the first of which has the number {@code firstLayout}
     */
    ScanOptions options(List<Chunker> itsChunkers, int firstLayout) {
        List<LayoutOptions> itsLayouts = new ArrayList<>();
        for (int i = 0; i < itsChunkers.size(); i++) {
            itsLayouts.add(new LayoutOptions(
                    itsChunkers.get(i), layouts.get(firstLayout + i).openCompressors()));
        }
        return new ScanOptions(
                itsLayouts,
                fingerprint,
                compressSample,
                superblockBytes,
                List.of(),
                FileSelection.NONE,
                1,
                1,
                Throttle.UNLIMITED,
                new IndexMemory(
                        TASK_INDEX_BYTES, IndexMemory.DEFAULT_MAP_LIST_SIZE, SpillSpace.temporary(Long.MAX_VALUE)));
    }

    /** How entries of each layout are folded. */
    List<LayoutSpec> layoutSpecs() {
        ScanOptions options = options(openChunkers(), 0);
        return options.chunkers().stream()
                .map(chunker -> LayoutSpec.of(options, chunker))
                .toList();
    }

    /** A part shows nobody what was asked for. */
    ScanSettings planOfPart() {
        return new ScanSettings(
                "",
                List.of(),
                List.of(),
                "",
                List.of(),
                "",
                superblockBytes,
                List.of(),
                List.of(),
                false,
                false,
                false);
    }
}
