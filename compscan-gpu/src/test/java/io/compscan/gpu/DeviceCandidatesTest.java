package io.compscan.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.accelerator.AcceleratorException;
import io.compscan.core.accelerator.SlabQueue;
import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.chunk.CutRange;
import io.compscan.core.chunk.Cutter;
import io.compscan.core.chunk.rolling.CandidateBits;
import io.compscan.core.chunk.rolling.CandidateRule;
import io.compscan.core.chunk.rolling.Candidates;
import io.compscan.core.chunk.rolling.GearScan;
import io.compscan.core.chunk.rolling.Polynomial;
import io.compscan.core.chunk.rolling.RabinScan;
import io.compscan.testing.Needs;
import io.compscan.testing.Slow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** A device finds the candidates that the core's own scans find, position by position. */
@Needs(also = Pocl.class)
class DeviceCandidatesTest {

    private static final int CAPACITY_BYTES = 200_000;

    /** Windows of 16 to 256, whole words and not; one mask and two; values that zeros have and do not have. */
    private static final List<String> SPECS = List.of(
            "rabin:512",
            "rabin:512,window=64,poly=0x3da3358b4dc173,value=0",
            "rabin:1024,min=32,window=32,poly=0x145c2b6a1",
            "rabin:512,min=17,window=17",
            "rabin:512,min=99,window=99,value=3",
            "rabin:512,min=256,window=256",
            "gear:512",
            "gear:1024,seed=9",
            "fastcdc:512",
            "fastcdc:1024,min=64,nc=3,seed=5",
            "fastcdc:512,nc=0");

    /** That of LBFS, which rabin has unless another is named. */
    private static final long USUAL_POLYNOMIAL = 0xbfe6b8a5bf378d83L;

    private static SlabQueue queue;

    @BeforeContainer
    static void open() throws AcceleratorException {
        queue = Pocl.accelerator()
                .openQueue(
                        CAPACITY_BYTES,
                        SPECS.stream()
                                .map(spec -> ChunkerSpecs.parse(spec).get(0).candidateRule())
                                .toList());
    }

    @AfterContainer
    static void close() {
        if (queue != null) {
            queue.close();
        }
    }

    /** The candidates of any part of a slab, such as one of many small files in it. */
    @Property(tries = 150)
    @Slow
    void partsOfASlabHaveTheSameCandidates(
            @ForAll("lengths") int bytes,
            @ForAll("lengths") int partBytes,
            @ForAll("kinds") Kind kind,
            @ForAll long seed)
            throws AcceleratorException {
        Random random = new Random(seed);
        int start = random.nextInt(3) * SlabQueue.ALIGNMENT_BYTES;
        int end = start + bytes;
        byte[] data = new byte[end];
        System.arraycopy(kind.bytes(random, bytes), 0, data, start, bytes);
        byte[] garbage = new byte[CAPACITY_BYTES];
        random.nextBytes(garbage);
        queue.slab().put(0, garbage);
        queue.upload(0, CAPACITY_BYTES);
        queue.finish();
        queue.slab().put(0, data);
        queue.upload(start, end);
        queue.search(start, end);
        int from = start + random.nextInt(bytes + 1);
        int to = Math.min(end, from + partBytes);
        for (int rule = 0; rule < SPECS.size(); rule++) {
            CandidateBits bits = queue.candidates(rule);
            assertSame(SPECS.get(rule), data, start, end, bits);
            assertSame(SPECS.get(rule), data, from, to, bits);
        }
    }

    private static void assertSame(String spec, byte[] data, int from, int to, CandidateBits bits) {
        CandidateRule rule = ChunkerSpecs.parse(spec).get(0).candidateRule();
        Candidates found = new Candidates();
        bits.appendTo(found, from + rule.windowBytes() - 1, to, 1);
        if (rule instanceof CandidateRule.Rabin rabin) {
            Candidates expected = new Candidates();
            scan(spec, rabin).find(data, from, to, expected);
            assertThat(positions(found, 0)).as(spec).isEqualTo(positions(expected, 0));
        } else if (rule instanceof CandidateRule.Gear gear) {
            long[] table = gear.table().stream().mapToLong(Long::longValue).toArray();
            for (long mask : new long[] {gear.strictMask(), gear.looseMask()}) {
                Candidates expected = new Candidates();
                new GearScan(table, mask, gear.windowBytes()).find(data, from, to, expected);
                assertThat(positions(found, mask)).as(spec).isEqualTo(positions(expected, 0));
            }
        }
    }

