package io.compscan.core.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.compscan.result.ReadError;
import io.compscan.result.StoredList;
import io.compscan.testing.Slow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The spool against a list that is sorted. */
class SpoolTest {

    private static final ReadError.Kind[] KINDS = ReadError.Kind.values();

    private static final Comparator<ReadError> ORDER =
            Comparator.comparing(ReadError::path).thenComparing(ReadError::kind);

    private static final Comparator<ReadError> TOTAL_ORDER = ORDER.thenComparing(ReadError::knownUnreadBytes);

    private static Spool<ReadError> spool(int heldInMemory) {
        return new Spool<>(ReadError.class, ORDER, heldInMemory);
    }

    private static ReadError numbered(int i) {
        return new ReadError(String.format("%09d", i), ReadError.Kind.VANISHED, i, "no longer there");
    }

    /** The third merges runs of two levels, the last ends with nothing in memory. */
    @ParameterizedTest
    @CsvSource({"0, 10", "9, 10", "5000, 15", "5000, 10000", "4000, 2000"})
    @Slow
    void keepsEveryRowInOrder(int count, int heldInMemory) {
        Random random = new Random(count);
        Spool<ReadError> spool = spool(heldInMemory);
        List<ReadError> expected = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ReadError row = new ReadError(
                    "dir\u00e4ctory/" + random.nextInt(count) + "/" + "x".repeat(random.nextInt(70)) + "\ud83d\ude00",
                    KINDS[random.nextInt(KINDS.length)],
                    random.nextLong() >>> 1,
                    random.nextBoolean() ? "" : "reason " + i);
            spool.add(row);
            expected.add(row);
        }
        assertThat(spool.size()).isEqualTo(count);
        List<ReadError> sorted = spool.sorted();
        assertThat(sorted).isSortedAccordingTo(ORDER);
        assertThat(sorted instanceof StoredList).isEqualTo(count >= heldInMemory);
        expected.sort(TOTAL_ORDER);
        List<ReadError> copy = new ArrayList<>(sorted);
        copy.sort(TOTAL_ORDER);
        assertThat(copy).isEqualTo(expected);
    }

    @Test
    void theListInAFileIsOneLikeAnyOther() {
        int count = 3000;
        Spool<ReadError> spool = spool(100);
        IntStream.range(0, count).mapToObj(SpoolTest::numbered).forEach(spool::add);
        List<ReadError> list = spool.sorted();
        assertThat(list).hasSize(count);
        for (int i : new int[] {0, 1, SpoolFile.BLOCK_ROWS - 1, SpoolFile.BLOCK_ROWS, SpoolFile.BLOCK_ROWS + 1, 2999}) {
            assertThat(list.get(i).unreadBytes()).isEqualTo(i);
        }
        assertThat(list).isEqualTo(new ArrayList<>(list));
        assertThat(list.stream().limit(2).map(ReadError::path)).containsExactly("000000000", "000000001");
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> list.get(count));
        assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(() -> {
            var iterator = list.iterator();
            while (true) {
                iterator.next();
            }
        });
    }

    /** The file may not be closed by it, as a channel would. */
    @Test
    void anInterruptLosesNothing() {
        Spool<ReadError> spool = spool(10);
        Thread.currentThread().interrupt();
        try {
            IntStream.range(0, 100).mapToObj(SpoolTest::numbered).forEach(spool::add);
            assertThat(new ArrayList<>(spool.sorted())).hasSize(100);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    enum Colour {
        RED,
        GREEN
    }

    record Inner(int number, @Nullable Double ratio) {}

    record Row(
            String text,
            long number,
            boolean flag,
            double ratio,
            @Nullable Long perhaps,
            @Nullable Integer small,
            @Nullable Boolean maybe,
            @Nullable Colour colour,
            @Nullable Inner inner,
            List<Inner> many,
            @Nullable List<String> texts) {}

    /** Every kind of component, with and without a value. */
    @Property(tries = 200)
    void aRowComesBackAsItWas(@ForAll long seed, @ForAll @IntRange(max = 200) int count) {
        Random random = new Random(seed);
        List<Row> rows = new ArrayList<>();
        Spool<Row> spool = new Spool<>(Row.class, Comparator.comparing(Row::number), 16);
        for (int i = 0; i < count; i++) {
            Inner inner = new Inner(random.nextInt(), random.nextBoolean() ? random.nextDouble() : null);
            Row row = new Row(
                    "\u00e4".repeat(random.nextInt(9)),
                    i,
                    random.nextBoolean(),
                    random.nextBoolean() ? Double.NaN : random.nextGaussian(),
                    random.nextBoolean() ? random.nextLong() : null,
                    random.nextBoolean() ? random.nextInt() : null,
                    random.nextBoolean() ? random.nextBoolean() : null,
                    random.nextBoolean() ? Colour.GREEN : random.nextBoolean() ? Colour.RED : null,
                    random.nextBoolean() ? inner : null,
                    random.nextBoolean() ? List.of(inner, inner) : List.of(),
                    random.nextBoolean() ? List.of("", "a") : null);
            rows.add(row);
            spool.add(row);
        }
        assertThat(spool.sorted()).isEqualTo(rows);
    }

    record Unknown(Object anything) {}

    @Test
    void aTypeWithoutFormatIsRefusedAtOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Spool<>(Unknown.class, Comparator.comparing(Unknown::toString), 1))
                .withMessageContaining("java.lang.Object");
    }
}
