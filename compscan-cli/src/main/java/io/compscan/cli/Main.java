package io.compscan.cli;

/** The entry point of {@code compscan.jar}. */
public final class Main {

    private Main() {}

    /** Runs the command line and leaves with its exit code. */
    public static void main(String[] args) {
        System.exit(Compscan.commandLine().execute(args));
    }
}
