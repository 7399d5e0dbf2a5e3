package io.compscan.spark.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.fold.CompressSample;
import io.compscan.core.fold.Scheme;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Entries come out of blocks as they went in, each in its cell. */
class BlockTest {

    private static final int FULL = 4096;

    private record Entry(String key, long references, int length, List<Integer> stored) {}

    @Property(tries = 200)
    void entriesComeOutAsTheyWentIn(
            @ForAll @IntRange(min = 0, max = 24) int bits,
            @ForAll @IntRange(min = 0, max = 300) int count,
            @ForAll @IntRange(min = 0, max = 3) int sized,
            @ForAll long seed) {
        Random random = new Random(seed);
        List<String> names = new ArrayList<>();
        List<CompressSample> samples = new ArrayList<>();
        for (int i = 0; i < sized; i++) {
            names.add("lz4:" + (i + 1));
            samples.add(CompressSample.OFF);
        }
        Scheme spec = new Scheme("fixed:4096", FULL, FULL, "sha1", names, samples, 0);
        CellPlan cells = new CellPlan(List.of(3, bits), 7, 2);
        List<byte[]> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] key = new byte[20];
            random.nextBytes(key);
            keys.add(key);
        }
        keys.sort(Arrays::compareUnsigned);
        List<Entry> in = new ArrayList<>();
        List<Entry> out = new ArrayList<>();
        BlockWriter writer = new BlockWriter(99, 1, spec, cells, (cell, block) -> {
            assertThat(cells.schemeOf(cell)).isEqualTo(1);
            read(new BlockCursor(block, 20, cell - cells.first(1), bits, sized), cell, cells, bits, sized, out);
        });
        for (boolean full : new boolean[] {true, false}) {
            for (byte[] key : keys) {
                if ((key[19] & 1) == 0 == full) {
                    int length = full ? FULL : 1 + random.nextInt(FULL - 1);
                    int[] stored = random.ints(sized, 0, length + 1).toArray();
                    long references = 1 + (random.nextLong() >>> 1 >>> random.nextInt(62));
                    in.add(entry(key, references, length, stored));
                    writer.visit(key, references, length, stored);
                }
            }
        }
        writer.flush();
        assertThat(out).isEqualTo(in);
    }

    private static void read(BlockCursor cursor, int cell, CellPlan cells, int bits, int sized, List<Entry> out) {
        assertThat(cursor.task()).isEqualTo(99);
        while (cursor.next()) {
            assertThat(cells.first(1) + CellPlan.prefix(cursor.key(), bits)).isEqualTo(cell);
            int firstStored = cursor.hasLengths() ? 1 : 0;
            int[] stored = new int[sized];
            Arrays.setAll(stored, i -> cursor.field(firstStored + i));
            out.add(entry(cursor.key(), cursor.references(), cursor.hasLengths() ? cursor.field(0) : FULL, stored));
        }
    }

    private static Entry entry(byte[] key, long references, int length, int[] stored) {
        return new Entry(
                Arrays.toString(key),
                references,
                length,
                Arrays.stream(stored).boxed().toList());
    }
}
