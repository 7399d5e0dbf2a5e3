package io.compscan.cli.file;

import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.StandardOutput;
import io.compscan.core.source.PathName;
import io.compscan.file.Reason;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/** The input of commands that read fingerprint sets: the files, and one line for each that is damaged. */
public final class SetInputs {

    private SetInputs() {}

    /** Checks all names before it opens a file, so that a mistyped name has a message of its own. */
    public static void check(List<Path> files) throws CommandFailure {
        for (Path file : files) {
            if (Files.isDirectory(file)) {
                throw FileKind.failure(file, "a directory, not a fingerprint set");
            }
            if (!Files.isRegularFile(file)) {
                continue;
            }
            switch (FileKind.of(file)) {
                case RESULT ->
                    throw FileKind.failure(
                            file,
                            "a result, not a fingerprint set; to show it, type: compscan report " + PathName.of(file));
                case JSON, OTHER ->
                    throw FileKind.failure(file, "not a fingerprint set, as 'compscan scan --save FILE' writes it");
                case SET -> {}
            }
        }
    }

    /** Equal for two names of one file; of a file that cannot be looked at, its path. */
    public static Object identity(Path file) {
        try {
            Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
            return key == null ? file.toRealPath() : key;
        } catch (IOException e) {
            return file;
        }
    }

    /** Messages of sets and runs name the file already. The system's exceptions carry the path as their message. */
    public static CommandFailure failure(IOException e) {
        if (e instanceof StandardOutput.UndeliveredException) {
            return StandardOutput.failure();
        }
        return e instanceof FileSystemException system && system.getFile() != null
                ? failure(PathName.of(Path.of(system.getFile())), e)
                : new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
    }

    /**
     * The failure of a file.
     *
     * @param name the file that could not be read
     */
    public static CommandFailure failure(String name, IOException e) {
        return new CommandFailure(ExitCode.FAILED, name + ": " + Reason.of(e));
    }
}
