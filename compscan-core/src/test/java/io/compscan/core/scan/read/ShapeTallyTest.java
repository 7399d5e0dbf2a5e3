package io.compscan.core.scan.read;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.source.FileAttribute;
import io.compscan.core.source.Unit;
import io.compscan.result.Totals;
import io.compscan.result.Totals.Sizes;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShapeTallyTest {

    private final ShapeTally tally = new ShapeTally();

    @Test
    void filesCountUpToAPowerOfTwo() {
        for (long size : new long[] {0, 0, 1, 2, 3, 4, 5, 131_072, 131_073, Long.MAX_VALUE >> 1}) {
            tally.file(size);
        }
        assertThat(tally.totals(0).files())
                .containsExactly(
                        new Sizes(0, 2, 0),
                        new Sizes(1, 1, 1),
                        new Sizes(2, 1, 2),
                        new Sizes(4, 2, 7),
                        new Sizes(8, 1, 5),
                        new Sizes(131_072, 1, 131_072),
                        new Sizes(262_144, 1, 131_073),
                        new Sizes(1L << 62, 1, Long.MAX_VALUE >> 1));
    }

    /** The size of a stream is known once it has been read; several are taken to be alike. */
    @Test
    void streamsHaveWhatTheOtherFilesLeave() {
        tally.file(5);
        tally.file(Unit.UNKNOWN_SIZE);
        tally.file(Unit.UNKNOWN_SIZE);
        List<Sizes> rows = List.of(new Sizes(8, 1, 5), new Sizes(1024, 2, 2001));
        assertThat(tally.totals(2006).files()).isEqualTo(rows);
        assertThat(tally.totals(2006).files()).isEqualTo(rows);
    }

    /** Names come in pieces; a directory ends where the next begins, or at the end. */
    @Test
    void directoriesCountByTheirEntries() {
        directory();
        directory("a", "bb");
        directory("x".repeat(49));
        directory("x".repeat(50), "y");
        Totals.Shapes shapes = tally.totals(0);
        assertThat(shapes.directories())
                .containsExactly(new Sizes(0, 1, 0), new Sizes(32, 1, 19), new Sizes(64, 1, 57));
        assertThat(shapes.longNamed()).containsExactly(new Sizes(128, 1, 67));
        assertThat(shapes.files()).isEmpty();
        assertThat(tally.totals(0)).isEqualTo(shapes);
    }

    /** Names and values fill up words of four bytes. On a pool a value of 88 bytes behind {@code user.x} had no spill block, one of 92 had. */
    @Test
    void longListsOfAttributesCount() {
        tally.attributes(List.of());
        tally.attributes(List.of(attribute("user.x", 88)));
        tally.attributes(List.of(attribute("user.x", 89)));
        tally.attributes(List.of(attribute("security.selinux", 37), attribute("user.xy", 41)));
        assertThat(tally.totals(0).longAttributed()).containsExactly(new Sizes(256, 2, 140 + 168));
    }

    private static FileAttribute attribute(String name, int valueBytes) {
        return new FileAttribute(name.getBytes(UTF_8), new byte[valueBytes]);
    }

    /** Names outside of a directory are not those of one. */
    @Test
    void nothingIsAlwaysThere() {
        assertThat(tally.totals(0)).isEqualTo(new Totals.Shapes(List.of(), List.of(), List.of(), List.of()));
    }

    private void directory(String... names) {
        tally.directory();
        for (String name : names) {
            byte[] bytes = (name + "\n").getBytes(UTF_8);
            tally.names(bytes, bytes.length);
        }
    }
}
