package io.compscan.core.fold;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.chunk.RawExtents;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.scan.Scans;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class SchemesTest {

    /** So a slab that is a multiple of it cuts none of them. */
    @Property(tries = 200)
    void runBytesAreAMultipleOfEachRunAndEachWindow(
            @ForAll @Size(max = 4) Set<@IntRange(min = 12, max = 20) Integer> runs,
            @ForAll @Size(min = 1, max = 4) Set<@IntRange(min = 12, max = 22) Integer> extents) {
        List<Chunker> chunkers = new ArrayList<>();
        extents.forEach(log -> chunkers.addAll(ChunkerSpecs.parse((1 << log) + ",extents=whole")));
        List<CompressorSpec> compressors = new ArrayList<>(List.of(CompressorSpec.parse("lz4")));
        runs.forEach(log -> compressors.add(CompressorSpec.parse("zstd/run=" + (1 << log))));
        int runBytes = Scans.chunkedBy(chunkers, compressors).schemes().runBytes();
        int longest = 0;
        for (Chunker chunker : chunkers) {
            RawExtents stored = chunker.fileRules().rawExtents();
            assertThat(stored).isNotNull();
            assertThat(runBytes % stored.windowBytes()).isZero();
            longest = Math.max(longest, stored.windowBytes());
        }
        for (int log : runs) {
            assertThat(runBytes % (1 << log)).isZero();
            longest = Math.max(longest, 1 << log);
        }
        assertThat(runBytes).isEqualTo(longest);
    }
}
