package io.compscan.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.accelerator.AcceleratorException;
import io.compscan.core.accelerator.SlabQueue;
import io.compscan.core.chunk.ChunkList;
import io.compscan.testing.Needs;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Digests of a device against the JDK's. */
@Needs(also = Pocl.class)
class DeviceQueueTest {

    private static final int CAPACITY_BYTES = 1 << 20;

    private static @Nullable SlabQueue opened;

    /** One for all: jqwik and JUnit have no lifecycle in common. It goes with the JVM. */
    private static SlabQueue queue() throws AcceleratorException {
        if (opened == null) {
            opened = Pocl.accelerator().openQueue(CAPACITY_BYTES, List.of());
        }
        return opened;
    }

    @Property(tries = 300)
    void digestsAreTheJdks(@ForAll("lengths") List<Integer> lengths, @ForAll boolean isSparse, @ForAll long seed)
            throws Exception {
        Random random = new Random(seed);
        byte[] data = new byte[CAPACITY_BYTES];
        if (isSparse) {
            // Chunks of zeros, and chunks with a single byte that is none, at any place.
            for (int i = 0; i < CAPACITY_BYTES; i += 1 + random.nextInt(10_000)) {
                data[i] = (byte) random.nextInt();
            }
        } else {
            random.nextBytes(data);
        }
        ChunkList chunks = new ChunkList();
        lengths.forEach(length -> chunks.add(random.nextInt(CAPACITY_BYTES - length + 1), length));
        assertDigests(data, chunks);
    }

    /** At each alignment, with and without a last bit that is set. */
    @Property(tries = 8)
    void everyLengthUpToFiveBlocks(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        byte[] data = new byte[CAPACITY_BYTES];
        random.nextBytes(data);
        ChunkList chunks = new ChunkList();
        IntStream.rangeClosed(0, 320).forEach(length -> {
            for (int alignment = 0; alignment < 4; alignment++) {
                chunks.add(4 * random.nextInt(1000) + alignment, length);
            }
        });
        assertDigests(data, chunks);
    }

    @Test
    void theLongestForTheDeviceAndTheShortestForTheProcessor() throws Exception {
        byte[] data = new byte[CAPACITY_BYTES];
        new Random(4).nextBytes(data);
        Arrays.fill(data, 600_000, CAPACITY_BYTES, (byte) 0);
        ChunkList chunks = new ChunkList();
        int limit = ChunkDigests.MAX_DEVICE_CHUNK_BYTES;
        for (int length : new int[] {limit - 1, limit, limit + 1, limit + 13}) {
            chunks.add(3, length);
            chunks.add(600_001, length);
        }
        data[600_001 + limit + 12] = 1;
        assertDigests(data, chunks);
    }

    /** More chunks than go to the device at a time. */
    @Test
    void moreThanABatch() throws Exception {
        byte[] data = new byte[CAPACITY_BYTES];
        new Random(5).nextBytes(data);
        ChunkList chunks = new ChunkList();
        for (int i = 0; i < 70_000; i++) {
            chunks.add(i, 1 + i % 20);
        }
        assertDigests(data, chunks);
    }

    private static void assertDigests(byte[] data, ChunkList chunks) throws Exception {
        SlabQueue queue = queue();
        queue.slab().put(0, data);
        queue.upload(0, data.length);
        byte[] digests = new byte[20 * chunks.size()];
        byte[] zeros = new byte[chunks.size()];
        Arrays.fill(zeros, (byte) 7);
        queue.digest(chunks, digests, zeros);
        MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
        for (int i = 0; i < chunks.size(); i++) {
            int from = chunks.offset(i);
            int to = from + chunks.length(i);
            sha1.update(data, from, to - from);
            assertThat(Arrays.copyOfRange(digests, 20 * i, 20 * i + 20))
                    .as("chunk %s at %s of %s bytes", i, from, to - from)
                    .isEqualTo(sha1.digest());
            boolean isZero = IntStream.range(from, to).allMatch(at -> data[at] == 0);
            assertThat(zeros[i]).isEqualTo((byte) (isZero ? 1 : 0));
        }
    }

    @Test
    void searchesBeginAtMultiples() {
        assertThatThrownBy(() -> queue().search(32, 100)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void queuesOfOneDeviceWorkAtOnce() throws Exception {
        byte[] data = new byte[CAPACITY_BYTES];
        new Random(6).nextBytes(data);
        ChunkList chunks = new ChunkList();
        for (int i = 0; i < 256; i++) {
            chunks.add(4096 * i, 4096);
        }
        byte[] expected = new byte[20 * 256];
        SlabQueue queue = queue();
        queue.slab().put(0, data);
        queue.upload(0, data.length);
        queue.digest(chunks, expected, new byte[256]);
        List<Thread> threads = new ArrayList<>();
        List<byte[]> found = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            byte[] digests = new byte[20 * 256];
            found.add(digests);
            Thread thread = new Thread(() -> {
                try (SlabQueue own = Pocl.accelerator().openQueue(CAPACITY_BYTES, List.of())) {
                    own.slab().put(0, data);
                    own.upload(0, data.length);
                    own.digest(chunks, digests, new byte[256]);
                } catch (AcceleratorException e) {
                    throw new AssertionError(e);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(found).allSatisfy(digests -> assertThat(digests).isEqualTo(expected));
    }

    @Provide
    static Arbitrary<List<Integer>> lengths() {
        Arbitrary<Integer> length = Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.of(0, 1, 55, 56, 63, 64, 65, 119, 120, 127, 128)),
                Tuple.of(2, Arbitraries.of(512, 4096)),
                Tuple.of(2, Arbitraries.integers().between(0, 20_000)),
                Tuple.of(1, Arbitraries.integers().between(200_000, 300_000)));
        return length.list().ofMaxSize(200);
    }
}
