package io.compscan.core.chunk.rolling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntToLongFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Scans that hash several places at once find the candidates of the definition. Masks of one or two bits allow so many
 * cuts that no place between two parts can be left out.
 */
class CandidateScanTest {

    private static final Polynomial POLYNOMIAL = new Polynomial(0x3DA3358B4DC173L);

    /** Around the least that is cut into parts, and anything else. */
    private static int length(Random random, int least, int most) {
        return random.nextBoolean() ? Math.max(0, least - 8 + random.nextInt(16)) : random.nextInt(most);
    }

    /** Random bytes with stretches of one byte, whose candidates make runs. */
    private static byte[] data(Random random, int bytes) {
        byte[] data = new byte[bytes];
        random.nextBytes(data);
        for (int at = random.nextInt(4000); at < bytes; at += 1 + random.nextInt(8000)) {
            int end = Math.min(bytes, at + random.nextInt(300));
            Arrays.fill(data, at, end, (byte) random.nextInt(3));
        }
        return data;
    }

    private static List<Integer> positions(Candidates candidates) {
        List<Integer> positions = new ArrayList<>();
        candidates.rewind();
        for (int at = 0; (at = candidates.first(at, Integer.MAX_VALUE, 0)) < Integer.MAX_VALUE; at++) {
            positions.add(at);
        }
        return positions;
    }

    private static List<Integer> expected(int first, int last, IntToLongFunction hash, long mask, long value) {
        List<Integer> positions = new ArrayList<>();
        for (int i = first; i <= last; i++) {
            if ((hash.applyAsLong(i) & mask) == value) {
                positions.add(i);
            }
        }
        return positions;
    }

    private static List<Integer> matching(Candidates all, long mask, long value) {
        Candidates matching = new Candidates();
        matching.addMatching(all, mask, value);
        return positions(matching);
    }

    @Property(tries = 60)
    void gearHashes(@ForAll long seed) {
        Random random = new Random(seed);
        int before = random.nextInt(100);
        byte[] data = data(random, before + length(random, 2 << 14, 150_000));
        long[] table = random.nextBoolean() ? GearTable.UNSEEDED : GearTable.of(seed);
        long mask = (1L << random.nextInt(20)) | 1;
        int windowBytes = GearScan.windowBytes(mask);
        assertThat(windowBytes).isEqualTo(Long.toBinaryString(mask).length());
        Candidates found = new Candidates();
        new GearScan(table, mask, windowBytes).find(data, before, data.length, found);
        IntToLongFunction hash = cut -> {
            long sum = 0;
            for (int i = cut - windowBytes; i < cut; i++) {
                sum = (sum << 1) + table[data[i] & 0xff];
            }
            return sum;
        };
        assertThat(positions(found)).isEqualTo(expected(before + windowBytes, data.length, hash, mask, 0));
    }

    @Property(tries = 60)
    void buzhashes(@ForAll long seed) {
        Random random = new Random(seed);
        int before = random.nextInt(100);
        int windowBytes = 1 + random.nextInt(400);
        int least = LaneHits.LANES * Math.max(LaneHits.MIN_LANE_BYTES, 2 * windowBytes) + windowBytes;
        byte[] data = data(random, before + length(random, least, 20_000));
        int[] table = BuzhashTable.of(0);
        int mask = 3;
        int value = random.nextInt(4);
        int last = data.length - windowBytes;
        IntToLongFunction hash = at -> {
            int sum = 0;
            for (int i = 0; i < windowBytes; i++) {
                sum ^= Integer.rotateLeft(table[data[at + i] & 0xff], windowBytes - 1 - i);
            }
            return sum;
        };
        Candidates found = new Candidates();
        BuzhashScan scan = new BuzhashScan(table, windowBytes, mask, value);
        scan.find(data, before, data.length, found);
        assertThat(positions(found)).isEqualTo(expected(before, last, hash, mask, value));
        Candidates hashed = new Candidates();
        scan.findHashes(data, before, data.length, hashed);
        int more = 12 | value;
        assertThat(matching(hashed, 15, more)).isEqualTo(expected(before, last, hash, 15, more));
    }

    @Property(tries = 40)
    void rabinFingerprints(@ForAll long seed) {
        Random random = new Random(seed);
        int before = random.nextInt(100);
        int windowBytes = 16 + random.nextInt(40);
        int least = LaneHits.LANES * LaneHits.MIN_LANE_BYTES + windowBytes;
        byte[] data = data(random, before + length(random, least, 12_000));
        long mask = 3;
        long value = random.nextInt(4);
        IntToLongFunction print = cut -> {
            long sum = 0;
            for (int i = cut - windowBytes; i < cut; i++) {
                sum = POLYNOMIAL.shift(sum, Byte.SIZE) ^ (data[i] & 0xff);
            }
            return sum;
        };
        int first = before + windowBytes;
        Candidates found = new Candidates();
        RabinScan scan = new RabinScan(POLYNOMIAL, windowBytes, mask, value);
        scan.find(data, before, data.length, found);
        assertThat(positions(found)).isEqualTo(expected(first, data.length, print, mask, value));
        Candidates printed = new Candidates();
        scan.findPrints(data, before, data.length, printed);
        long more = 12 | value;
        assertThat(matching(printed, 15, more)).isEqualTo(expected(first, data.length, print, 15, more));
    }
}
