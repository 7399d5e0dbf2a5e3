package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.compscan.cli.terminal.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import picocli.CommandLine;

/** The outcome of a command line. */
record Run(int exitCode, String out, String err) {

    private static final JsonMapper JSON = new JsonMapper();

    /** Runs the command line within this JVM. */
    static Run of(Object... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] texts = new String[args.length];
        for (int i = 0; i < args.length; i++) {
            texts[i] = String.valueOf(args[i]);
        }
        CommandLine commandLine = AllCommands.commandLine(texts);
        commandLine.setOut(new PrintWriter(out));
        commandLine.setErr(new PrintWriter(err));
        int exitCode = commandLine.execute(texts);
        return new Run(exitCode, out.toString(), err.toString());
    }

    /** Runs {@code scan} with {@code --json}, which must end with this exit code. */
    static JsonNode scan(int exitCode, Object... args) {
        Object[] all = new Object[args.length + 2];
        all[0] = "scan";
        all[1] = "--json";
        System.arraycopy(args, 0, all, 2, args.length);
        Run run = of(all);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        return run.json();
    }

    JsonNode json() {
        return json(out);
    }

    /** The standard output without its line breaks, which follow the lengths of names and times. */
    String unwrapped() {
        return out.replaceAll("\\s+", " ");
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError("no JSON: " + text, e);
        }
    }

    /** The document without what differs between two scans of the same data. */
    static JsonNode withoutTiming(JsonNode result) {
        ObjectNode copy = result.deepCopy();
        copy.remove("timing");
        return copy;
    }

    /** The numbers that data and its containers share: all but names, containers and timing. */
    static JsonNode numbers(JsonNode result) {
        ObjectNode numbers = ((ObjectNode) result).deepCopy();
        numbers.remove(List.of("timing", "containers", "settings", "plan", "ledger"));
        ((ObjectNode) numbers.at("/totals"))
                .remove(List.of("directoryCount", "consumedCount", "nameBytes", "packedNameBytes", "attributes"));
        ((ArrayNode) numbers.get("types")).forEach(type -> ((ObjectNode) type).put("extension", ""));
        return numbers;
    }

    /** Asserts that it ended with nothing on stdout and one line on stderr that holds these words. */
    Run failedWith(int code, String... words) {
        assertThat(out).isEmpty();
        return saidInOneLine(code, words);
    }

    Run saidInOneLine(int code, String... words) {
        assertThat(exitCode).as(err).isEqualTo(code);
        assertThat(err).startsWith("compscan: ").endsWith("\n").contains(words);
        assertThat(err.lines()).hasSize(1);
        return this;
    }

    /**
     * Asserts that a command survives a damaged file. It ended with its numbers, or with one line on stderr that is no report of a bug.
     *
     * @param what was damaged, for the failure
     */
    Run gaveNumbersOrALine(String what) {
        assertThat(err).as(what).doesNotContain("this is a bug");
        if (exitCode == ExitCode.FAILED || exitCode == ExitCode.USAGE) {
            assertThat(err).as(what).startsWith("compscan: ").hasLineCount(1);
            assertThat(err.chars().allMatch(c -> c == '\n' || c >= ' '))
                    .as(what)
                    .isTrue();
        } else {
            assertThat(exitCode).as(what).isIn(ExitCode.OK, ExitCode.INCOMPLETE);
        }
        return this;
    }
}
