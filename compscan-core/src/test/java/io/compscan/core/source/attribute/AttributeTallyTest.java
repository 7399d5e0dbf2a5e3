package io.compscan.core.source.attribute;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.source.FileAttribute;
import io.compscan.result.Totals;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sums worked out by hand; what is packed is written down, and takes its length. */
class AttributeTallyTest {

    private final List<byte[]> packed = new ArrayList<>();
    private final AttributeTally tally = new AttributeTally((bytes, offset, length) -> {
        packed.add(Arrays.copyOfRange(bytes, offset, offset + length));
        return length;
    });

    private static FileAttribute attribute(String name, String value) {
        return new FileAttribute(name.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.ISO_8859_1));
    }

    private List<String> texts() {
        return packed.stream()
                .map(bytes -> new String(bytes, StandardCharsets.ISO_8859_1))
                .toList();
    }

    private Totals.Attributes totals() {
        Totals.Attributes totals = tally.totals();
        assertThat(totals).isNotNull();
        return totals;
    }

    /** Memory is bounded: what comes late counts as new, what came early is known. */
    @Test
    void manyDistinctOnesTakeNoMoreMemory() {
        AttributeTally many = new AttributeTally((bytes, offset, length) -> length);
        FileAttribute label = attribute("security.selinux", "etc_t\0");
        many.add(List.of(label), false);
        int files = (1 << 20) + 1000;
        for (int i = 0; i < files; i++) {
            many.add(List.of(label, attribute("user.id", Integer.toHexString(i))), false);
        }
        FileAttribute late = attribute("user.id", "late");
        many.add(List.of(late), false);
        many.add(List.of(late), false);

        Totals.Attributes totals = many.totals();
        assertThat(totals).isNotNull();
        assertThat(totals.setCount()).isEqualTo(1L + files + 2);
        assertThat(totals.packedCount()).isEqualTo(1L + files + 2);
    }

    @Test
    void noneAreNoTotals() {
        tally.add(List.of(), false);
        tally.endDirectory();
        assertThat(tally.totals()).isNull();
        assertThat(packed).isEmpty();
    }

    /** Two directories, of which the first has a label twice, and the second once more. */
    @Test
    void repeatedOnesCountOnceInADirectoryAndOnceInAll() {
        FileAttribute label = attribute("security.selinux", "etc_t\0");
        FileAttribute origin = attribute("user.o", "here");
        tally.add(List.of(label), false);
        tally.add(List.of(origin, label), false);
        tally.endDirectory();
        tally.add(List.of(label), false);
        tally.endDirectory();

        assertThat(totals())
                .isEqualTo(new Totals.Attributes(
                        3, 4, 3 * 22 + 10, 3, 2 * 23 + 11, 22 + 10, 2, 2 * (2 + 2 + 7 + 4 + 6) + (2 + 2 + 1 + 4 + 4)));
        assertThat(texts())
                .containsExactly(
                        "security.selinux\0etc_t\0user.o\0here",
                        "security.selinux\0etc_t\0",
                        "\0\0\7\0selinux\6\0\0\0etc_t\0\0\0\7\0selinux\6\0\0\0etc_t\0\0\0\1\0o\4\0\0\0here");
    }

    @Test
    void theOrderInASetDoesNotMatter() {
        FileAttribute one = attribute("user.a", "1");
        FileAttribute other = attribute("user.b", "2");
        tally.add(List.of(one, other), false);
        tally.add(List.of(other, one), false);
        tally.add(List.of(one), false);
        assertThat(totals().setCount()).isEqualTo(2);
    }

    /** A name is not taken for the beginning of a value. */
    @Test
    void nameAndValueAreKeptApart() {
        tally.add(List.of(attribute("user.a", "bc")), false);
        tally.add(List.of(attribute("user.ab", "c")), false);
        assertThat(totals().distinctBytes()).isEqualTo(16);
        assertThat(totals().packedCount()).isEqualTo(2);
    }

    @Test
    void linksAreInImagesAlone() {
        tally.add(List.of(attribute("security.selinux", "l\0")), true);
        assertThat(totals()).isEqualTo(new Totals.Attributes(1, 1, 18, 0, 0, 18, 1, 2 + 2 + 7 + 4 + 2));
    }

    @Test
    void accessListsAreNotInSets() {
        tally.add(List.of(attribute("system.posix_acl_access", "rights")), false);
        assertThat(totals()).isEqualTo(new Totals.Attributes(1, 1, 29, 1, 30, 29, 0, 0));
        tally.add(List.of(attribute("system.posix_acl_access", "others"), attribute("user.a", "")), false);
        assertThat(totals().setCount()).isEqualTo(1);
    }

    /** Blocks of 8 KiB run across sets, and a block that does not shrink is kept as it is. */
    @Test
    void theTableOfSetsIsPackedInBlocks() {
        Random random = new Random(7);
        long expected = 0;
        for (int i = 0; i < 100; i++) {
            byte[] value = new byte[random.nextInt(3000)];
            random.nextBytes(value);
            tally.add(List.of(new FileAttribute("user.x".getBytes(StandardCharsets.UTF_8), value)), true);
            expected += 2 + 2 + 1 + 4 + value.length;
        }
        assertThat(totals().packedSetBytes()).isEqualTo(expected);
        assertThat(packed.subList(0, packed.size() - 1))
                .hasSize((int) (expected / 8192))
                .allSatisfy(block -> assertThat(block).hasSize(8192));

        AttributeTally growing = new AttributeTally((bytes, offset, length) -> 2 * length);
        growing.add(List.of(attribute("user.x", "y")), true);
        Totals.Attributes totals = growing.totals();
        assertThat(totals).isNotNull();
        assertThat(totals.packedSetBytes()).isEqualTo(2 + 2 + 1 + 4 + 1);
    }

    /** Directories of any size take little memory. */
    @Test
    void aLargeDirectoryIsPackedInPieces() {
        for (int i = 0; i < 5000; i++) {
            tally.add(List.of(attribute("user.number", "the value of number %6d".formatted(i))), false);
        }
        tally.endDirectory();
        assertThat(packed).hasSizeGreaterThan(2);
        assertThat(totals().packedCount()).isEqualTo(5000);
        assertThat(totals().packedBytes()).isEqualTo(5000 * (11 + 1 + 26));
    }
}
