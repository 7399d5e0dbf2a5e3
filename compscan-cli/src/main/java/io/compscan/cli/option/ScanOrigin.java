package io.compscan.cli.option;

import io.compscan.core.set.HostName;
import io.compscan.core.source.Addresses;
import io.compscan.result.Timing.Origin;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Tells where a scan ran and how it was started. */
public final class ScanOrigin {

    private ScanOrigin() {}

    /**
     * The origin of a scan that has ended on this machine at this moment.
     *
     * @param command the name of the command
     * @param arguments the words behind it, as given; passwords in addresses are left out
     */
    public static Origin now(String command, List<String> arguments) {
        List<String> words = new ArrayList<>();
        words.add(command);
        arguments.forEach(word -> words.add(Addresses.masked(word)));
        return new Origin(String.join(", ", HostName.find()), operatingSystem(), Instant.now(), words);
    }

    /** The words behind the command's name, as given. */
    public static List<String> arguments(CommandSpec command) {
        List<String> all = command.commandLine().getParseResult().expandedArgs();
        return all.subList(all.indexOf(command.name()) + 1, all.size());
    }

    private static String operatingSystem() {
        return System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                + System.getProperty("os.arch");
    }
}
