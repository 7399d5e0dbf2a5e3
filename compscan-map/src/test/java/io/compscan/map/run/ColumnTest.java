package io.compscan.map.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.Test;

/** A column gives the numbers that were written, none above its maximum, and refuses bytes that no writer makes. */
final class ColumnTest {

    private static final int AT = 5;
    /** Offsets in the head of a column. */
    private static final int BITS = 8;

    private static final int PATCH_BITS = 9;
    private static final int PATCHES = 10;

    /** The bytes of a column, from {@link #AT} on. */
    private static final class Written {
        private final byte[] bytes;
        private final int end;
        private final int n;

        Written(long... values) {
            n = values.length;
            bytes = new byte[AT + 12 + 32 * n + 16];
            end = Column.write(values.clone(), n, bytes, AT);
        }

        /** What is read of it. */
        long[] read(long max) {
            long[] values = new long[n];
            return Column.read(bytes, AT, end, n, max, values) == end ? values : new long[0];
        }

        boolean isRefused(ObjIntConsumer<byte[]> change) {
            byte[] changed = bytes.clone();
            change.accept(changed, AT);
            return Column.read(changed, AT, end, n, Long.MAX_VALUE, new long[n]) == -1;
        }
    }

    private static long most(long[] values) {
        return Arrays.stream(values).max().orElseThrow();
    }

    private static void assertSound(long... values) {
        Written written = new Written(values);
        long most = most(values);
        assertThat(written.read(Long.MAX_VALUE)).isEqualTo(values);
        assertThat(written.read(most)).isEqualTo(values);
        if (most > 0) {
            assertThat(written.read(most - 1))
                    .as("a maximum of %s less one", most)
                    .isEmpty();
        }
        for (int less = 1; less <= 12; less++) {
            int end = written.end - less;
            assertThat(Column.read(written.bytes, AT, end, values.length, Long.MAX_VALUE, new long[values.length]))
                    .as("%s bytes less", less)
                    .isEqualTo(-1);
        }
    }

    @Test
    void numbersOfEveryWidth() {
        assertSound(0);
        assertSound(7, 7, 7);
        assertSound(Long.MAX_VALUE);
        assertSound(Long.MAX_VALUE, Long.MAX_VALUE - 1);
        assertSound(0, Long.MAX_VALUE);
        for (int bits = 1; bits < Long.SIZE; bits++) {
            long wide = (1L << bits) - 1;
            assertSound(0, wide, wide >>> 1, wide - 1);
            assertSound(wide / 3, wide);
        }
    }

    @Test
    void numbersWithPatches() {
        Random random = new Random(5);
        for (int wideBits = 8; wideBits < Long.SIZE; wideBits++) {
            long[] values = new long[300];
            Arrays.setAll(values, i -> random.nextInt(16));
            values[0] = 0;
            values[17] = (1L << wideBits) - 1;
            values[299] = 1L << (wideBits - 1);
            assertSound(values);
        }
    }

    @Test
    void mostNumbersDecideTheWidth() {
        long[] values = new long[100];
        Arrays.fill(values, 3);
        values[50] = 1L << 40;
        // 3 is the minimum: all are packed in no bits, and one patch of 40 bits lies behind.
        assertThat(new Written(values).end - AT).isEqualTo(12 + 2 + 5);
    }

    @Test
    void bytesThatAreNoColumn() {
        long[] values = new long[100];
        values[20] = 1 << 20;
        values[30] = 3 << 20;
        Written written = new Written(values);
        int positions = written.end - AT - 2 * 2 - PackedBytes.packedBytes(2, 22);
        assertThat(written.bytes[AT + BITS]).isZero();
        assertThat(written.bytes[AT + PATCH_BITS]).isEqualTo((byte) 22);
        assertThat(PackedBytes.unsignedShort(written.bytes, AT + PATCHES)).isEqualTo(2);
        assertThat(PackedBytes.unsignedShort(written.bytes, AT + positions)).isEqualTo(20);
        for (ObjIntConsumer<byte[]> change : List.<ObjIntConsumer<byte[]>>of(
                (bytes, at) -> PackedBytes.putLong(bytes, at, -1),
                (bytes, at) -> bytes[at + BITS] = -1,
                (bytes, at) -> bytes[at + BITS] = 57,
                (bytes, at) -> bytes[at + PATCH_BITS] = -1,
                (bytes, at) -> bytes[at + PATCH_BITS] = 57,
                (bytes, at) -> PackedBytes.putShort(bytes, at + PATCHES, 101),
                // Positions that do not ascend, and one behind the end.
                (bytes, at) -> PackedBytes.putShort(bytes, at + positions, 30),
                (bytes, at) -> PackedBytes.putShort(bytes, at + positions, 31),
                (bytes, at) -> PackedBytes.putShort(bytes, at + positions + 2, 100),
                // A sum beyond 2^63.
                (bytes, at) -> PackedBytes.putLong(bytes, at, Long.MAX_VALUE))) {
            assertThat(written.isRefused(change)).isTrue();
        }
        assertThat(written.isRefused((bytes, at) -> PackedBytes.putShort(bytes, at + positions + 2, 99)))
                .isFalse();
    }

    /** Packed and patch bits together must not reach the sign. */
    @Test
    void patchesThatAreTooWide() {
        long[] values = new long[1000];
        Random random = new Random(6);
        Arrays.setAll(values, i -> random.nextInt(1 << 20));
        values[3] = 1L << 40;
        Written written = new Written(values);
        int bits = written.bytes[AT + BITS];
        assertThat(bits).isBetween(18, 21);
        assertThat(written.isRefused((bytes, at) -> bytes[at + PATCH_BITS] = (byte) (Long.SIZE - bits)))
                .isTrue();
    }
}
