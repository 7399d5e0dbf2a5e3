package io.compscan.core.scan.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.accelerator.Accelerator;
import io.compscan.core.accelerator.AcceleratorException;
import io.compscan.core.accelerator.SlabQueue;
import io.compscan.core.accelerator.WrongResultException;
import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.chunk.CutRange;
import io.compscan.core.chunk.Cutter;
import io.compscan.core.chunk.ZeroBytes;
import io.compscan.core.chunk.rolling.CandidateBits;
import io.compscan.core.chunk.rolling.CandidateRule;
import io.compscan.core.chunk.rolling.Candidates;
import io.compscan.core.chunk.rolling.GearScan;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fold.Schemes;
import io.compscan.core.scan.Scans;
import io.compscan.core.scan.read.Slab;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A slab on a device that computes in Java, may fail at one call, and may be wrong. */
class DeviceSlabTest {

    private static final int SLAB_BYTES = 100_000;
    private static final int PIECE_START = 70;
    private static final String SPEC = "gear:1k,min=64";

    private final Schemes schemes = Scans.chunkedBy(ChunkerSpecs.parse(SPEC), List.of(CompressorSpec.parse("none")))
            .schemes();
    private final List<String> said = new ArrayList<>();
    private final FakeDevice fake = new FakeDevice();
    private final DeviceSlab onDevice = new DeviceSlab(new ScanDevice(fake, said::add), SLAB_BYTES, schemes);
    private final Slab slab = new Slab(SLAB_BYTES);
    private final ChunkList chunks = new ChunkList();

    private void fill(int seed) {
        slab.clear();
        new Random(seed).nextBytes(slab.data);
        // Zeros make chunks of the greatest length.
        java.util.Arrays.fill(slab.data, 40_000, 60_000, (byte) 0);
        slab.pieces.add(new Slab.UnitPiece(null, PIECE_START, SLAB_BYTES, 0, true));
        if (slab.mirror() != null) {
            slab.mirror().put(0, slab.data, 0, SLAB_BYTES);
        }
        chunks.clear();
        Cutter cutter = ChunkerSpecs.parse(SPEC).get(0).cutter();
        cutter.scan(slab.data, PIECE_START, SLAB_BYTES);
        cutter.cut(slab.data, range(), chunks);
    }

    private static CutRange range() {
        return new CutRange(PIECE_START, PIECE_START, SLAB_BYTES, 0, true);
    }

    /** Whether the device has found the chunks and their digests, which are then right. */
    private boolean measured() {
        onDevice.load(slab);
        Cutter cutter = ChunkerSpecs.parse(SPEC).get(0).cutter();
        if (!onDevice.offer(0, cutter, PIECE_START, SLAB_BYTES)) {
            return false;
        }
        ChunkList cut = new ChunkList();
        cutter.cut(slab.data, range(), cut);
        assertThat(cut.size()).isEqualTo(chunks.size()).isGreaterThan(20);
        for (int i = 0; i < cut.size(); i++) {
            assertThat(cut.offset(i)).isEqualTo(chunks.offset(i));
        }
        if (!onDevice.digest(slab.data, chunks)) {
            return false;
        }
        byte[] expected = new byte[20 * chunks.size()];
        ChunkList nonZero = new ChunkList();
        for (int i = 0; i < chunks.size(); i++) {
            boolean isZero = ZeroBytes.isZero(slab.data, chunks.offset(i), chunks.length(i));
            assertThat(onDevice.isZero(i)).isEqualTo(isZero);
            if (!isZero) {
                nonZero.add(chunks.offset(i), chunks.length(i));
            }
        }
        FingerprintAlgorithm.SHA1.open().fingerprint(slab.data, nonZero, expected);
        byte[] digests = new byte[expected.length];
        onDevice.copyNonZero(digests);
        assertThat(digests).isEqualTo(expected);
        onDevice.end();
        return true;
    }

    @Test
    void findsWhatTheProcessorFinds() {
        assertThat(onDevice.finds(0)).isTrue();
        for (int i = 0; i < 3; i++) {
            fill(i);
            assertThat(measured()).isTrue();
            assertThat(onDevice.isCheckedSlab()).isEqualTo(i == 0);
            assertThat(slab.mirror())
                    .as("readers fill the device's memory as well")
                    .isNotNull();
        }
        onDevice.close();
        assertThat(slab.mirror()).isNull();
        assertThat(fake.openQueues).isZero();
        assertThat(said).isEmpty();
    }

