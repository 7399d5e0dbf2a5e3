package io.compscan.core.set;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The name of this machine, found without the network, which may answer late. */
public final class HostName {

    private static final Path LINUX = Path.of("/proc/sys/kernel/hostname");
    private static final List<String> VARIABLES = List.of("HOSTNAME", "COMPUTERNAME");

    private HostName() {}

    /** The name; no element if it is unknown. */
    public static List<String> find() {
        try {
            String name = Files.readString(LINUX).strip();
            if (!name.isEmpty()) {
                return List.of(name);
            }
        } catch (IOException | IllegalArgumentException e) {
            // Not Linux, or not readable.
        }
        for (String variable : VARIABLES) {
            @Nullable String name = System.getenv(variable);
            if (name != null && !name.isBlank()) {
                return List.of(name.strip());
            }
        }
        return List.of();
    }
}
