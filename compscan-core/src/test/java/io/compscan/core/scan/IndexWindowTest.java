package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.index.SampleLevels;
import io.compscan.core.index.sketch.SketchIndex;
import io.compscan.core.profile.Allocation;
import io.compscan.core.profile.ChapterIndex;
import io.compscan.core.profile.Costs;
import io.compscan.core.profile.Profile;
import io.compscan.core.profile.Profiles;
import io.compscan.core.profile.UdsModel;
import io.compscan.result.Grade;
import io.compscan.result.IndexWindow;
import io.compscan.result.ProfileResult;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What an index that forgets costs in a scan, against the index itself. */
class IndexWindowTest {

    private static final int CHUNK_BYTES = 512;

    private static Profile profile(@Nullable ChapterIndex index) {
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
                index,
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

    private static byte[] chunk(int number) {
        byte[] chunk = new byte[CHUNK_BYTES];
        new Random(number).nextBytes(chunk);
        return chunk;
    }

    private static ProfileResult predicted(int[] order, @Nullable ChapterIndex index, int threads) throws Exception {
        return predicted(order, index, threads, 0);
    }

    /** @param sketchEntries of the scan's own index; 0 for one that holds all chunks */
    private static ProfileResult predicted(int[] order, @Nullable ChapterIndex index, int threads, int sketchEntries)
            throws Exception {
        MemorySource source = new MemorySource();
        // A unit ends somewhere, and the chunks of the next follow.
        for (int from = 0, unit = 0; from < order.length; unit++) {
            int to = Math.min(order.length, from + 1 + (unit * 37) % 90);
            ByteBuffer content = ByteBuffer.allocate((to - from) * CHUNK_BYTES);
            for (int i = from; i < to; i++) {
                content.put(chunk(order[i]));
            }
            source.add("u" + unit, content.array());
            from = to;
        }
        ScanOptions options = Scans.options(List.of(CHUNK_BYTES), List.of())
                .withThreads(threads, threads)
                .withCompressSample(CompressSample.OFF)
                .withProfiles(List.of(profile(index)));
        ScanRequest request = ScanRequest.of(source, options, Scans.plan(source, options));
        ScanRequest asked = sketchEntries == 0
                ? request
                : request.withSketch(SketchIndex.factory(sketchEntries), SketchIndex.mostSized(sketchEntries));
        return ScanRun.open(asked).run().result().profiles().get(0);
    }

    /** The chunks that an index does not find, though they were written before. */
    private static long missed(int[] order, ChapterIndex index) throws Exception {
        UdsModel uds = new UdsModel(index);
        Set<Integer> written = new HashSet<>();
        long missed = 0;
        for (int number : order) {
            byte[] name = MessageDigest.getInstance("SHA-1").digest(chunk(number));
            boolean isFound = uds.post(SampleLevels.key(name, 0, name.length));
            missed += written.add(number) || isFound ? 0 : 1;
        }
        return missed;
    }

    @Property(tries = 150)
    void aScanMissesWhatTheIndexMisses(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 400) int writes,
            @ForAll @IntRange(min = 2, max = 12) int chapters,
            @ForAll @IntRange(min = 1, max = 20) int chapterChunks,
            @ForAll @IntRange(min = 0, max = 10) int sparseChapters,
            @ForAll @IntRange(min = 1, max = 3) int threads)
            throws Exception {
        int[] order = order(new Random(seed), writes);
        ChapterIndex index = new ChapterIndex(chapters, chapterChunks, Math.min(sparseChapters, chapters - 2), 3, 2);
        ProfileResult result = predicted(order, index, threads);
        ProfileResult remembersAll = predicted(order, null, 1);
        long bytes = CHUNK_BYTES * missed(order, index);
        assertThat(result.indexWindow())
                .isEqualTo(new IndexWindow(index.chunks() * CHUNK_BYTES, bytes, bytes, bytes, Grade.MODELLED));
        if (writes <= index.sureChunks()) {
            assertThat(result.withWindow(null)).isEqualTo(remembersAll);
            return;
        }
        assertThat(result.allocatedBytes()).isEqualTo(remembersAll.allocatedBytes() + bytes);
        assertThat(result.copiesBytes()).isEqualTo(bytes);
        assertThat(result.allocatedBytesLow()).isEqualTo(result.allocatedBytesHigh());
        assertThat(result.intervalCovers()).isEmpty();
        assertThat(result.withWindow(null).physicalBytes()).isEqualTo(remembersAll.physicalBytes());
    }

    /** The writes are in a sample of their own, so a sketch knows as well what the index misses. */
    @Property(tries = 60)
    void aSketchMissesTheSame(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 400) int writes,
            @ForAll @IntRange(min = 2, max = 12) int chapters,
            @ForAll @IntRange(min = 1, max = 20) int chapterChunks,
            @ForAll @IntRange(min = 4, max = 300) int sketchEntries)
            throws Exception {
        int[] order = order(new Random(seed), writes);
        ChapterIndex index = new ChapterIndex(chapters, chapterChunks, 0, 3, 2);
        IndexWindow counted = predicted(order, index, 1).indexWindow();
        ProfileResult sketched = predicted(order, index, 2, sketchEntries);
        if (counted == null) {
            assertThat(sketched.indexWindow()).isNull();
            return;
        }
        assertThat(sketched.indexWindow().missedBytes()).isEqualTo(counted.missedBytes());
        assertThat(sketched.indexWindow().missedBytesLow()).isLessThanOrEqualTo(counted.missedBytes());
        assertThat(sketched.indexWindow().missedBytesHigh()).isGreaterThanOrEqualTo(counted.missedBytes());
        if (sketched.allocatedBytesLow() < sketched.allocatedBytesHigh()) {
            assertThat(sketched.intervalCovers()).isNotEmpty();
        }
    }

    /** The same 100 chunks three times, through an index of three chapters of 20. */
    @Test
    void workedOutByHand() throws Exception {
        int[] order = new int[300];
        for (int i = 0; i < order.length; i++) {
            order[i] = i % 100;
        }
        ProfileResult result = predicted(order, new ChapterIndex(3, 20, 0, 32, 7), 2);
        assertThat(result.allocatedBytes()).isEqualTo(300 * CHUNK_BYTES);
        assertThat(result.copiesBytes()).isEqualTo(200 * CHUNK_BYTES);
        assertThat(predicted(order, new ChapterIndex(7, 20, 0, 32, 7), 2).allocatedBytes())
                .isEqualTo(100 * CHUNK_BYTES);
    }

    @Test
    void vdoRemembersTheLast256Gigabytes() {
        Profile vdo = Profiles.named("vdo");
        assertThat(vdo.index()).isEqualTo(new ChapterIndex(1024, 64 << 10, 0, 32, 7));
        assertThat(Profiles.all().stream().filter(one -> one.index() != null).map(Profile::name))
                .containsExactly("vdo");
    }
}
