package io.compscan.core.scan.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fold.Schemes;
import io.compscan.core.scan.MemorySource;
import io.compscan.core.scan.read.PartReader;
import io.compscan.core.scan.read.Slab;
import io.compscan.core.scan.read.SlabGeometry;
import io.compscan.core.scan.read.Throttle;
import io.compscan.core.scan.read.task.ByteRange;
import io.compscan.core.scan.read.task.ThreadState;
import io.compscan.core.scan.read.task.UnitTicket;
import io.compscan.core.source.Unit;
import io.compscan.core.source.WalkedUnits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a batch has of a part that lies among other bytes. */
class SlabBatchesTest {

    private static final int BYTES = 64 << 10;
    private static final int ZEROS_FROM = 32 << 10;
    private static final int ZEROS_TO = 40 << 10;

    @Test
    void onlyChunksThatBeginInTheRangeOfTheirPieceAreThere() throws Exception {
        byte[] content = new byte[BYTES];
        new Random(5).nextBytes(content);
        Arrays.fill(content, ZEROS_FROM, ZEROS_TO, (byte) 0);
        List<Unit> units = WalkedUnits.of(new MemorySource().add("a", content).add("b", content));
        Schemes schemes = Schemes.builder(Fingerprinting.plain(FingerprintAlgorithm.SHA1))
                .cut(ChunkerSpecs.parse("4096").get(0), List.of(CompressorSpec.parse("none")))
                .cut(ChunkerSpecs.parse("gear:1k").get(0), List.of(CompressorSpec.parse("none")))
                .build();
        int digestBytes = schemes.fingerprint().digestBytes();
        Slab slab = new Slab(2 * BYTES);
        ByteRange inner = new ByteRange(20 << 10, 50 << 10);
        ByteRange outer = new ByteRange(0, BYTES);
        try (PartReader reader = new PartReader(
                        SlabGeometry.of(schemes.chunkers()),
                        new Throttle(Throttle.UNLIMITED),
                        new ThreadState(),
                        () -> false,
                        ticket -> {
                            assertThat(ticket.error()).isNull();
                        });
                SlabBatches batches = new SlabBatches(schemes, digestBytes, schemes.fingerprint()::open)) {
            for (Unit unit : units) {
                UnitTicket ticket = Objects.requireNonNull(reader.open(unit, BYTES));
                assertThat(reader.read(ticket, outer, slab, true, new ArrayList<>()))
                        .isTrue();
            }
            batches.cut(slab);
            for (int scheme = 0; scheme < 2; scheme++) {
                List<Long> all = positions(batches.batch(slab, scheme, List.of(outer, outer)), 0);
                ChunkBatch batch = batches.batch(slab, scheme, List.of(inner, outer));
                assertThat(positions(batch, 0))
                        .isEqualTo(all.stream()
                                .filter(at -> at >= inner.from() && at < inner.to())
                                .toList())
                        .hasSizeGreaterThan(6);
                assertThat(positions(batch, 1)).isEqualTo(all);
                assertThat(all.get(0)).isZero();
                for (int chunk = batch.firstChunk(0); chunk < batch.firstChunk(1); chunk++) {
                    long at = batch.positionOf(0, chunk);
                    boolean isInZeros = at >= ZEROS_FROM && at + batch.lengthOf(chunk) <= ZEROS_TO;
                    assertThat(batch.isZero(chunk)).isEqualTo(isInZeros);
                }
                // The same chunks of the other unit have the same fingerprints.
                int first = batch.firstNumber(0);
                int twin = batch.firstNumber(1)
                        + (int) all.stream()
                                .filter(at -> at < batch.position(0, first))
                                .count();
                assertThat(fingerprint(batch, twin, digestBytes)).isEqualTo(fingerprint(batch, first, digestBytes));
            }
            PartReader.empty(slab);
        }
    }

    private static List<Long> positions(ChunkBatch batch, int piece) {
        List<Long> positions = new ArrayList<>();
        for (int chunk = batch.firstChunk(piece); chunk < batch.firstChunk(piece + 1); chunk++) {
            positions.add(batch.positionOf(piece, chunk));
        }
        return positions;
    }

    private static byte[] fingerprint(ChunkBatch batch, int number, int digestBytes) {
        return Arrays.copyOfRange(batch.fingerprints(), number * digestBytes, (number + 1) * digestBytes);
    }
}
