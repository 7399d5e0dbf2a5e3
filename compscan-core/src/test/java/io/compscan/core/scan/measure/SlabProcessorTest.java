package io.compscan.core.scan.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fold.ReferenceTally;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.Schemes;
import io.compscan.core.fold.TypeTally;
import io.compscan.core.fold.ledger.LedgerLimits;
import io.compscan.core.fold.ledger.LedgerRecorder;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.index.ExactIndex;
import io.compscan.core.index.IndexSettings;
import io.compscan.core.index.IndexSpace;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.scan.Scans;
import io.compscan.core.scan.read.Slab;
import io.compscan.core.scan.read.Slab.Hole;
import io.compscan.core.scan.read.Slab.UnitPiece;
import io.compscan.core.scan.read.task.StopSignal;
import io.compscan.core.scan.read.task.UnitTicket;
import io.compscan.core.scan.read.task.UnitTicket.Start;
import io.compscan.core.source.UnitVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** Slabs that are cut, measured, counted and shown, without a walk, readers or files. */
class SlabProcessorTest {

    private static final int BLOCK = 512;
    private static final List<CompressorSpec> LZ4 = List.of(CompressorSpec.parse("lz4"));
    private static final List<Chunker> CHUNKERS = List.of(new FixedChunker(BLOCK), new FixedChunker(4 * BLOCK));

    /** What an observer was shown of one unit under one scheme, by position. */
    private static final class Shown implements ChunkObserver {

        private final boolean asks;
        private final List<Map<Long, byte[]>> fingerprints = List.of(new TreeMap<>(), new TreeMap<>());
        private final List<Map<Long, Integer>> lengths = List.of(new TreeMap<>(), new TreeMap<>());
        private final List<Set<Long>> fresh = List.of(new HashSet<>(), new HashSet<>());
        private int completions;

        Shown(boolean asks) {
            this.asks = asks;
        }

        @Override
        public boolean asksForNew() {
            return asks;
        }

        @Override
        public void chunks(ChunkBatch batch, int piece) {
            int scheme = batch.scheme();
            int number = batch.firstNumber(piece);
            for (int i = batch.firstChunk(piece); i < batch.firstChunk(piece + 1); i++) {
                long position = batch.positionOf(piece, i);
                assertThat(lengths.get(scheme).put(position, batch.lengthOf(i)))
                        .as("shown once")
                        .isNull();
                if (!batch.isZero(i)) {
                    fingerprints
                            .get(scheme)
                            .put(position, Arrays.copyOfRange(batch.fingerprints(), 20 * number, 20 * number + 20));
                    if (asks && batch.fresh().isNew(number)) {
                        fresh.get(scheme).add(position);
                    }
                    number++;
                }
            }
            assertThat(number).isEqualTo(batch.firstNumber(piece + 1));
        }

        @Override
        public void complete(UnitTicket ticket) {
            completions++;
        }
    }

    /** Indexes, tallies and a processor for two chunkings. */
    private static final class Measurement implements AutoCloseable {

        private final Schemes schemes;
        private final List<ChunkIndex> indexes = new ArrayList<>();
        private final TypeTally.Registry types = new TypeTally.Registry();
        private final LedgerRecorder ledger = new LedgerRecorder(List.of("memory"), "/", LedgerLimits.DEFAULT);
        private final ReferenceTally tally;
        private final StopSignal stop = new StopSignal();
        private final SlabProcessor processor;
        private final Map<UnitTicket, byte[]> completed = new HashMap<>();

        Measurement(List<CompressorSpec> compressors) {
            schemes = Scans.chunkedBy(CHUNKERS, compressors).schemes();
            for (Scheme scheme : schemes.all()) {
                indexes.add(new ExactIndex(new IndexSettings(
                        20, scheme.maxChunkBytes(), scheme.sized().size(), 4, 32, IndexSpace.ofMemory(1L << 28))));
            }
            tally = new ReferenceTally(schemes);
            processor = new SlabProcessor(
                    schemes,
                    indexes,
                    schemes.all().stream().map(Scheme::samplers).toList(),
                    ledger,
                    stop,
                    new ReductionSoFar(schemes),
                    tally,
                    SlabCutter.of(schemes, List.of(), null, 1 << 16));
        }

