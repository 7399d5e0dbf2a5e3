package io.compscan.core.compress;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictContentType;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Deltas against any base, with the library's decompression as the oracle. */
class ZstdDeltaTest {

    /** The first bytes of a trained dictionary (RFC 8878, section 5). */
    private static final byte[] DICTIONARY_MAGIC = {0x37, (byte) 0xa4, 0x30, (byte) 0xec};

    private static byte[] random(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    @Property(tries = 200)
    void theSizeIsThatOfAFrameThatGivesTheDataBack(
            @ForAll long seed,
            @ForAll @IntRange(max = 300_000) int length,
            @ForAll @IntRange(max = 300_000) int baseLength) {
        Random random = new Random(seed);
        byte[] base = random(random, baseLength);
        if (random.nextInt(4) == 0) {
            System.arraycopy(DICTIONARY_MAGIC, 0, base, 0, Math.min(baseLength, DICTIONARY_MAGIC.length));
        }
        byte[] data = random(random, length);
        int common = Math.min(length, baseLength) / 2;
        System.arraycopy(base, baseLength - common, data, 0, common);
        try (ZstdDelta delta = new ZstdDelta();
                ZstdDecompressCtx oracle = new ZstdDecompressCtx()) {
            int bytes = delta.deltaBytes(data, base);
            assertThat(bytes).isLessThanOrEqualTo((int) Zstd.compressBound(length));
            byte[] frame = delta.frame();
            assertThat(frame).hasSize(bytes);
            oracle.loadDict(base, ZstdDictContentType.RAW_CONTENT);
            assertThat(oracle.decompress(frame, length)).isEqualTo(data);
            // A window of the library's level is far larger, so what both have in common costs nearly nothing.
            if (common > 1000) {
                assertThat(bytes).isLessThan(length - common + 500 + length / 20);
            }
        }
    }

    @Example
    void anotherBaseReplacesTheLast() {
        Random random = new Random(5);
        byte[] one = random(random, 4096);
        byte[] other = random(random, 4096);
        try (ZstdDelta delta = new ZstdDelta()) {
            assertThat(delta.deltaBytes(one, one)).isLessThan(40);
            assertThat(delta.deltaBytes(one, other)).isGreaterThan(4000);
            assertThat(delta.deltaBytes(one, new byte[0])).isGreaterThan(4000);
            assertThat(delta.deltaBytes(one, one)).isLessThan(40);
        }
    }
}
