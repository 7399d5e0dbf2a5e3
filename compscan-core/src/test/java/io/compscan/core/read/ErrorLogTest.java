package io.compscan.core.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.compscan.core.result.ErrorList;
import io.compscan.core.result.ReadError;
import io.compscan.testing.Slow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The log against a list that is sorted. */
class ErrorLogTest {

    private static final ReadError.Kind[] KINDS = ReadError.Kind.values();

    /** The third takes several rounds of merging, the last ends with nothing in memory. */
    @ParameterizedTest
    @CsvSource({"0, 10", "9, 10", "5000, 20", "5000, 10000", "4000, 2000"})
    @Slow
    void keepsEveryErrorInOrder(int count, int heldInMemory) {
        Random random = new Random(count);
        ErrorLog log = new ErrorLog(heldInMemory);
        List<ReadError> expected = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ReadError error = new ReadError(
                    "dir\u00e4ctory/" + random.nextInt(count) + "/" + "x".repeat(random.nextInt(70)) + "\ud83d\ude00",
                    KINDS[random.nextInt(KINDS.length)],
                    random.nextLong() >>> 1,
                    random.nextBoolean() ? "" : "reason " + i);
            log.add(error);
            expected.add(error);
        }
        assertThat(log.size()).isEqualTo(count);
        expected.sort(Comparator.comparing(ReadError::path)
                .thenComparing(ReadError::kind)
                .thenComparing(ReadError::unreadBytes));
        List<ReadError> sorted = log.sorted();
        assertThat(sorted)
                .isSortedAccordingTo(Comparator.comparing(ReadError::path).thenComparing(ReadError::kind));
        assertThat(sorted instanceof ErrorList).isEqualTo(count >= heldInMemory);
        List<ReadError> copy = new ArrayList<>(sorted);
        copy.sort(Comparator.comparing(ReadError::path)
                .thenComparing(ReadError::kind)
                .thenComparing(ReadError::unreadBytes));
        assertThat(copy).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"3000, 100"})
    void theListInAFileIsOneLikeAnyOther(int count, int heldInMemory) {
        ErrorLog log = new ErrorLog(heldInMemory);
        for (int i = 0; i < count; i++) {
            log.add(new ReadError(String.format("%09d", i), ReadError.Kind.VANISHED, i, "no longer there"));
        }
        List<ReadError> list = log.sorted();
        assertThat(list).hasSize(count);
        for (int i : new int[] {0, 1, 1023, 1024, 1025, 2999}) {
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
    @ParameterizedTest
    @CsvSource({"100, 10"})
    void anInterruptLosesNothing(int count, int heldInMemory) {
        ErrorLog log = new ErrorLog(heldInMemory);
        Thread.currentThread().interrupt();
        try {
            for (int i = 0; i < count; i++) {
                log.add(new ReadError("path " + i, ReadError.Kind.VANISHED, i, "no longer there"));
            }
            assertThat(new ArrayList<>(log.sorted())).hasSize(count);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
