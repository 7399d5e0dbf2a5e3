package io.compscan.report.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.report.CsvReports;
import io.compscan.report.DuplicatesJson;
import io.compscan.report.Golden;
import io.compscan.result.ReadError;
import io.compscan.result.duplicate.ListedDuplicates;
import io.compscan.result.duplicate.ListedDuplicates.Etag;
import io.compscan.result.duplicate.ListedDuplicates.Objects;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The exact texts lie in {@code src/test/resources}: read them as a person would. */
class ListingReportTest {

    private static final List<Objects> ETAGS = List.of(
            Objects.of(Etag.MD5, 41_200_000, 9L << 40, 1_200_000, 1L << 40),
            Objects.of(Etag.PARTS, 1, 5L << 30, 0, 0),
            Objects.of(Etag.OTHER, 12, 12_000, 0, 0));

    private static ListedDuplicates listed(boolean partial, List<ReadError> errors) {
        return new ListedDuplicates(
                ListedDuplicates.FORMAT,
                ListedDuplicates.VERSION,
                "1.2.3",
                List.of("s3://backups", "s3://images/\u001b[31m"),
                partial,
                ETAGS,
                Objects.sum(ETAGS),
                errors);
    }

    private static ListedDuplicates rich() {
        return listed(
                true,
                List.of(new ReadError(
                        "s3://images",
                        ReadError.Kind.UNLISTED,
                        null,
                        "the list of objects ends behind s3://images/a: 403")));
    }

    @Test
    void rendersExactly() throws IOException {
        Golden.assertSame("console-listing.txt", ListingReport.render(rich(), Screen.FILE));
    }

    @Test
    void fitsNarrowScreens() {
        assertThat(ListingReport.render(rich(), new Screen(60, true, false)).lines())
                .allSatisfy(
                        line -> assertThat(line).hasSizeLessThanOrEqualTo(60).doesNotEndWith(" "));
    }

    @Test
    void theTableAndTheDocumentAreWrittenExactly() throws IOException {
        StringWriter csv = new StringWriter();
        CsvReports.listing(rich(), csv);
        StringWriter json = new StringWriter();
        DuplicatesJson.write(rich(), json);
        Golden.assertSame("listing.txt", csv.toString().replace("\r\n", "\n"));
        Golden.assertSame("listing.json", json.toString());
    }

    @Test
    void refusesWhatDoesNotAddUp() {
        assertThatThrownBy(() -> Objects.of(Etag.MD5, 1, 10, 0, 11)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Objects.of(Etag.MD5, 1, 10, 2, 5)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> new ListedDuplicates(
                        ListedDuplicates.FORMAT, 1, "1", List.of(), false, ETAGS, ETAGS.get(0), List.of()))
                .hasMessageContaining("do not add up");
    }
}
