package io.compscan.cli.terminal;

import io.compscan.core.report.SafeText;
import java.io.PrintWriter;

/** Lines for the person at the terminal. */
public final class Message {

    private Message() {}

    /** Prints one line, even if a name in it holds the end of a line. */
    public static void say(PrintWriter err, String line) {
        err.println("compscan: " + SafeText.oneLine(line));
        err.flush();
    }
}
