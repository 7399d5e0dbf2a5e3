package io.compscan.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Runs command lines of plain words, one a line of standard input, in one process. A file takes what a command prints. Then standard output
 * has a line with its exit code. To start it: {@code java -cp compscan.jar:test-classes io.compscan.cli.ManyCommands FILE}.
 */
final class ManyCommands {

    private ManyCommands() {}

    public static void main(String[] args) throws IOException {
        PrintStream codes = System.out;
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            StringWriter printed = new StringWriter();
            PrintWriter writer = new PrintWriter(printed);
            String[] words = line.split(" +");
            int exitCode = CommandLines.execute(AllCommands.commandLine(words), writer, writer, words);
            Files.writeString(Path.of(args[0]), printed.toString());
            codes.println(exitCode);
            codes.flush();
        }
    }
}
