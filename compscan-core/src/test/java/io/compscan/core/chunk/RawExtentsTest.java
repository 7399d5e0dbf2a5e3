package io.compscan.core.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RawExtentsTest {

    private static final int CHUNK = 8192;
    private static final RawExtents EXTENTS = new RawExtents(CHUNK, 4 * CHUNK, 8 * CHUNK);

    private static byte[] noise(int length) {
        byte[] noise = new byte[length];
        new Random(length).nextBytes(noise);
        return noise;
    }

    /** Text is of one byte. */
    private static boolean isText(byte[] data, int offset, int length) {
        return IntStream.range(offset, offset + length).allMatch(i -> data[i] == data[offset]);
    }

    /** Chunks of noise ('n'), of text ('t'), of half a chunk of noise ('h'), and zeros (' '), which are no chunks. */
    private static List<String> extents(String kinds, long position, boolean isSparse) {
        byte[] data = new byte[100 + kinds.length() * CHUNK];
        ChunkList chunks = new ChunkList();
        int at = 100;
        for (int i = 0; i < kinds.length(); i++) {
            char kind = kinds.charAt(i);
            int length = kind == 'h' ? CHUNK / 2 : CHUNK;
            if (kind == 't') {
                Arrays.fill(data, at, at + length, (byte) 't');
            } else if (kind != ' ') {
                System.arraycopy(noise(length), 0, data, at, length);
            }
            if (kind != ' ') {
                chunks.add(at, length);
            }
            at += length;
        }
        List<String> found = new ArrayList<>();
        EXTENTS.forEach(
                data,
                chunks,
                0,
                chunks.size(),
                position - 100,
                isSparse,
                RawExtentsTest::isText,
                (first, end) -> found.add(first + "-" + end));
        return found;
    }

    @Test
    void behindNoiseARunIsRaw() {
        assertThat(extents("tttt", 0, false)).isEmpty();
        assertThat(extents("tntt", 0, false)).containsExactly("1-4");
        assertThat(extents("tnttt", 0, false)).as("the next run").containsExactly("1-4");
        assertThat(extents("ttnnnttn", 0, false)).containsExactly("2-8");
        assertThat(extents("ttnntttn", 0, false)).containsExactly("2-4", "7-8");
        assertThat(extents("nt", 3 * CHUNK, false)).as("a run begins between").containsExactly("0-1");
    }

    @Test
    void extentsEndWithWindowsGapsAndShortRuns() {
        assertThat(extents("nnnnnnnnnnnn", 0, false)).containsExactly("0-8", "8-12");
        assertThat(extents("nnnnnnnn", 4 * CHUNK, false)).containsExactly("0-4", "4-8");
        assertThat(extents("nn nn", 0, false)).containsExactly("0-2", "2-4");
        assertThat(extents("nt tt", 0, false))
                .as("what follows zeros begins a run")
                .containsExactly("0-2");
        assertThat(extents("nnnh", 0, false)).as("the end of a run").containsExactly("0-4");
        assertThat(extents("nnnnh", 0, false)).as("a short run").containsExactly("0-4", "4-5");
        assertThat(extents("nnnnn", 0, false)).as("of one chunk").containsExactly("0-4", "4-5");
        assertThat(extents("nnnnnh", 0, false)).as("one that is long enough").containsExactly("0-6");
        assertThat(extents("tttnh", 0, false)).as("two short runs").containsExactly("3-5");
        assertThat(extents("tttnnnnn", 0, false)).as("a short and a long one").containsExactly("3-4", "4-8");
    }

    @Test
    void behindHolesRunsAndWindowsBegin() {
        assertThat(extents("t ntttt", 0, true)).containsExactly("1-5");
        assertThat(extents(" nnnnnnnnnn", 0, true)).containsExactly("0-8", "8-10");
        assertThat(extents("nnnh", 3 * CHUNK, true)).containsExactly("0-4");
    }

    /** The two questions of a reader who sees a part only are never answered too cautiously. */
    @Property(tries = 500)
    void aPartTellsWhetherItsExtentsGoOn(
            @ForAll long seed, @ForAll @IntRange(max = 3) int fromRun, @ForAll @IntRange(min = 1, max = 3) int runs) {
        Random random = new Random(seed);
        byte[] data = new byte[16 * CHUNK];
        ChunkList all = new ChunkList();
        ChunkList part = new ChunkList();
        int from = 4 * fromRun;
        int to = Math.min(16, from + 4 * runs);
        for (int i = 0; i < 16; i++) {
            byte[] content = random.nextInt(3) > 0 ? noise(CHUNK) : new byte[CHUNK];
            System.arraycopy(content, 0, data, i * CHUNK, CHUNK);
            all.add(i * CHUNK, CHUNK);
            if (i >= from && i < to) {
                part.add(i * CHUNK, CHUNK);
            }
        }
        EXTENTS.forEach(data, all, 0, 16, 0, false, RawExtentsTest::isText, (first, end) -> {
            if (first < from && end > from) {
                assertThat(EXTENTS.beginsRaw(data, part, RawExtentsTest::isText))
                        .isTrue();
            }
            if (first < to && end > to) {
                assertThat(EXTENTS.endsRaw(data, part, RawExtentsTest::isText)).isTrue();
            }
        });
        assertThat(EXTENTS.beginsRaw(data, new ChunkList(), RawExtentsTest::isText))
                .isFalse();
        assertThat(EXTENTS.endsRaw(data, new ChunkList(), RawExtentsTest::isText))
                .isFalse();
    }
}
