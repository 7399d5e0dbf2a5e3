package io.compscan.core.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.result.TypeTotals;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ReferenceSumsTest {

    private static final Schemes SCHEMES = Schemes.builder(Fingerprinting.plain(FingerprintAlgorithm.SHA1))
            .cut(ChunkerSpecs.parse("4k,8k"), List.of(CompressorSpec.parse("lz4"), CompressorSpec.parse("zstd")))
            .superblockBytes(1 << 16)
            .build();

    private final TypeTally.Registry registry = new TypeTally.Registry();

    private int type(String extension) {
        return registry.typeOf(extension).id();
    }

    private ReferenceTally tally(Random random) {
        ReferenceTally tally = new ReferenceTally(SCHEMES);
        count(tally, random, 30);
        return tally;
    }

    private void count(ReferenceTally tally, Random random, int events) {
        for (int i = random.nextInt(events); i > 0; i--) {
            int type = type("t" + random.nextInt(20));
            int bytes = 1 + random.nextInt(4096);
            switch (random.nextInt(5)) {
                case 0 -> tally.addFile(type);
                case 1 -> {
                    tally.addLogicalBytes(bytes);
                    tally.types().addScanned(type, bytes);
                }
                case 2 -> tally.chunks(random.nextInt(2)).addChunk(bytes);
                case 3 -> {
                    int scheme = random.nextInt(2);
                    tally.chunks(scheme).addZeros(2, bytes);
                    tally.types().addZero(scheme, type, bytes);
                }
                default -> tally.superblocks().add(random.nextInt(2), bytes, 1 + random.nextInt(bytes));
            }
        }
    }

    /** One thread or many: the sums are the same, in whatever order they are added. */
    @Property(tries = 50)
    void sumsOfThreadsAreThoseOfOne(@ForAll long seed, @ForAll @IntRange(min = 1, max = 20) int threads) {
        ReferenceTally one = new ReferenceTally(SCHEMES);
        List<ReferenceSums> parts = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            count(one, new Random(seed + i), 30);
            parts.add(tally(new Random(seed + i)).sums(registry));
        }
        ReferenceSums expected = one.sums(registry);
        assertThat(ReferenceSums.sum(parts)).isEqualTo(expected);
        assertThat(parts.stream().reduce((a, b) -> b.plus(a)).orElseThrow()).isEqualTo(expected);
    }

    /** A thread may finish the zero chunk of a file that other threads have counted and read. */
    @Test
    void aTypeOfNothingButZerosIsKept() {
        ReferenceTally reader = new ReferenceTally(SCHEMES);
        reader.addFile(type("iso"));
        reader.types().addScanned(type("iso"), 8192);
        ReferenceTally finisher = new ReferenceTally(SCHEMES);
        finisher.types().addZero(1, type("iso"), 8192);
        assertThat(finisher.sums(registry).plus(reader.sums(registry)).types())
                .containsExactly(new TypeTotals("iso", 1, 8192, List.of(0L, 8192L)));
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() {
        ReferenceSums sums = new ReferenceTally(SCHEMES).sums(registry);
        ReferenceSums fewerSchemes =
                new ReferenceSums(0, 0, List.of(), sums.chunks().subList(0, 1), sums.superblocks());
        assertThatThrownBy(() -> sums.plus(fewerSchemes)).isInstanceOf(IllegalStateException.class);
        ReferenceSums fewerCompressors = new ReferenceSums(
                0, 0, List.of(), sums.chunks(), sums.superblocks().subList(0, 1));
        assertThatThrownBy(() -> sums.plus(fewerCompressors)).isInstanceOf(IllegalStateException.class);
        ReferenceSums many = new ReferenceSums(1, Long.MAX_VALUE, List.of(), sums.chunks(), sums.superblocks());
        assertThatThrownBy(() -> many.plus(many)).isInstanceOf(ArithmeticException.class);
    }
}
