package io.compscan.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.result.Ledger;
import io.compscan.result.Ledger.Charge;
import io.compscan.result.Ledger.Directory;
import io.compscan.result.Ledger.DirectoryOverlap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LedgerCutTest {

    private static Charge charge(String name, long bytes) {
        return new Charge(name, bytes / 10, bytes, bytes / 2, 1, bytes / 4, 1);
    }

    private static Ledger ledger(List<Directory> directories, List<Integer> compared, List<Charge> machines) {
        List<List<Long>> matrix = Collections.nCopies(compared.size(), Collections.nCopies(compared.size(), 5L));
        return new Ledger(
                "fixed:4096",
                "lz4",
                3,
                100,
                5,
                directories,
                List.of(),
                machines,
                new DirectoryOverlap(compared, matrix, matrix));
    }

    @Test
    void whatIsLeftOutIsAddedUpWhereItLies() {
        Ledger ledger = ledger(
                List.of(
                        new Directory(-1, charge("root", 1000)),
                        new Directory(0, charge("large", 600)),
                        new Directory(1, charge("small", 40)),
                        new Directory(2, charge("within small", 30)),
                        new Directory(1, charge("tiny", 10)),
                        new Directory(-1, charge("other root", 20))),
                List.of(1),
                List.of(charge("b", 10), charge("a", 10), charge("c", 90)));
        LedgerCut cut = LedgerCut.cut(ledger, 2, 2);
        assertThat(cut.ledger().directories())
                .containsExactly(new Directory(-1, charge("root", 1000)), new Directory(0, charge("large", 600)));
        assertThat(cut.smaller())
                .containsExactly(
                        new LedgerCut.Smaller(-1, 1, new Charge("", 2, 20, 10, 1, 5, 1)),
                        new LedgerCut.Smaller(1, 3, new Charge("", 5, 50, 25, 2, 12, 2)));
        assertThat(cut.ledger().machines()).extracting(Charge::name).containsExactly("c", "a");
        assertThat(cut.leftMachines()).isEqualTo(1);
    }

    @Property(tries = 200)
    void noByteIsLostAndNoneCountedTwice(@ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int kept) {
        Random random = new Random(seed);
        List<Directory> directories = new ArrayList<>();
        int count = random.nextInt(1, 120);
        for (int i = 0; i < count; i++) {
            int parent = random.nextInt(-1, i);
            long most =
                    parent < 0 ? 1_000_000 : directories.get(parent).charge().scannedBytes();
            directories.add(new Directory(parent, charge("d" + i, random.nextLong(most + 1))));
        }
        List<Integer> compared = IntStream.range(0, count)
                .filter(i -> random.nextInt(9) == 0)
                .limit(32)
                .boxed()
                .toList();
        LedgerCut cut = LedgerCut.cut(ledger(directories, compared, List.of()), kept, 10);
        List<Directory> left = cut.ledger().directories();

        assertThat(left).hasSizeGreaterThanOrEqualTo(Math.min(kept, count));
        assertThat(left.size()
                        + cut.smaller().stream()
                                .mapToInt(LedgerCut.Smaller::directoryCount)
                                .sum())
                .isEqualTo(count);
        assertThat(children(cut, -1, Charge::scannedBytes)).isEqualTo(childrenOf(directories, -1));
        for (int number = 0; number < left.size(); number++) {
            int before = number(directories, left.get(number).charge().name());
            assertThat(children(cut, number, Charge::scannedBytes)).isEqualTo(childrenOf(directories, before));
        }
        assertThat(cut.ledger().overlap().directories())
                .extracting(number -> left.get(number).charge().name())
                .containsExactlyElementsOf(
                        compared.stream().map(number -> "d" + number).toList());
    }

    private static int number(List<Directory> directories, String name) {
        return IntStream.range(0, directories.size())
                .filter(i -> directories.get(i).charge().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static long childrenOf(List<Directory> directories, int parent) {
        return directories.stream()
                .filter(directory -> directory.parent() == parent)
                .mapToLong(directory -> directory.charge().scannedBytes())
                .sum();
    }

    private static long children(LedgerCut cut, int parent, ToLongFunction<Charge> figure) {
        return cut.ledger().directories().stream()
                        .filter(directory -> directory.parent() == parent)
                        .mapToLong(directory -> figure.applyAsLong(directory.charge()))
                        .sum()
                + cut.smaller().stream()
                        .filter(smaller -> smaller.parent() == parent)
                        .mapToLong(smaller -> figure.applyAsLong(smaller.charge()))
                        .sum();
    }
}
