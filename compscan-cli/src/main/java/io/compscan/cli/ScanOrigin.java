package io.compscan.cli;

import io.compscan.core.result.Timing.Origin;
import io.compscan.core.set.HostName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Tells where a scan ran and how it was started. */
final class ScanOrigin {

    private ScanOrigin() {}

    /**
     * That of a scan that has just ended on this machine.
     *
     * @param command the name of the command
     * @param arguments the words behind it, as given
     */
    static Origin now(String command, List<String> arguments) {
        List<String> words = new ArrayList<>();
        words.add(command);
        words.addAll(arguments);
        return new Origin(String.join(", ", HostName.find()), operatingSystem(), Instant.now(), words);
    }

    private static String operatingSystem() {
        return System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                + System.getProperty("os.arch");
    }
}
