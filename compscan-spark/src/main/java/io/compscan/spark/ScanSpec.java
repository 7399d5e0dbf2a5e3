package io.compscan.spark;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.Schemes;
import io.compscan.core.profile.Profile;
import io.compscan.core.read.FileSelection;
import io.compscan.core.read.Throttle;
import io.compscan.core.result.ScanSettings;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanOptions.IndexMemory;
import io.compscan.core.scan.SpillSpace;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * What the parts of a job measure, made of names, so that it can be sent to executors.
 *
 * @param schemes how the data is cut and compressed
 * @param fingerprint what identifies a chunk
 * @param compressSample what is compressed
 * @param superblockBytes 0 for none
 * @param targets the target systems
 */
record ScanSpec(
        List<Scheme> schemes,
        Fingerprinting fingerprint,
        CompressSample compressSample,
        int superblockBytes,
        List<Target> targets)
        implements Serializable {

    /** Far more than the entries of a task take; what exceeds it goes to the executor's disk. */
    private static final long TASK_INDEX_BYTES = 256L << 20;

    static ScanSpec of(Schemes schemes) {
        return new ScanSpec(
                new ArrayList<>(schemes.all()),
                schemes.fingerprint(),
                schemes.compressSample(),
                schemes.superblockBytes(),
                Target.of(schemes.profiles()));
    }

    List<Chunker> openChunkers() {
        return schemes.stream()
                .flatMap(scheme -> ChunkerSpecs.parse(scheme.chunking()).stream())
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
        Schemes.Builder its = Schemes.builder(fingerprint);
        for (int i = 0; i < itsChunkers.size(); i++) {
            its.cut(itsChunkers.get(i), schemes.get(firstLayout + i).openCompressors());
        }
        return new ScanOptions(
                its.sample(compressSample).superblockBytes(superblockBytes).build(),
                FileSelection.NONE,
                1,
                1,
                Throttle.UNLIMITED,
                new IndexMemory(
                        TASK_INDEX_BYTES, IndexMemory.DEFAULT_MAP_LIST_SIZE, SpillSpace.temporary(Long.MAX_VALUE)));
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
