package io.compscan.cli;

import io.compscan.testing.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** restic and Borg, told so much that they ask nobody and write nowhere else. */
final class BackupPrograms {

    private static final Map<String, String> RESTIC = Map.of("RESTIC_PASSWORD", "secret");

    private BackupPrograms() {}

    /** Runs restic with a repository in a directory, and returns what it answers. */
    static String restic(Path repository, Path in, String... arguments) throws IOException {
        List<Object> command = new ArrayList<>(List.of("restic", "--no-cache", "-q", "-r", repository));
        command.addAll(List.of(arguments));
        return Programs.runWith(RESTIC, in, command.toArray());
    }

    /** Runs Borg in a directory, and returns what it answers. Its keys and its caches lie beside the repository. */
    static String borg(Path repository, Path in, String... arguments) throws IOException {
        Map<String, String> environment = Map.of(
                "BORG_PASSPHRASE",
                "secret",
                "BORG_BASE_DIR",
                repository.resolveSibling("borg-home").toString(),
                "BORG_UNKNOWN_UNENCRYPTED_REPO_ACCESS_IS_OK",
                "yes",
                "BORG_REPO",
                repository.toString());
        List<Object> command = new ArrayList<>(List.of("borg"));
        command.addAll(List.of(arguments));
        return Programs.runWith(environment, in, command.toArray());
    }
}
