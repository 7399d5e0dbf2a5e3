package io.compscan.memory.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The name of a command as {@code comm} shows it, which the process itself may set to any bytes. */
final class CommandName {

    private CommandName() {}

    /** The name of the command of a process, which the kernel cuts at 15 bytes, if need be within a letter. */
    static String read(Path process) throws IOException {
        return clean(new String(Files.readAllBytes(process.resolve("comm")), StandardCharsets.UTF_8));
    }

    /** The name without characters that would break a line, a path or a terminal. */
    static String clean(String comm) {
        String line = comm.endsWith("\n") ? comm.substring(0, comm.length() - 1) : comm;
        StringBuilder clean = new StringBuilder();
        line.codePoints().forEach(c -> {
            boolean isPlain = c > ' ' && c < 127 && c != '/' && c != '\\';
            clean.append(isPlain || c == ' ' ? (char) c : '_');
        });
        return clean.isEmpty() ? "_" : clean.toString();
    }
}
