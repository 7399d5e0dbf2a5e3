package io.compscan.core.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
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

    private static boolean isNoise(byte[] data) {
        return RawExtents.isNoise(data, 0, data.length);
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
                data, chunks, 0, chunks.size(), position - 100, isSparse, (first, end) -> found.add(first + "-" + end));
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
        assertThat(extents("nnnnh", 0, false)).as("a run by itself").containsExactly("0-4", "4-5");
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
        EXTENTS.forEach(data, all, 0, 16, 0, false, (first, end) -> {
            if (first < from && end > from) {
                assertThat(EXTENTS.beginsRaw(data, part)).isTrue();
            }
            if (first < to && end > to) {
                assertThat(EXTENTS.endsRaw(data, part)).isTrue();
            }
        });
        assertThat(EXTENTS.beginsRaw(data, new ChunkList())).isFalse();
        assertThat(EXTENTS.endsRaw(data, new ChunkList())).isFalse();
    }

    @Test
    void whatShrinksByAPageIsNoNoise() {
        byte[] noise = noise(128 << 10);
        assertThat(isNoise(noise)).isTrue();
        byte[] text = noise.clone();
        Arrays.fill(text, 40_960, 45_056, (byte) 'x');
        assertThat(isNoise(text)).as("a page less a table").isTrue();
        Arrays.fill(text, 40_960, 45_400, (byte) 'x');
        assertThat(isNoise(text)).isFalse();
        assertThat(isNoise(Base64.getEncoder().encode(noise(96 << 10)))).isFalse();
        for (int length : new int[] {1, 4095, 4096, 4097, 4200, 5000, 8191, 8193, 100_000}) {
            assertThat(isNoise(noise(length))).as("%d bytes", length).isTrue();
        }
        assertThat(isNoise(new byte[4096]))
                .as("one page, which cannot shrink by one")
                .isTrue();
        assertThat(isNoise(new byte[4097 + 128])).isFalse();
    }

    @Test
    void whatIsCompressedIsNoise() {
        StringBuilder words = new StringBuilder();
        Random random = new Random(3);
        while (words.length() < 600_000) {
            words.append(Long.toString(random.nextLong() >>> random.nextInt(60), 36))
                    .append(' ');
        }
        byte[] text = words.toString().getBytes(StandardCharsets.US_ASCII);
        assertThat(RawExtents.isNoise(text, 0, 128 << 10)).isFalse();
        Deflater deflater = new Deflater(6);
        deflater.setInput(text);
        deflater.finish();
        byte[] packed = new byte[128 << 10];
        assertThat(deflater.deflate(packed)).isEqualTo(packed.length);
        deflater.end();
        assertThat(isNoise(packed)).isTrue();
    }
}
