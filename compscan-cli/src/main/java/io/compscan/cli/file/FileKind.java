package io.compscan.cli.file;

import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.core.source.PathName;
import io.compscan.report.OutputFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The kind of a file, by its first bytes: people give the right file to the wrong command. */
public enum FileKind {
    /** A result.json. */
    RESULT,
    /** A fingerprint set. */
    SET,
    /** Another JSON document. */
    JSON,
    /** Anything else, also what cannot be read. */
    OTHER;

    private static final int BEGIN = 200;

    /** The kind of a file. */
    public static FileKind of(Path file) {
        String begin;
        try (InputStream in = Files.newInputStream(file)) {
            begin = new String(in.readNBytes(BEGIN), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return OTHER;
        }
        if (OutputFile.isRun(begin)) {
            return SET;
        }
        if (!begin.stripLeading().startsWith("{")) {
            return OTHER;
        }
        return begin.contains("\"compscan-result\"") ? RESULT : JSON;
    }

    /** The line for a file that is not what a command reads. */
    static CommandFailure failure(Path file, String reason) {
        return new CommandFailure(ExitCode.FAILED, PathName.of(file) + ": " + reason);
    }
}
