package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of the numbers when units misbehave. */
final class ScanFaultTest {

    private static final List<CompressorSpec> LZ4 = List.of(CompressorSpec.parse("lz4"));

    private static ScanResult scan(Unit unit, int chunkBytes) throws Exception {
        return Scans.scan(new MemorySource().add(unit), Scans.options(List.of(chunkBytes), LZ4));
    }

    /** Small units are packed, large ones read in segments; the odd chunk size makes pieces overlap. */
    @ParameterizedTest
    @CsvSource({"30000, 4096", "5000000, 4096", "5000000, 700001", "150000000, 65536", "150000000, 700001"})
    void aUnitThatShrinksIsReadAsFarAsItGoes(int size, int chunkBytes) throws Exception {
        byte[] content = Scans.random(size * 2 / 3);
        ScanResult result = scan(new MemoryUnit("u", "", size, content, -1, false), chunkBytes);
        assertThat(result.totals().logicalBytes()).isEqualTo(size);
        assertThat(result.totals().unreadBytes()).isEqualTo(size - content.length);
        assertThat(result.errors())
                .containsExactly(new ReadError(
                        "u",
                        ReadError.Kind.SHRANK,
                        size - content.length,
                        "ended before the " + size + " bytes it had"));
        assertThat(ReferenceScan.summary(result.layouts().get(0)))
                .isEqualTo(ReferenceScan.of(chunkBytes, List.of(content)).summary());
    }

    @ParameterizedTest
    @CsvSource({"30000, 4096", "5000000, 4096", "5000000, 700001", "68000000, 4096"})
    void aUnitThatGrowsIsReadToTheSizeItHad(int size, int chunkBytes) throws Exception {
        byte[] content = Scans.random(size + 10_000);
        ScanResult result = scan(new MemoryUnit("u", "", size, content, -1, false), chunkBytes);
        assertThat(result.totals().scannedBytes()).isEqualTo(size);
        assertThat(result.totals().unreadBytes()).isZero();
        assertThat(result.totals().changedPathCount()).isEqualTo(1);
        assertThat(result.totals().unreadPathCount()).isZero();
        assertThat(result.errors().get(0).kind()).isEqualTo(ReadError.Kind.GREW);
        assertThat(ReferenceScan.summary(result.layouts().get(0)))
                .isEqualTo(ReferenceScan.of(chunkBytes, List.of(Arrays.copyOf(content, size)))
                        .summary());
    }

    @ParameterizedTest
    @CsvSource({
        "30000, 10000, 4096",
        "30000, 0, 512",
        "30000, 29999, 8192",
        "5000000, 2500000, 4096",
        "5000000, 1048576, 65536",
        "5000000, 2500000, 700001",
        "5000000, 2097151, 700001",
        "150000000, 67108863, 8192",
        "150000000, 134217728, 700001"
    })
    void aBadSectorIsSkippedAndChunksStartAnewBehindIt(int size, int failAt, int chunkBytes) throws Exception {
        byte[] content = Scans.random(size);
        int next = Math.min(size, (failAt / 4096 + 1) * 4096);
        ScanResult result = scan(new MemoryUnit("u", "", size, content, failAt, false), chunkBytes);
        assertThat(result.errors())
                .containsExactly(new ReadError("u", ReadError.Kind.UNREADABLE, next - failAt, "Input/output error"));
        assertThat(result.totals().scannedBytes()).isEqualTo(size - (next - failAt));
        ReferenceScan expected = new ReferenceScan();
        expected.add(content, 0, failAt, chunkBytes);
        expected.add(content, next, size, chunkBytes);
        assertThat(ReferenceScan.summary(result.layouts().get(0))).isEqualTo(expected.summary());
    }

    /** The bound holds for any size and any number of readers: a read takes ten seconds on some dead disks. */
    @ParameterizedTest
    @CsvSource({"1073741824, 4096, 1", "1073741824, 4096, 8", "4398046511104, 4096, 2", "8589934592, gear, 3"})
    void aDeadUnitCostsItsBytesAndNotTheNight(long size, String chunks, int threads) throws Exception {
        AtomicLong reads = new AtomicLong();
        Unit dead = new Unit() {
            @Override
            public String name() {
                return "dead";
            }

            @Override
            public String extension() {
                return "";
            }

            @Override
            public long sizeBytes() {
                return size;
            }

            @Override
            public UnitChannel open() {
                return new UnitChannel() {
                    @Override
                    public int read(long position, byte[] data, int offset, int length) throws IOException {
                        reads.incrementAndGet();
                        throw new IOException("Input/output error");
                    }

                    @Override
                    public void close() {}
                };
            }
        };
        ScanOptions options = Scans.chunkedBy(
                        chunks.equals("gear") ? ChunkerSpecs.parse("gear:16k") : List.of(new FixedChunker(4096)), LZ4)
                .withThreads(threads, 1);
        ScanResult result = Scans.scan(new MemorySource().add(dead), options);
        assertThat(result.totals().unreadBytes()).isEqualTo(size);
        assertThat(result.errors()).hasSize(1);
        // 8,192 tries in a row, and a long read before each part of the unit.
        assertThat(reads.get()).isLessThan(8192 + 8192 / 2);
    }

    @Test
    void aUnitThatCannotBeOpenedIsUnreadAndTheOthersAreNot() throws Exception {
        MemorySource source = new MemorySource().add("good", Scans.random(9000)).add(new Unit() {
            @Override
            public String name() {
                return "bad";
            }

            @Override
            public String extension() {
                return "";
            }

            @Override
            public long sizeBytes() {
                return 200_000_000;
            }

            @Override
            public UnitChannel open() throws IOException {
                throw new java.nio.file.AccessDeniedException("bad");
            }
        });
        ScanResult result = Scans.scan(source, Scans.options(List.of(4096), LZ4));
        assertThat(result.totals().scannedBytes()).isEqualTo(9000);
        assertThat(result.errors())
                .containsExactly(new ReadError("bad", ReadError.Kind.UNREADABLE, 200_000_000, "permission denied"));
    }

    @Test
    void aSourceThatFailsFailsTheScan() {
        Source broken = new Source() {
            @Override
            public List<String> paths() {
                return List.of("broken");
            }

            @Override
            public void walk(SourceVisitor visitor) {
                throw new IllegalStateException("a fault of ours");
            }
        };
        assertThatThrownBy(() -> Scans.scan(broken, Scans.options(List.of(4096), LZ4)))
                .isInstanceOf(ScanException.class)
                .hasMessageContaining("a fault of ours");
    }
}
