package io.compscan.core.source.file;

import java.io.IOException;

/** Commands for what Java cannot create: pipes, devices, mounts. */
final class Commands {

    private Commands() {}

    /** Whether the command could be run and succeeded. */
    static boolean succeeds(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
