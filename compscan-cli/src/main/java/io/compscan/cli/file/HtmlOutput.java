package io.compscan.cli.file;

import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.StandardOutput;
import io.compscan.page.HtmlPage;
import io.compscan.report.OutputException;
import io.compscan.report.OutputFile;
import io.compscan.result.CapacityResult;
import io.compscan.result.ScanResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The place of a page of {@code --html}: a file, or standard output. */
public final class HtmlOutput implements AutoCloseable {

    /** Null for standard output. */
    private final @Nullable OutputFile file;

    private HtmlOutput(@Nullable OutputFile file) {
        this.file = file;
    }

    /**
     * Checks in advance that the page can be written.
     *
     * @param place a file, or - for standard output
     */
    public static HtmlOutput prepare(Path place, boolean overwrite) throws CommandFailure {
        if (StandardOutput.isAt(place)) {
            return new HtmlOutput(null);
        }
        try {
            OutputFile file = OutputFile.at(place, overwrite);
            file.requireWritable();
            return new HtmlOutput(file);
        } catch (OutputException e) {
            throw failure(e);
        }
    }

    /** A page that can be written. */
    @FunctionalInterface
    public interface Page {
        /** Writes it; does not close. */
        void write(Writer out) throws IOException;
    }

    /** Writes the page of a scan, a file under its name only when it is whole. */
    public void write(ScanResult result, PrintWriter stdout) throws CommandFailure {
        write((Writer out) -> HtmlPage.write(result, out), stdout);
    }

    /** The same with a plan, whose assumptions and systems the page begins with. */
    public void write(ScanResult result, CapacityResult plan, PrintWriter stdout) throws CommandFailure {
        write((Writer out) -> HtmlPage.write(result, plan, out), stdout);
    }

    /** The same for any page. */
    public void write(Page page, PrintWriter stdout) throws CommandFailure {
        try {
            if (file == null) {
                page.write(new StandardOutput(stdout));
            } else {
                file.write(page::write);
            }
        } catch (IOException e) {
            throw failure(e);
        }
    }

    @Override
    public void close() {
        if (file != null) {
            file.close();
        }
    }

    private static CommandFailure failure(IOException e) {
        if (e instanceof StandardOutput.UndeliveredException) {
            return StandardOutput.failure();
        }
        return new CommandFailure(ExitCode.FAILED, "--html: " + e.getMessage());
    }
}
