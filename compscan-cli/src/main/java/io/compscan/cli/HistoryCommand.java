package io.compscan.cli;

import io.compscan.cli.option.DetailsMixin;
import io.compscan.cli.option.DocumentMixin;
import io.compscan.cli.option.SinceMixin;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.core.Versions;
import io.compscan.core.source.PathName;
import io.compscan.page.HtmlPage;
import io.compscan.report.CsvReports;
import io.compscan.report.HistoryJson;
import io.compscan.report.console.HistoryReport;
import io.compscan.report.console.Screen;
import io.compscan.result.history.HistoryResult;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code compscan history}. */
@Command(
        name = "history",
        description = "Shows the scans of a catalog, and how the data has grown and changed.",
        footer = {"", "Catalogs are written by 'compscan scan --catalog DIR'."})
final class HistoryCommand implements Callable<Integer> {

    @Parameters(paramLabel = "CATALOG", description = "The directory of a catalog.")
    private Path catalog = Path.of("");

    @Mixin
    private SinceMixin since;

    @Mixin
    private DetailsMixin details;

    @Mixin
    private DocumentMixin output;

    @Override
    public Integer call() throws CommandFailure {
        output.check(catalog);
        output.deliver(() -> {
            HistoryResult history = since.history(catalog);
            if (history == null) {
                throw new CommandFailure(
                        ExitCode.FAILED,
                        PathName.of(catalog) + ": is no catalog with a complete scan; 'compscan scan --catalog DIR'"
                                + " makes one");
            }
            return new History(history, details.screen());
        });
        return ExitCode.OK;
    }

    /** A history in all its forms. */
    private record History(HistoryResult history, Screen screen) implements DocumentMixin.Answer {
        @Override
        public String report() {
            return HistoryReport.render(history, screen);
        }

        @Override
        public void json(Writer out) throws IOException {
            HistoryJson.write(history, out);
        }

        @Override
        public void csv(Writer out) throws IOException {
            CsvReports.history(history, out);
        }

        @Override
        public void html(Writer out) throws IOException {
            HtmlPage.write(history, Versions.compscan(), out);
        }
    }
}
