package io.compscan.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.report.Golden;
import io.compscan.result.ReadError;
import io.compscan.result.duplicate.Duplicates;
import io.compscan.result.duplicate.Duplicates.Chunk;
import io.compscan.result.duplicate.Duplicates.Copies;
import io.compscan.result.duplicate.Duplicates.Directory;
import io.compscan.result.duplicate.Duplicates.DirectoryPair;
import io.compscan.result.duplicate.Duplicates.Origin;
import io.compscan.result.duplicate.Duplicates.Sharing;
import io.compscan.result.duplicate.Duplicates.Summary;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The whole text on a terminal of 80 columns. */
class DuplicatesReportTest {

    private static final long GIB = 1L << 30;
    private static final Screen NARROW = new Screen(80, false, false);

    private static Duplicates sampled() {
        return new Duplicates(
                Duplicates.FORMAT,
                Duplicates.VERSION,
                "1.2.3",
                Origin.DATA,
                List.of("/srv/a", "/srv/b", "/srv/c", "/srv/d"),
                "fixed:4096",
                "sha1",
                true,
                new Summary(120 * GIB, 100 * GIB, 60 * GIB, 40 * GIB, 15 << 20, 5_000_000L, 1_234L, 30 * GIB),
                List.of(
                        new Chunk(
                                "da39a3ee5e6b4b0d3255bfef95601890afd80709",
                                1_234_567,
                                4096,
                                1_234_566L * 4096,
                                "/srv/a/very/long/path/that/leads/to/a/disk/image/of/some/machine.vmdk",
                                123_456_789_012L),
                        new Chunk("0123456789abcdef0123456789abcdef01234567", 2, 100, 100, null, null)),
                List.of(
                        new Copies(
                                8 * GIB,
                                7 * GIB,
                                150,
                                149 * 7 * GIB,
                                IntStream.range(0, 100)
                                        .mapToObj(i -> "/srv/b/copy" + i + "\u001b[31m.iso")
                                        .toList()),
                        new Copies(10, 10, 2, 10, List.of("/srv/c/x", "/srv/c/y"))),
                new Sharing(
                        "none",
                        5,
                        32_768,
                        List.of(
                                new DirectoryPair(
                                        new Directory("/srv/a/backup/monday", false, 20 * GIB),
                                        new Directory("/srv/b/backup/tuesday", false, 10 * GIB),
                                        9 * GIB,
                                        8 * GIB,
                                        10 * GIB),
                                new DirectoryPair(
                                        new Directory("/srv/c", true, GIB),
                                        new Directory("/srv/c/copies", false, 2 * GIB),
                                        GIB,
                                        GIB / 2,
                                        GIB))),
                List.of(new ReadError("/srv/d/x", ReadError.Kind.UNREADABLE, 100, "permission denied")));
    }

    private static Duplicates exact() {
        return new Duplicates(
                Duplicates.FORMAT,
                Duplicates.VERSION,
                "1.2.3",
                Origin.RESULT,
                List.of("/srv"),
                "fixed:4096",
                "sha1",
                false,
                new Summary(120, 100, 60, 40, 10, null, null, null),
                null,
                null,
                new Sharing(
                        "lz4",
                        0,
                        10,
                        List.of(new DirectoryPair(
                                new Directory("/srv/a", false, 50),
                                new Directory("/srv/b", false, 30),
                                30,
                                null,
                                null))),
                List.of());
    }

    @Test
    void theTextIsAsInTheFiles() throws IOException {
        String first = DuplicatesReport.render(sampled(), NARROW);
        String second = DuplicatesReport.render(exact(), NARROW);
        Golden.assertSame("console-duplicates-80.txt", first);
        Golden.assertSame("console-duplicates-result-80.txt", second);
        assertThat((first + second).lines()).allMatch(line -> line.length() <= 80);
        assertThat(first).doesNotContain("\u001b");
    }

    @Test
    void detailsHaveWholeDigestsAndAllNames() {
        String text = DuplicatesReport.render(sampled(), NARROW.detailed());
        assertThat(text).contains("da39a3ee5e6b4b0d3255bfef95601890afd80709").contains("copy99");
    }
}
