package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.result.ScanResult;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/** What cannot be read counts as unread to the byte, whoever reads and however a read fails. */
class BadRangesTest {

    private static final int BLOCK = 4096;
    private static final int MAX_BLOCKS = 20_000;

    /**
     * A disk of random bytes.
     *
     * @param isShort whether a read gets what lies before a bad block, as from a file; if not, it fails whole, as from a server
     */
    @SuppressWarnings("ArrayRecordComponent")
    private record Disk(byte[] data, BitSet bad, boolean isShort) implements Unit {

        @Override
        public String name() {
            return "disk";
        }

        @Override
        public String extension() {
            return "";
        }

        @Override
        public long sizeBytes() {
            return data.length;
        }

        @Override
        public UnitChannel open() {
            return new UnitChannel() {
                @Override
                public int read(long position, byte[] to, int offset, int length) throws IOException {
                    if (position >= data.length) {
                        return -1;
                    }
                    int from = (int) position;
                    int end = Math.min(from + length, data.length);
                    int next = bad.nextSetBit(from / BLOCK);
                    if (next >= 0 && next * BLOCK < end) {
                        if (!isShort || next * BLOCK <= from) {
                            throw new IOException("Input/output error");
                        }
                        end = next * BLOCK;
                    }
                    System.arraycopy(data, from, to, offset, end - from);
                    return end - from;
                }

                @Override
                public void close() {}
            };
        }

        long badBytes() {
            return bad.stream()
                    .mapToLong(block -> Math.min(BLOCK, data.length - block * BLOCK))
                    .sum();
        }
    }

    /**
     * Up to 200 bad blocks in any places, so that no 256 are in a row, or some and one long range behind them. Behind 256 bad blocks the tries are
     * at growing distances, so good blocks between two bad ranges may count as bad there.
     */
    private static Disk disk(Random random, int bytes, boolean isShort) {
        byte[] data = new byte[bytes];
        random.nextBytes(data);
        BitSet bad = new BitSet();
        int blocks = (bytes + BLOCK - 1) / BLOCK;
        boolean hasLong = random.nextBoolean();
        int longFrom = hasLong ? random.nextInt(blocks) : blocks + 1;
        for (int i = random.nextInt(1, 20); i > 0; i--) {
            int from = random.nextInt(blocks);
            int to = Math.min(blocks, from + random.nextInt(1, 10));
            if (to < longFrom) {
                bad.set(from, to);
            }
        }
        if (hasLong) {
            bad.set(longFrom, Math.min(blocks, longFrom + random.nextInt(1, 3000)));
        } else if (random.nextInt(3) == 0) {
            bad.set(blocks - 1);
        }
        return new Disk(data, bad, isShort);
    }

    @Property(tries = 40, shrinking = ShrinkingMode.OFF)
    void exactlyTheBadBlocksAreUnread(
            @ForAll long seed, @ForAll @IntRange(min = 16, max = MAX_BLOCKS * BLOCK) int most, @ForAll boolean isShort)
            throws Exception {
        Random random = new Random(seed);
        // Few disks are longer than a segment.
        int bytes = random.nextInt(10) == 0 ? most : most / 16;
        Disk disk = disk(random, bytes, isShort);
        String chunks = random.nextBoolean() ? "4096" : "gear:16k";
        String expected = null;
        for (int threads : new int[] {1, 2, random.nextInt(3, 9)}) {
            ScanOptions options = Scans.chunkedBy(ChunkerSpecs.parse(chunks), List.of(CompressorSpec.parse("none")))
                    .withThreads(threads, 2);
            ScanResult result = Scans.scan(new MemorySource().add(disk), options);
            assertThat(result.totals().unreadBytes())
                    .as("%s, %d threads, %d bytes", chunks, threads, bytes)
                    .isEqualTo(disk.badBytes());
            assertThat(result.totals().logicalBytes()).isEqualTo(bytes);
            String numbers = result.layouts() + "" + result.totals();
            assertThat(numbers).isEqualTo(expected == null ? numbers : expected);
            expected = numbers;
        }
    }
}
