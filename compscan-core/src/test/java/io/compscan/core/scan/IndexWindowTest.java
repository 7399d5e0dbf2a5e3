package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.profile.Allocation;
import io.compscan.core.profile.Costs;
import io.compscan.core.profile.Profile;
import io.compscan.core.profile.Profiles;
import io.compscan.result.Cover;
import io.compscan.result.ProfileResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** What an index that forgets may cost, against a plain index that remembers the chunks written last. */
class IndexWindowTest {

    private static final int CHUNK_BYTES = 512;

    private static Profile profile(long window) {
        return new Profile(
                "forgetful",
                "A system",
                "https://example.org",
                List.of(),
                List.of(),
                Map.of(),
                new FixedChunker(CHUNK_BYTES),
                List.of(),
                CompressorSpec.parse("none"),
                window,
                Allocation.EXACT,
                Costs.NONE,
                Costs.NONE,
                null,
                null);
    }

    /** Numbers of distinct chunks in the order in which they are written. Now and then the same part comes again. */
    private static int[] order(Random random, int writes) {
        int[] order = new int[writes];
        int distinct = 1 + random.nextInt(writes);
        for (int i = 0; i < writes; i++) {
            int back = 1 + random.nextInt(writes);
            order[i] = i >= back && random.nextInt(3) > 0 ? order[i - back] : random.nextInt(distinct);
        }
        return order;
    }

    private static ProfileResult predicted(int[] order, long window) throws Exception {
        byte[] content = new byte[order.length * CHUNK_BYTES];
        for (int i = 0; i < order.length; i++) {
            byte[] chunk = new byte[CHUNK_BYTES];
            new Random(order[i]).nextBytes(chunk);
            System.arraycopy(chunk, 0, content, i * CHUNK_BYTES, CHUNK_BYTES);
        }
        return Scans.scan(
                        new MemorySource().add("all", content),
                        Scans.options(List.of(CHUNK_BYTES), List.of())
                                .withCompressSample(CompressSample.OFF)
                                .withProfiles(List.of(profile(window))))
                .profiles()
                .get(0);
    }

    /**
     * The chunks that an index stores. It is a log in which each write takes a place, of a new chunk or of one that moves to the end. With
     * chapters a chunk goes when all of its chapter does.
     *
     * @param rewrites whether a duplicate in the open chapter takes a place, too
     */
    private static long stored(int[] order, long chapters, int perChapter, boolean rewrites) {
        Map<Integer, Long> chapterOf = new HashMap<>();
        long places = 0;
        long stored = 0;
        for (int chunk : order) {
            long open = places / perChapter;
            Long last = chapterOf.get(chunk);
            boolean isKnown = last != null && last > open - chapters;
            stored += isKnown ? 0 : 1;
            if (!isKnown || last != open || rewrites) {
                places++;
                chapterOf.put(chunk, open);
            }
        }
        return stored;
    }

    @Property(tries = 200)
    void theIntervalHoldsWhatAnIndexOfChaptersStores(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 400) int writes,
            @ForAll @IntRange(min = 2, max = 12) int chapters,
            @ForAll @IntRange(min = 1, max = 20) int perChapter)
            throws Exception {
        int[] order = order(new Random(seed), writes);
        // One chapter is open, so this many writes are surely remembered.
        long window = (chapters - 1L) * perChapter;
        ProfileResult result = predicted(order, window);
        for (boolean rewrites : new boolean[] {false, true}) {
            long bytes = CHUNK_BYTES * stored(order, chapters, perChapter, rewrites);
            assertThat(bytes).isBetween(result.allocatedBytes(), result.allocatedBytesHigh());
        }
        assertThat(result.allocatedBytesLow()).isEqualTo(result.allocatedBytes());
        if (writes <= window) {
            assertThat(result).isEqualTo(predicted(order, 0));
        }
        Long copiesHigh = result.copiesBytesHigh();
        assertThat(result.intervalCovers())
                .isEqualTo(result.allocatedBytesHigh() > result.allocatedBytes() ? List.of(Cover.WINDOW) : List.of());
        assertThat(copiesHigh == null ? 0 : copiesHigh)
                .isEqualTo(result.allocatedBytesHigh() - result.allocatedBytes());
    }

    /** The same 100 chunks three times, with a window of 60: each is missed twice at most. */
    @Test
    void workedOutByHand() throws Exception {
        int[] order = new int[300];
        for (int i = 0; i < order.length; i++) {
            order[i] = i % 100;
        }
        ProfileResult result = predicted(order, 60);
        assertThat(result.allocatedBytes()).isEqualTo(100 * CHUNK_BYTES);
        // 200 duplicates, and 299 / 60 = 4 windows: all of them may be missed. Here the index really misses them all.
        assertThat(result.allocatedBytesHigh()).isEqualTo(300 * CHUNK_BYTES);
        assertThat(stored(order, 61, 1, true)).isEqualTo(300);
        // With a window of 200, a hundred writes lie behind it.
        assertThat(predicted(order, 200).allocatedBytesHigh()).isEqualTo(200 * CHUNK_BYTES);
        assertThat(predicted(order, 300).allocatedBytesHigh()).isEqualTo(100 * CHUNK_BYTES);
    }

    @Test
    void vdoRemembersTheLast256GigabytesAlone() {
        assertThat(Profiles.named("vdo").window()).isEqualTo(1023L * 64 * 1024);
        assertThat(Profiles.all().stream().filter(one -> one.window() > 0).map(Profile::name))
                .containsExactly("vdo");
    }
}