        UnitTicket ticket(String name, byte[] content, @Nullable ChunkObserver observer) {
            MemoryUnit unit = new MemoryUnit(name, "bin", content.length, content, -1, false);
            MeasuredUnit measured = new MeasuredUnit(
                    types.typeOf("bin").id(),
                    MeasuredUnit.NO_PLACE,
                    ledger.open(name, "bin", "bin"),
                    null,
                    observer,
                    null,
                    done -> completed.put(done, content));
            return new UnitTicket(unit, UnitVersion.ofSize(content.length), measured, Start.whole(UnitTicket.NO_GROUP));
        }

        /** Puts units into one slab, each whole, and processes it. */
        void process(List<UnitTicket> units) {
            Slab slab = new Slab(1 << 16);
            int at = 0;
            for (UnitTicket unit : units) {
                byte[] content = ((MemoryUnit) unit.unit()).content();
                System.arraycopy(content, 0, slab.data, at, content.length);
                slab.pieces.add(new UnitPiece(unit, at, at + content.length, 0, true));
                at += content.length;
            }
            assertThat(processor.cut(slab)).isTrue();
            processor.process(slab);
            assertThat(slab.pieces).as("empty again").isEmpty();
        }

        @Override
        public void close() {
            processor.close();
            indexes.forEach(ChunkIndex::close);
        }
    }

    private static byte[] content(Random random, int blocks) {
        byte[] content = new byte[blocks * BLOCK];
        for (int i = 0; i < blocks; i++) {
            Arrays.fill(content, i * BLOCK, (i + 1) * BLOCK, (byte) random.nextInt(4));
        }
        return content;
    }

    /** The bytes that blocks of a chunk are full of. */
    private static String name(byte[] chunk) {
        StringBuilder name = new StringBuilder();
        for (int at = 0; at < chunk.length; at += BLOCK) {
            name.append(chunk[at]);
        }
        return name.toString();
    }

    /** Whoever asks, chunks are the same; new is what no slab before has had, once. */
    @Property(tries = 40)
    void everyChunkIsShownOnceAndIsNewOnce(@ForAll long seed, @ForAll boolean compresses) {
        try (Measurement measurement = new Measurement(compresses ? LZ4 : List.of())) {
            everyChunkIsShownOnceAndIsNewOnce(new Random(seed), measurement);
        }
    }