    private static RabinScan scan(String spec, CandidateRule.Rabin rule) {
        int at = spec.indexOf("poly=");
        String polynomial = at < 0 ? "" : spec.substring(at + 5).replaceAll(",.*", "");
        long bits = polynomial.isEmpty() ? USUAL_POLYNOMIAL : Long.decode(polynomial);
        return new RabinScan(new Polynomial(bits), rule.windowBytes(), rule.mask(), rule.value());
    }

    private static List<Integer> positions(Candidates candidates, long mask) {
        List<Integer> positions = new ArrayList<>();
        candidates.rewind();
        int at = candidates.first(0, Integer.MAX_VALUE, mask);
        while (at != Integer.MAX_VALUE) {
            positions.add(at);
            at = candidates.first(at + 1, Integer.MAX_VALUE, mask);
        }
        return positions;
    }

    /** A cutter that is given bits chooses what it would have chosen from its own. */
    @Property(tries = 100)
    void cuttersChooseTheSame(@ForAll("lengths") int bytes, @ForAll("kinds") Kind kind, @ForAll long seed)
            throws AcceleratorException {
        Random random = new Random(seed);
        byte[] data = kind.bytes(random, bytes);
        queue.slab().put(0, data);
        queue.upload(0, bytes);
        queue.search(0, bytes);
        int unfinished = bytes == 0 ? 0 : random.nextInt(bytes);
        for (int rule = 0; rule < SPECS.size(); rule++) {
            Cutter cutter = ChunkerSpecs.parse(SPECS.get(rule)).get(0).cutter();
            CutRange piece = new CutRange(0, unfinished, bytes, 0, random.nextBoolean());
            ChunkList expected = new ChunkList();
            cutter.scan(data, unfinished, bytes);
            int expectedEnd = cutter.cut(data, piece, expected);
            ChunkList chosen = new ChunkList();
            cutter.take(queue.candidates(rule), unfinished, bytes);
            assertThat(cutter.cut(data, piece, chosen)).as(SPECS.get(rule)).isEqualTo(expectedEnd);
            assertThat(offsets(chosen)).as(SPECS.get(rule)).isEqualTo(offsets(expected));
        }
    }

    private static List<Integer> offsets(ChunkList chunks) {
        List<Integer> offsets = new ArrayList<>();
        for (int i = 0; i < chunks.size(); i++) {
            offsets.add(chunks.offset(i));
        }
        return offsets;
    }

    @Provide
    static Arbitrary<Integer> lengths() {
        return Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.of(0, 1, 15, 16, 17, 46, 47, 48, 55, 56, 63, 64, 65, 255, 256, 257)),
                Tuple.of(3, Arbitraries.of(1023, 1024, 1025, 1071, 1087, 2047, 2048, 2049, 65_535, 65_536, 65_537)),
                Tuple.of(2, Arbitraries.integers().between(0, 5000)),
                Tuple.of(1, Arbitraries.integers().between(0, CAPACITY_BYTES - 2 * SlabQueue.ALIGNMENT_BYTES)));
    }

    @Provide
    static Arbitrary<Kind> kinds() {
        return Arbitraries.of(Kind.class);
    }

    /** Kinds of bytes. */
    enum Kind {
        /** Random. */
        RANDOM,
        /** Zeros, here and there a byte that is none. */
        ZEROS,
        /** The same byte everywhere. */
        CONSTANT,
        /** A short pattern again and again. */
        PERIODIC,
        /** Two values. */
        TWO_VALUES;

        byte[] bytes(Random random, int length) {
            byte[] data = new byte[length];
            switch (this) {
                case RANDOM -> random.nextBytes(data);
                case ZEROS -> {
                    for (int i = random.nextInt(2000); i < length; i += 1 + random.nextInt(2000)) {
                        data[i] = (byte) random.nextInt();
                    }
                }
                case CONSTANT -> Arrays.fill(data, (byte) random.nextInt());
                case PERIODIC -> {
                    byte[] pattern = new byte[1 + random.nextInt(300)];
                    random.nextBytes(pattern);
                    for (int i = 0; i < length; i++) {
                        data[i] = pattern[i % pattern.length];
                    }
                }
                case TWO_VALUES -> {
                    byte[] values = {(byte) random.nextInt(), (byte) random.nextInt()};
                    for (int i = 0; i < length; i++) {
                        data[i] = values[random.nextInt(2)];
                    }
                }
            }
            return data;
        }
    }
}