    /** Whichever call fails, the device is left alone from then on, and says so once. */
    @Test
    void aDeviceThatFailsIsRetired() {
        for (int i = 0; i < 2; i++) {
            fill(i);
            assertThat(measured()).isTrue();
        }
        int calls = fake.calls;
        onDevice.close();
        for (int call = 1; call <= calls; call++) {
            FakeDevice failing = new FakeDevice();
            failing.failingCall = call;
            said.clear();
            try (DeviceSlab failed = new DeviceSlab(new ScanDevice(failing, said::add), SLAB_BYTES, schemes)) {
                for (int i = 0; i < 3; i++) {
                    fill(i);
                    failed.load(slab);
                    Cutter cutter = ChunkerSpecs.parse(SPEC).get(0).cutter();
                    if (failed.offer(0, cutter, PIECE_START, SLAB_BYTES)) {
                        failed.digest(slab.data, chunks);
                    }
                    failed.end();
                }
                assertThat(failed.offer(0, ChunkerSpecs.parse(SPEC).get(0).cutter(), PIECE_START, SLAB_BYTES))
                        .isFalse();
            }
            assertThat(said)
                    .as("call %s", call)
                    .containsExactly("fake (fake:0) has failed, and the scan goes on without it: call " + call);
            assertThat(slab.mirror()).isNull();
            assertThat(failing.openQueues).isZero();
        }
    }

    @Test
    void aWrongDigestEndsTheScan() {
        fake.isWrong = true;
        fill(1);
        onDevice.load(slab);
        assertThatThrownBy(() -> onDevice.digest(slab.data, chunks))
                .isInstanceOf(WrongResultException.class)
                .hasMessage("fake (fake:0) gets SHA-1 wrong, so there is no result; scan without --accelerator");
        onDevice.close();
    }

    private static final class FakeDevice implements Accelerator {

        private int calls;
        private int failingCall = -1;
        private int openQueues;
        private boolean isWrong;

        private void call() throws AcceleratorException {
            if (++calls == failingCall) {
                throw new AcceleratorException("call " + calls);
            }
        }

        @Override
        public String name() {
            return "fake (fake:0)";
        }

        @Override
        public SlabQueue openQueue(int capacityBytes, List<CandidateRule> rules) throws AcceleratorException {
            call();
            openQueues++;
            return new FakeQueue(capacityBytes, (CandidateRule.Gear) rules.get(0));
        }

        @Override
        public void close() {}

        private final class FakeQueue implements SlabQueue {

            private final ByteBuffer memory;
            private final byte[] uploaded;
            private final CandidateRule.Gear rule;
            private final GearScan scan;
            private int from;
            private int to;

            FakeQueue(int capacityBytes, CandidateRule.Gear rule) {
                memory = ByteBuffer.allocateDirect(capacityBytes);
                uploaded = new byte[capacityBytes];
                this.rule = rule;
                long[] table = rule.table().stream().mapToLong(Long::longValue).toArray();
                scan = new GearScan(table, rule.strictMask(), rule.windowBytes());
            }

            @Override
            public ByteBuffer slab() {
                return memory;
            }

            @Override
            public void upload(int first, int end) throws AcceleratorException {
                call();
                memory.get(first, uploaded, first, end - first);
            }

            @Override
            public void search(int first, int end) throws AcceleratorException {
                call();
                assertThat(first % ALIGNMENT_BYTES).isZero();
                from = first;
                to = end;
            }

            @Override
            public CandidateBits candidates(int number) throws AcceleratorException {
                call();
                Candidates found = new Candidates();
                scan.find(uploaded, from, to, found);
                LongBuffer bits = LongBuffer.allocate(uploaded.length / Long.SIZE + 1);
                found.rewind();
                for (int at = found.first(0, to, 0); at < to; at = found.first(at + 1, to, 0)) {
                    // A candidate is the place behind the byte whose bit allows it.
                    int bit = at - 1 - from;
                    bits.put(bit / Long.SIZE, bits.get(bit / Long.SIZE) | 1L << bit);
                }
                return new CandidateBits(rule, bits, null, from);
            }

            @Override
            public void digest(ChunkList list, byte[] fingerprints, byte[] zeros) throws AcceleratorException {
                call();
                FingerprintAlgorithm.SHA1.open().fingerprint(uploaded, list, fingerprints);
                for (int i = 0; i < list.size(); i++) {
                    zeros[i] = (byte) (ZeroBytes.isZero(uploaded, list.offset(i), list.length(i)) ? 1 : 0);
                }
                if (isWrong) {
                    fingerprints[7] ^= 1;
                }
            }

            @Override
            public void finish() throws AcceleratorException {
                call();
            }

            @Override
            public void close() {
                openQueues--;
            }
        }
    }
}