    private static void everyChunkIsShownOnceAndIsNewOnce(Random random, Measurement measurement) {
        List<Map<String, Integer>> references = List.of(new HashMap<>(), new HashMap<>());
        long[] zeroBytes = {0, 0};
        long[] bytes = {0};
        for (int turn = 0; turn < 4; turn++) {
            List<UnitTicket> units = new ArrayList<>();
            List<Shown> observers = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(6); i++) {
                Shown observer = random.nextInt(4) == 0 ? null : new Shown(true);
                observers.add(observer);
                byte[] content = content(random, random.nextInt(16));
                units.add(measurement.ticket("memory/unit" + turn + "-" + i, content, observer));
                bytes[0] += content.length;
            }
            List<Set<String>> known = List.of(
                    new HashSet<>(references.get(0).keySet()),
                    new HashSet<>(references.get(1).keySet()));
            measurement.process(units);
            List<Set<String>> calledNew = List.of(new HashSet<>(), new HashSet<>());
            for (int i = 0; i < units.size(); i++) {
                byte[] content = ((MemoryUnit) units.get(i).unit()).content();
                Shown shown = observers.get(i);
                for (int scheme = 0; scheme < 2; scheme++) {
                    int most = CHUNKERS.get(scheme).maxChunkBytes();
                    Map<Long, Integer> expected = new TreeMap<>();
                    for (int at = 0; at < content.length; at += most) {
                        byte[] chunk = Arrays.copyOfRange(content, at, Math.min(content.length, at + most));
                        expected.put((long) at, chunk.length);
                        if (Arrays.equals(chunk, new byte[chunk.length])) {
                            zeroBytes[scheme] += chunk.length;
                            continue;
                        }
                        String name = name(chunk);
                        references.get(scheme).merge(name, 1, Integer::sum);
                        if (shown != null && shown.fresh.get(scheme).contains((long) at)) {
                            assertThat(known.get(scheme)).doesNotContain(name);
                            assertThat(calledNew.get(scheme).add(name))
                                    .as("new once")
                                    .isTrue();
                        }
                    }
                    if (shown != null) {
                        assertThat(shown.lengths.get(scheme)).isEqualTo(expected);
                        assertThat(shown.completions).isEqualTo(1);
                    }
                }
                assertThat(measurement.completed).containsKey(units.get(i));
            }
        }
        measurement.processor.finish();
        for (int scheme = 0; scheme < 2; scheme++) {
            assertThat(measurement.indexes.get(scheme).distinctChunkCount())
                    .isEqualTo(references.get(scheme).size());
            assertThat(measurement.tally.chunks(scheme).zeroBytes()).isEqualTo(zeroBytes[scheme]);
            assertThat(measurement.tally.chunks(scheme).sums().chunkBytes()).isEqualTo(bytes[0]);
        }
    }

    /** Nothing is deferred when the bytes of new chunks are needed, and all of it is in the index after the end. */
    @Example
    void chunksWaitForALargeBatchOnlyWhereNobodyAsks() {
        try (Measurement plain = new Measurement(List.of())) {
            byte[] content = content(new Random(1), 8);
            content[0] = 77;
            plain.process(List.of(plain.ticket("memory/a", content, new Shown(false))));
            assertThat(plain.indexes.get(0).distinctChunkCount()).as("deferred").isZero();
            plain.process(List.of(plain.ticket("memory/b", content, new Shown(true))));
            long asked = plain.indexes.get(0).distinctChunkCount();
            assertThat(asked).as("asked for").isPositive();
            plain.processor.finish();
            assertThat(plain.indexes.get(0).distinctChunkCount()).isEqualTo(asked);
        }
    }

    /** A hole has no bytes and counts as the zeros that it reads as; its observer is not shown it. */
    @Example
    void aHoleCountsAsZeros() {
        try (Measurement one = new Measurement(LZ4)) {
            Shown observer = new Shown(true);
            UnitTicket unit = one.ticket("memory/holes", new byte[64 * BLOCK], observer);
            Slab slab = new Slab(1 << 16);
            slab.holes.add(new Hole(unit, 0, 64 * BLOCK, true));
            assertThat(one.processor.cut(slab)).isTrue();
            one.processor.process(slab);
            assertThat(one.tally.chunks(0).sums().zeroChunkCount()).isEqualTo(64);
            assertThat(one.tally.chunks(1).sums().zeroChunkCount()).isEqualTo(16);
            assertThat(one.tally.chunks(1).zeroBytes()).isEqualTo(64 * BLOCK);
            assertThat(observer.lengths.get(0)).isEmpty();
            assertThat(observer.completions).isEqualTo(1);
        }
    }

    /** The scan ends when an index is full, after the slab that filled it has been counted. */
    @Example
    void aFullIndexStopsTheScan() {
        try (Measurement one = new Measurement(LZ4)) {
            List<ChunkIndex> small = List.of(
                    new ExactIndex(new IndexSettings(20, BLOCK, 1, 1, 32, IndexSpace.ofMemory(1 << 16))),
                    one.indexes.get(1));
            SlabProcessor full = new SlabProcessor(
                    one.schemes,
                    small,
                    one.schemes.all().stream().map(Scheme::samplers).toList(),
                    one.ledger,
                    one.stop,
                    new ReductionSoFar(one.schemes),
                    one.tally,
                    SlabCutter.of(one.schemes, List.of(), null, 1 << 16));
            Random random = new Random(5);
            long bytes = 0;
            for (int turn = 0; turn < 200 && !one.stop.isStopped(); turn++) {
                byte[] content = new byte[64 * BLOCK];
                random.nextBytes(content);
                Slab slab = new Slab(1 << 16);
                System.arraycopy(content, 0, slab.data, 0, content.length);
                slab.pieces.add(new UnitPiece(one.ticket("memory/" + turn, content, null), 0, content.length, 0, true));
                assertThat(full.cut(slab)).isTrue();
                full.process(slab);
                bytes += content.length;
            }
            assertThat(one.stop.isStopped()).isTrue();
            assertThat(one.tally.chunks(0).sums().chunkBytes()).isEqualTo(bytes);
            full.close();
            small.get(0).close();
        }
    }
}
