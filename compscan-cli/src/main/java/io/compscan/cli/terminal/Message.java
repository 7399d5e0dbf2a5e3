package io.compscan.cli.terminal;

import io.compscan.core.source.Addresses;
import io.compscan.report.SafeText;
import java.io.PrintWriter;

/** Lines for the person at the terminal. */
public final class Message {

    private Message() {}

    /** Prints one line, even if a name in it holds the end of a line, without passwords in addresses. */
    public static void say(PrintWriter err, String line) {
        err.println("compscan: " + SafeText.oneLine(Addresses.masked(line)));
        err.flush();
    }
}
