package io.compscan.spark;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.Schemes;
import io.compscan.core.fold.ledger.LedgerLimits;
import io.compscan.core.index.sketch.SketchIndex;
import io.compscan.core.profile.Profile;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanOptions.IndexMemory;
import io.compscan.core.scan.SpillSpace;
import io.compscan.core.scan.measure.FileSelection;
import io.compscan.core.scan.read.Throttle;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The schemes that the parts of a job measure, made of names for the way to executors.
 *
 * @param schemes how to cut and compress the data
 * @param fingerprint the digest that identifies a chunk
 * @param compressSample the share of the chunks that is compressed
 * @param superblockBytes 0 for none
 * @param targets the target systems
 * @param sketchEntries the entries of the sketches that hold the chunks; 0 if all chunks are kept
 */
record ScanSpec(
        List<Scheme> schemes,
        Fingerprinting fingerprint,
        CompressSample compressSample,
        int superblockBytes,
        List<Target> targets,
        int sketchEntries)
        implements Serializable {

    /** Far more than the entries of a task take; further entries go to the executor's disk. */
    private static final long TASK_INDEX_BYTES = 256L << 20;

    static ScanSpec of(Schemes schemes, int sketchEntries) {
        return new ScanSpec(
                new ArrayList<>(schemes.all()),
                schemes.fingerprint(),
                schemes.compressSample(),
                schemes.superblockBytes(),
                Target.of(schemes.profiles()),
                sketchEntries);
    }

    List<Chunker> openChunkers() {
        return schemes.stream()
                .flatMap(scheme -> ChunkerSpecs.parse(scheme.chunking()).stream())
                .toList();
    }

    /** Whether the chunks are kept in sketches. */
    boolean isSketch() {
        return sketchEntries > 0;
    }

    /** How much each part records for the ledger. */
    LedgerLimits ledgerLimits() {
        return isSketch() ? LedgerLimits.DEFAULT.withPairs(SketchIndex.mostSized(sketchEntries)) : LedgerLimits.DEFAULT;
    }

    List<Profile> openProfiles() {
        return Target.open(targets);
    }

    /**
     * The options of one task, which reads and works in turns.
     *
     * @param itsChunkers the chunkers of consecutive schemes, from number {@code firstScheme} on
     */
    ScanOptions options(List<Chunker> itsChunkers, int firstScheme) {
        Schemes.Builder its = Schemes.builder(fingerprint);
        for (int i = 0; i < itsChunkers.size(); i++) {
            its.cut(itsChunkers.get(i), schemes.get(firstScheme + i).openCompressors());
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
}
