package io.compscan.map.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.map.MemoryBudget;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Raw memory and what is built on it, on the variant that is meant for the running JDK. */
final class RawMemoryTest {

    private long liveBefore;

    @BeforeEach
    void countLiveBytes() {
        liveBefore = RawMemory.liveBytes();
    }

    @AfterEach
    void nothingIsLeft() {
        assertThat(RawMemory.liveBytes()).isEqualTo(liveBefore);
    }

    @Test
    void isTheVariantForThisJdk() {
        assertThat(RawMemory.variant())
                .isEqualTo(Runtime.version().feature() >= 22 ? "java.lang.foreign" : "sun.misc.Unsafe");
    }

    @Test
    void readsWhatWasWrittenWhateverTheAlignment() {
        long block = RawMemory.allocate(64);
        try {
            for (int at = 0; at < 40; at++) {
                RawMemory.putLong(block + at, 0x0102030405060708L + at);
                assertThat(RawMemory.getLong(block + at)).isEqualTo(0x0102030405060708L + at);
                RawMemory.putInt(block + at, -5 - at);
                assertThat(RawMemory.getInt(block + at)).isEqualTo(-5 - at);
                RawMemory.putByte(block + at, (byte) (200 + at));
                assertThat(RawMemory.getByte(block + at)).isEqualTo((byte) (200 + at));
            }
        } finally {
            RawMemory.free(block, 64);
        }
    }

    @Test
    void bigEndianIsBigEndianOnEveryMachine() {
        long block = RawMemory.allocate(16);
        try {
            for (int i = 0; i < 8; i++) {
                RawMemory.putByte(block + i, (byte) (0xf1 + i));
            }
            assertThat(Bytes.bigEndianLong(block)).isEqualTo(0xf1f2f3f4f5f6f7f8L);
            assertThat(Bytes.bigEndianInt(block + 2)).isEqualTo(0xf3f4f5f6);
            Bytes.putBigEndianInt(block, 0x01020304);
            assertThat(RawMemory.getByte(block)).isEqualTo((byte) 1);
        } finally {
            RawMemory.free(block, 16);
        }
    }

    @Test
    void movesAndCopiesOfEveryShortLength() {
        Random random = new Random(7);
        long block = RawMemory.allocate(1000);
        try {
            byte[] before = new byte[1000];
            for (int bytes = 0; bytes < 300; bytes++) {
                int distance = 8 + random.nextInt(60);
                fill(block, before, random);
                Bytes.moveUp(block + 100, bytes, distance);
                byte[] expected = before.clone();
                System.arraycopy(before, 100, expected, 100 + distance, bytes);
                assertThat(read(block)).as("%d bytes up by %d", bytes, distance).isEqualTo(expected);

                fill(block, before, random);
                Bytes.copy(block + 3, block + 501, bytes);
                expected = before.clone();
                System.arraycopy(before, 3, expected, 501, bytes);
                assertThat(read(block)).as("%d bytes copied", bytes).isEqualTo(expected);
            }
        } finally {
            RawMemory.free(block, 1000);
        }
    }

    @Test
    void accessOutOfBoundsIsCaughtUnderAssertions() {
        long block = RawMemory.allocate(16);
        try {
            assertThatThrownBy(() -> RawMemory.getLong(block + 9)).isInstanceOf(AssertionError.class);
            assertThatThrownBy(() -> RawMemory.putByte(block + 16, (byte) 0)).isInstanceOf(AssertionError.class);
            assertThatThrownBy(() -> RawMemory.getByte(block - 1)).isInstanceOf(AssertionError.class);
            assertThatThrownBy(() -> RawMemory.copy(block, block + 8, 9)).isInstanceOf(AssertionError.class);
        } finally {
            RawMemory.free(block, 16);
        }
        assertThatThrownBy(() -> RawMemory.getByte(block)).isInstanceOf(AssertionError.class);
    }

    @Test
    void aPoolStaysWithinItsBudgetAndReturnsEverything() {
        MemoryBudget budget = new MemoryBudget(160_000);
        try (PagePool pool = new PagePool(4096, budget)) {
            int pages = 0;
            long last = 0;
            for (long page = pool.take(false); page != 0; page = pool.take(false)) {
                last = page;
                pages++;
                assertThat(budget.heldBytes()).isLessThanOrEqualTo(150_000);
            }
            assertThat(pages).isEqualTo(150_000 / 4096);
            assertThat(pool.take(true)).as("a page of the reserve").isNotZero();
            pool.giveBack(last);
            assertThat(pool.take(false)).isEqualTo(last);
            assertThat(pool.pagesInUse()).isEqualTo(pages + 1);
        }
        assertThat(budget.heldBytes()).isZero();
    }

    private static void fill(long block, byte[] bytes, Random random) {
        random.nextBytes(bytes);
        for (int i = 0; i < bytes.length; i++) {
            RawMemory.putByte(block + i, bytes[i]);
        }
    }

    private static byte[] read(long block) {
        byte[] bytes = new byte[1000];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = RawMemory.getByte(block + i);
        }
        return bytes;
    }
}
