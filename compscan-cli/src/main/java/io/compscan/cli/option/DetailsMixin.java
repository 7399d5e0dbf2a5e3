package io.compscan.cli.option;

import io.compscan.cli.option.OptionTraits.Heading;
import io.compscan.cli.option.OptionTraits.Traits;
import io.compscan.cli.terminal.Terminal;
import io.compscan.report.console.Screen;
import picocli.CommandLine.Option;

/** How much of a report is printed. */
public final class DetailsMixin {

    @Traits(heading = Heading.OUTPUT, rank = 1, mayChange = true)
    @Option(names = "--details", description = "Print every table, not only what most people ask first.")
    private boolean details;

    /** Whether every table is asked for. */
    public boolean isAsked() {
        return details;
    }

    /** The screen or file that shows the report. */
    public Screen screen() {
        return Terminal.screen(details);
    }
}
