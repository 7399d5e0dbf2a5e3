package io.compscan.core.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PackedBlocksTest {

    private static final Packing VDO = new Packing(4096, 4060, 4059, 14, 16);

    private static PackedBlocks of(Packing packing, int bytes, long count) {
        PackedBlocks blocks = new PackedBlocks(packing);
        blocks.add(bytes, count);
        return blocks;
    }

    @Test
    void fourteenSmallFragmentsFillABlock() {
        assertThat(of(VDO, 100, 14).blockCount()).isEqualTo(1);
        assertThat(of(VDO, 100, 15).blockCount()).isEqualTo(2);
        assertThat(of(VDO, 100, 14 * 1000).blockCount()).isEqualTo(1000);
    }

    /** The example of docs/reference/profiles.md. */
    @Test
    void vdoPacksWhatFits() {
        PackedBlocks blocks = of(VDO, 290, 14);
        assertThat(blocks.blockCount()).isEqualTo(1);
        PackedBlocks halves = of(VDO, 2030, 2);
        assertThat(halves.blockCount()).isEqualTo(1);
        halves.add(2100, 1);
        assertThat(halves.blockCount()).isEqualTo(2);
    }

    @Test
    void twoHalvesFillABlockAndWhatIsLargerThanHalfHasOneOfItsOwn() {
        assertThat(of(VDO, 2030, 2000).blockCount()).isEqualTo(1000);
        assertThat(of(VDO, 2031, 2000).blockCount()).isEqualTo(2000);
        assertThat(of(VDO, 4059, 7).blockCount()).isEqualTo(7);
    }

    @Test
    void smallOnesGoWhereLargeOnesLeaveRoom() {
        PackedBlocks blocks = of(VDO, 3000, 1000);
        blocks.add(1060, 1000);
        // Each large one has room for one small one; not all meet one in the few blocks that are open.
        assertThat(blocks.blockCount()).isBetween(1000L, 1300L);
    }

    @Test
    void ofVeryManyAPartIsPacked() {
        assertThat(of(VDO, 2030, 4_000_000_000L).blockCount()).isEqualTo(2_000_000_000L);
        assertThat(of(VDO, 100, 14L << 32).blockCount()).isBetween(1L << 32, (long) ((1L << 32) * 1.0001));
        PackedBlocks few = new PackedBlocks(VDO);
        PackedBlocks many = new PackedBlocks(VDO);
        for (int bytes = 200; bytes < 4000; bytes += 7) {
            few.add(bytes, 1000);
            many.add(bytes, 100_000);
        }
        assertThat(many.blockCount() / (100.0 * few.blockCount())).isBetween(0.999, 1.001);
    }

    @Property(tries = 300)
    void noBlockHoldsMoreThanItCan(
            @ForAll @Size(max = 300) List<@IntRange(min = 1, max = 4059) Integer> sizes,
            @ForAll @IntRange(min = 1, max = 14) int maxFragments,
            @ForAll @IntRange(min = 1, max = 20) int openBlocks) {
        PackedBlocks blocks = new PackedBlocks(new Packing(4096, 4060, 4059, maxFragments, openBlocks));
        sizes.forEach(bytes -> blocks.add(bytes, 1));
        long sum = sizes.stream().mapToLong(Integer::longValue).sum();
        assertThat(blocks.blockCount())
                .isGreaterThanOrEqualTo((sum + 4059) / 4060)
                .isGreaterThanOrEqualTo((sizes.size() + maxFragments - 1) / maxFragments)
                .isLessThanOrEqualTo(sizes.size());
    }

    @Property(tries = 100)
    void partsThatAreMergedArePackedAsTheWhole(
            @ForAll @Size(max = 200) List<@IntRange(min = 1, max = 4059) Integer> sizes,
            @ForAll @IntRange(min = 0, max = 200) int cut) {
        PackedBlocks whole = new PackedBlocks(VDO);
        PackedBlocks front = new PackedBlocks(VDO);
        PackedBlocks back = new PackedBlocks(VDO);
        for (int i = 0; i < sizes.size(); i++) {
            whole.add(sizes.get(i), 1);
            (i < cut ? front : back).add(sizes.get(i), 1);
        }
        back.merge(front);
        assertThat(back.blockCount()).isEqualTo(whole.blockCount());
        assertThat(back.fragmentBytes()).isEqualTo(whole.fragmentBytes());
    }

    /** The rule of VDO's packer, written once more: each fragment goes where it leaves least room; the fullest block makes way. */
    private static long model(List<Integer> sizes, int maxFragments, int openBlocks) {
        List<Integer> arriving = new ArrayList<>(sizes);
        Collections.sort(arriving);
        Collections.shuffle(arriving, new Random(PackedBlocks.SEED));
        List<List<Integer>> open = new ArrayList<>();
        for (int i = 0; i < openBlocks; i++) {
            open.add(new ArrayList<>());
        }
        Comparator<List<Integer>> byUse = Comparator.comparing(PackedBlocksTest::sum);
        long written = 0;
        for (int bytes : arriving) {
            List<Integer> chosen = open.stream()
                    .filter(block -> sum(block) + bytes <= 4060)
                    .max(byUse)
                    .orElse(null);
            if (chosen == null) {
                written++;
                chosen = Collections.max(open, byUse);
                if (bytes >= sum(chosen)) {
                    continue;
                }
                chosen.clear();
            }
            chosen.add(bytes);
            if (chosen.size() == maxFragments || sum(chosen) == 4060) {
                written++;
                chosen.clear();
            }
        }
        return written + open.stream().filter(block -> !block.isEmpty()).count();
    }

    private static int sum(List<Integer> block) {
        return block.stream().mapToInt(Integer::intValue).sum();
    }

    @Property(tries = 500)
    void blocksAreThoseOfTheRule(
            @ForAll @Size(max = 200) List<@IntRange(min = 1, max = 58) Integer> seventieths,
            @ForAll @IntRange(min = 1, max = 14) int maxFragments,
            @ForAll @IntRange(min = 1, max = 6) int openBlocks) {
        PackedBlocks blocks = new PackedBlocks(new Packing(4096, 4060, 4059, maxFragments, openBlocks));
        List<Integer> sizes = new ArrayList<>();
        for (int part : seventieths) {
            // Often two of a size, and blocks that are exactly full.
            int bytes = 70 * part - (part == 58 ? 1 : 0);
            blocks.add(bytes, 2);
            sizes.addAll(List.of(bytes, bytes));
        }
        assertThat(blocks.fragmentBytes()).isEqualTo(sum(sizes));
        assertThat(blocks.blockCount()).isEqualTo(model(sizes, maxFragments, openBlocks));
    }
}
