package io.compscan.core.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.testing.Slow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Cutters that share one look at the bytes cut as each would alone. */
class CutterSetTest {

    private static final List<String> GROUPS = List.of(
            "rabin:4k,min=512,window=64,poly=0x3da3358b4dc173,value=0,"
                    + "rabin:4k,min=512,window=64,poly=0x3da3358b4dc173,mask=0x7f01f,value=0,"
                    + "rabin:8k,min=1k,window=64,poly=0x3da3358b4dc173,value=0,rabin:4k,min=512",
            "rabin:2k,rabin:4k,rabin:16k,gear:4k,4k",
            "buzhash:4k,min=512,window=63,buzhash:4k,min=512,window=63,seed=0x1000,"
                    + "buzhash:8k,min=512,window=63,seed=0x800,buzhash:4k,min=512,window=31",
            "buzhash:256k,max=1m,buzhash:256k,max=1m,seed=0x10000,buzhash:256k,max=1m,seed=0x3",
            "rabin:4k,min=512,window=64,value=0,rabin:4k,min=512,window=64,mask=0xf0ff,value=0");

    @Property(tries = 40)
    @Slow
    void cutsAsEachAlone(@ForAll long seed, @ForAll @IntRange(min = 0, max = 4) int group) {
        Random random = new Random(seed);
        List<Chunker> chunkers = ChunkerSpecs.parse(GROUPS.get(group));
        CutterSet set = new CutterSet(chunkers);
        for (int slab = 0; slab < 3; slab++) {
            byte[] data = data(random, random.nextInt(2_000_000) + 1);
            assertSame(chunkers, set, data, random.nextInt(data.length));
        }
    }

    /** Most slabs have one length. What was found in one must not be taken for the next. */
    @Example
    void whatWasFoundInOtherBytesIsForgotten() {
        Random random = new Random(7);
        for (String group : GROUPS) {
            List<Chunker> chunkers = ChunkerSpecs.parse(group);
            CutterSet set = new CutterSet(chunkers);
            for (int slab = 0; slab < 3; slab++) {
                assertSame(chunkers, set, data(random, 700_000), 200_000);
            }
        }
    }

    private static void assertSame(List<Chunker> chunkers, CutterSet set, byte[] data, int middle) {
        set.begin();
        for (int i = 0; i < chunkers.size(); i++) {
            assertThat(chunks(set.get(i), data, middle))
                    .as(chunkers.get(i).name())
                    .isEqualTo(chunks(chunkers.get(i).cutter(), data, middle));
        }
    }

    /** The cuts of two regions, the second of which is scanned in one piece and cut from an unfinished chunk on. */
    private static List<Integer> chunks(Cutter cutter, byte[] data, int middle) {
        ChunkList chunks = new ChunkList();
        cutter.cutRegion(data, 0, middle, 0, chunks);
        int from = middle;
        int half = (middle + data.length) / 2;
        cutter.scan(data, from, half);
        int unfinished = cutter.cut(data, new CutRange(from, from, half, 0, false), chunks);
        cutter.scan(data, half, data.length);
        cutter.cut(data, new CutRange(unfinished, half, data.length, unfinished - from, true), chunks);
        List<Integer> lengths = new ArrayList<>();
        for (int i = 0; i < chunks.size(); i++) {
            lengths.add(chunks.length(i));
        }
        return lengths;
    }

    /** Random, of few values, and zeros. */
    private static byte[] data(Random random, int length) {
        byte[] data = new byte[length];
        random.nextBytes(data);
        for (int i = 0; i < 4; i++) {
            int from = random.nextInt(data.length);
            int to = from + random.nextInt(data.length - from + 1);
            if (i % 2 == 0) {
                Arrays.fill(data, from, to, (byte) (i == 0 ? 0 : random.nextInt()));
            } else {
                for (int at = from; at < to; at++) {
                    data[at] &= 1;
                }
            }
        }
        return data;
    }
}
