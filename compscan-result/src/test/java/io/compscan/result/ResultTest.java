package io.compscan.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.compscan.result.ProfileResult.Estimated;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class ResultTest {

    private static final long SCANNED = 12_289;

    private static Compression lz4(long scannedBytes, long uniqueBytes, long physicalBytes) {
        return Compression.ofChunks("lz4", scannedBytes, uniqueBytes, physicalBytes, List.of());
    }

    private static Layout layout(List<Refcount> refcounts, Compression... compression) {
        return Layout.of("fixed:4096", "sha1", SCANNED, 4, 1, 4096, 2, 4097, refcounts, List.of(compression));
    }

    @Test
    void derivesDifferencesAndRatios() {
        // Four chunks: a zero one, A twice (4096 bytes), B once, a tail of one byte.
        Layout layout = Layout.of(
                "fixed:4096",
                "sha1",
                12_289,
                4,
                1,
                4096,
                2,
                4097,
                List.of(new Refcount(1, 1, 1), new Refcount(2, 1, 4096)),
                List.of(lz4(12_289, 4097, 2048)));

        assertThat(layout.nonZeroBytes()).isEqualTo(8193);
        assertThat(layout.duplicateBytes()).isEqualTo(4096);
        assertThat(layout.duplicateChunkCount()).isEqualTo(1);
        assertThat(layout.thinRatio()).isEqualTo(12_289.0 / 8193);
        assertThat(layout.dedupRatio()).isEqualTo(8193.0 / 4097);
        Compression compression = layout.compression().get(0);
        assertThat(compression.method()).isEqualTo(Compression.Method.CHUNK);
        assertThat(compression.compressedAwayBytes()).isEqualTo(2049);
        assertThat(compression.compressionRatio()).isEqualTo(4097.0 / 2048);
        assertThat(compression.reductionRatio()).isEqualTo(12_289.0 / 2048);
        assertThat(compression.savings()).isEqualTo(1 - 2048.0 / 12_289, within(1e-15));
        assertThat(layout.thinRatio() * layout.dedupRatio() * compression.compressionRatio())
                .isEqualTo(compression.reductionRatio(), within(1e-12));
    }

    @Test
    void nothingScannedHasNoRatios() {
        Layout layout = Layout.of("fixed:4096", "sha1", 0, 0, 0, 0, 0, 0, List.of(), List.of(lz4(0, 0, 0)));

        assertThat(layout.thinRatio()).isNull();
        assertThat(layout.dedupRatio()).isNull();
        assertThat(layout.compression().get(0).compressionRatio()).isNull();
        assertThat(layout.compression().get(0).reductionRatio()).isNull();
        assertThat(layout.compression().get(0).savings()).isNull();
    }

    @Test
    void nothingButZerosSavesEverythingAndHasNoRatios() {
        Compression superblocks = Compression.ofSuperblocks("zstd:3", 65_536, 8192, 0, 0, 0, List.of());
        Layout layout = Layout.of(
                "fixed:4096", "sha1", 8192, 2, 2, 8192, 0, 0, List.of(), List.of(lz4(8192, 0, 0), superblocks));

        assertThat(layout.thinRatio()).isNull();
        assertThat(layout.compression()).allSatisfy(compression -> {
            assertThat(compression.physicalBytes()).isZero();
            assertThat(compression.reductionRatio()).isNull();
            assertThat(compression.savings()).isEqualTo(1.0);
        });
    }

    @Test
    void superblocksScaleTheUniqueBytes() {
        Compression compression = Compression.ofSuperblocks("zstd:3", 65_536, 200, 99, 200, 101, List.of());

        assertThat(compression.physicalBytes()).as("99 * 101 / 200 = 49.995").isEqualTo(50);
        assertThat(compression.compressedAwayBytes()).isEqualTo(49);
        assertThat(compression.method()).isEqualTo(Compression.Method.SUPERBLOCK);
        assertThat(compression.superblockBytes()).isEqualTo(65_536);
        assertThat(Ratio.scaled(1, 1, 2)).as("a half goes up").isEqualTo(1);
        assertThat(Ratio.scaled(1, 1, 3)).isZero();
        assertThat(Ratio.scaled(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    }

    @Property
    void scalingIsExactAtAnySize(
            @ForAll @LongRange(min = 0) long bytes,
            @ForAll @LongRange(min = 0) long stored,
            @ForAll @LongRange(min = 1) long raw) {
        long smaller = Math.min(stored, raw);
        long expected = BigDecimal.valueOf(bytes)
                .multiply(BigDecimal.valueOf(smaller))
                .divide(BigDecimal.valueOf(raw), 0, RoundingMode.HALF_UP)
                .longValueExact();

        assertThat(Ratio.scaled(bytes, smaller, raw)).isEqualTo(expected).isBetween(0L, bytes);
    }

    @Test
    void refusesNumbersThatDoNotClose() {
        assertThatThrownBy(() -> new Totals(100, 10, 20, 71, 1, 1, 0, 0, 0, 0, 0, 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("scannedBytes 71");
        assertThatThrownBy(() -> Layout.of("fixed:4096", "sha1", 100, 1, 1, 101, 0, 0, List.of(), List.of()))
                .hasMessageContaining("fixed:4096 do not add up");
        assertThatThrownBy(() -> lz4(100, 50, 51)).hasMessageContaining("lz4 make no sense");
        assertThatThrownBy(() -> layout(List.of(), lz4(SCANNED, 4096, 10))).hasMessageContaining("uniqueBytes 4097");
        assertThatThrownBy(() -> layout(List.of(), lz4(SCANNED + 1, 4097, 10)))
                .as("derived from other scanned bytes")
                .hasMessageContaining("reductionRatio of lz4 over fixed:4096");
        assertThatThrownBy(() -> Compression.ofSuperblocks("lz4", 65_536, 10, 10, 10, 11, List.of()))
                .hasMessageContaining("superblockStoredBytes 11");
        assertThatThrownBy(() -> new FileResult("a", 10, 1, 10, List.of())).hasMessageContaining("a: scannedBytes 10");
    }

    @Test
    void refusesHistogramsThatDoNotAddUp() {
        Refcount once = new Refcount(1, 1, 1);
        Refcount twice = new Refcount(2, 1, 4096);
        assertThat(layout(List.of(once, twice)).refcounts()).containsExactly(once, twice);
        for (List<Refcount> wrong : List.of(
                List.of(twice, once),
                List.of(once),
                List.of(once, new Refcount(3, 1, 4096)),
                List.of(once, new Refcount(2, 1, 4095)),
                List.of(once, new Refcount(2, 2, 4096)),
                List.of(new Refcount(0, 1, 1), once, twice),
                List.of(once, twice, new Refcount(Long.MAX_VALUE, 3, 2)))) {
            assertThatThrownBy(() -> layout(wrong))
                    .as("%s", wrong)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("refcounts of fixed:4096");
        }
        assertThatThrownBy(() -> layout(
                        List.of(),
                        Compression.ofChunks("lz4", SCANNED, 4097, 9, List.of(new Compressibility(1, 1, 4097)))))
                .hasMessageContaining("covers 1 chunks");
    }

    @Test
    void methodsConflictWhereTheyNameTwoVersionsOfOneThing() {
        List<String> one = List.of("rules 1", "lz4-java 1.12.1", "zlib of Java 17.0.1+6", "profile vdo 1");
        assertThat(ScanSettings.conflicts(one)).isEmpty();
        assertThat(ScanSettings.conflicts(List.of())).isEmpty();
        List<String> both = new ArrayList<>(one);
        both.addAll(List.of("rules 1", "zlib of Java 25+6", "xz 1.10", "profile vdo 2"));
        assertThat(ScanSettings.conflicts(both)).containsExactly("zlib of Java 17.0.1+6", "zlib of Java 25+6");
        assertThat(ScanSettings.methodOf(both, "vdo")).containsAll(both);
        assertThat(ScanSettings.methodOf(both, "vdo2")).doesNotContain("profile vdo 1");
        assertThat(ScanSettings.methodOf(both, null)).hasSize(6);
    }

    @Test
    void refusesPartsThatDoNotAddUpToTheTotals() {
        ScanSettings plan = new ScanSettings(
                "1", List.of("."), List.of(), "sha1", List.of(), "off", 0, List.of(), List.of(), false, false, true);
        Timing timing = new Timing(Instant.EPOCH, 1, 1, 1, 1, 1, "17");
        Totals totals = new Totals(SCANNED, 0, 0, SCANNED, 1, 1, 0, 0, 0, 0, 0, 0);
        List<Layout> layouts = List.of(layout(List.of()));
        TypeTotals type = new TypeTotals("txt", 1, SCANNED, List.of(4096L));

        assertThat(new ScanResult(plan, false, totals, layouts, List.of(type), List.of(), List.of(), timing).version())
                .isEqualTo(ScanResult.VERSION);
        for (TypeTotals wrong : List.of(
                new TypeTotals("txt", 1, SCANNED, List.of()),
                new TypeTotals("txt", 1, SCANNED, List.of(4095L)),
                new TypeTotals("txt", 1, SCANNED - 1, List.of(4096L)))) {
            assertThatThrownBy(() ->
                            new ScanResult(plan, false, totals, layouts, List.of(wrong), List.of(), List.of(), timing))
                    .isInstanceOf(IllegalStateException.class);
        }
        FileResult file = new FileResult(
                "a",
                0,
                0,
                0,
                List.of(Layout.of("fixed:4096", "sha1", 0, 0, 0, 0, 0, 0, List.of(), List.of(lz4(0, 0, 0)))));
        assertThatThrownBy(() ->
                        new ScanResult(plan, false, totals, layouts, List.of(type), List.of(file), List.of(), timing))
                .hasMessage("a: has the layouts [fixed:4096 lz4], the scan []");
        Totals more = new Totals(SCANNED + 1, 0, 0, SCANNED + 1, 1, 1, 0, 0, 0, 0, 0, 0);
        assertThatThrownBy(() -> new ScanResult(plan, false, more, layouts, List.of(), List.of(), List.of(), timing))
                .hasMessageContaining("fixed:4096 do not add up");
    }

    @Test
    void theRoundingMayBeOffByAllThatTheChunksAreAlsoWhereTheErrorOfTheCopiesIsAsLarge() {
        ProfileResult profile = ProfileResult.of(
                "p",
                "title",
                "https://example.com",
                List.of(),
                "fixed:4096",
                "none",
                10_000,
                new Estimated(1_000, 900, 1_100),
                new Estimated(10, 0, 410),
                new Estimated(5_000, 4_600, 5_400),
                Estimated.exact(0),
                0,
                List.of());

        assertThat(profile.roundingBytes()).isEqualTo(3_990);
        assertThat(profile.roundingBytesLow()).isEqualTo(3_990 - 400 - 100);
        assertThat(profile.roundingBytesHigh()).isEqualTo(3_990 + 400 + 100);
    }
}
