package io.compscan.cli;

import io.compscan.core.scan.Scan;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** The entry point of {@code compscan.jar}. */
public final class Main {

    private static final String NATIVE_DIRECTORY = "jna.tmpdir";

    private Main() {}

    /** Runs the command line and leaves with its exit code. */
    public static void main(String[] args) {
        // Where a user has no home to write to, such as nobody, the holes of sparse files could not be asked for.
        if (System.getProperty(NATIVE_DIRECTORY) == null) {
            System.setProperty(NATIVE_DIRECTORY, System.getProperty("java.io.tmpdir"));
        }
        Thread preparation = new Thread(Scan::prepare, "compscan-prepare");
        preparation.setDaemon(true);
        preparation.start();
        CommandLine commandLine = Compscan.commandLine(args);
        commandLine.setOut(utf8(FileDescriptor.out));
        commandLine.setErr(utf8(FileDescriptor.err));
        System.exit(commandLine.execute(args));
    }

    /** The locale of a cron job has no letter beyond ASCII; file names, and JSON by definition, have. */
    private static PrintWriter utf8(FileDescriptor descriptor) {
        return new PrintWriter(
                new BufferedWriter(new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8)),
                true);
    }
}
