package io.compscan.spark;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.result.Plan;
import io.compscan.core.scan.CompressSample;
import io.compscan.core.scan.FileSelection;
import io.compscan.core.scan.LayoutOptions;
import io.compscan.core.scan.LayoutSpec;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanOptions.IndexMemory;
import io.compscan.core.scan.SpillSpace;
import io.compscan.core.scan.Throttle;
import java.io.Serializable;
import java.util.List;

/**
 * What is to be done with the bytes, made of names, so that it can be sent to executors.
 *
 * @param chunkers canonical names
 * @param fingerprint what identifies a chunk
 * @param compressors canonical names
 * @param compressSample what is compressed
 * @param superblockBytes 0 for none
 */
record ScanSpec(
        List<String> chunkers,
        Fingerprinting fingerprint,
        List<String> compressors,
        CompressSample compressSample,
        int superblockBytes)
        implements Serializable {

    /** Far more than the entries of a task take; what exceeds it goes to the executor's disk. */
    private static final long TASK_INDEX_BYTES = 256L << 20;

    static ScanSpec of(ScanOptions options) {
        return new ScanSpec(
                options.chunkers().stream().map(Chunker::name).toList(),
                options.fingerprint(),
                options.compressors().stream().map(CompressorSpec::name).toList(),
                options.compressSample(),
                options.superblockBytes());
    }

    List<Chunker> openChunkers() {
        return chunkers.stream()
                .flatMap(name -> ChunkerSpecs.parse(name).stream())
                .toList();
    }

    /** The options of one task, which reads and works in turn. */
    ScanOptions options(List<Chunker> itsChunkers) {
        return new ScanOptions(
                LayoutOptions.of(
                        itsChunkers,
                        compressors.stream().map(CompressorSpec::parse).toList()),
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
    List<LayoutSpec> layouts() {
        ScanOptions options = options(openChunkers());
        return options.chunkers().stream()
                .map(chunker -> LayoutSpec.of(options, chunker))
                .toList();
    }

    /** A part shows nobody what was asked for. */
    Plan planOfPart() {
        return new Plan(
                "",
                List.of(),
                chunkers,
                "",
                compressors,
                "",
                superblockBytes,
                List.of(),
                List.of(),
                false,
                false,
                false);
    }
}
