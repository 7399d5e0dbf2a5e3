package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.cli.terminal.CommandFailure;
import io.compscan.testing.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class DefaultsTest {

    @TempDir
    private Path home;

    private final Map<String, String> environment = new HashMap<>();

    private String applied(String commandLine) throws CommandFailure {
        environment.put("HOME", home.toString());
        return String.join(" ", Defaults.apply(commandLine.split(" "), environment));
    }

    private Path config(String text) throws IOException {
        Path file = Files.createDirectories(home.resolve(".config/compscan")).resolve("config");
        return Files.writeString(file, text);
    }

    @Test
    void withoutDefaultsNothingChanges() throws CommandFailure {
        assertThat(applied("scan d --chunk 4k")).isEqualTo("scan d --chunk 4k");
        assertThat(applied("scna d")).isEqualTo("scna d");
        assertThat(applied("--version")).isEqualTo("--version");
        assertThat(Defaults.apply(new String[0], environment)).isEmpty();
    }

    @Test
    void whatTheCommandLineHasWinsOverTheVariableAndThatOverTheFile() throws Exception {
        config("# our site\nscan --nice --rate 100MiB/s --exclude 'a b'\n\nplan --years 5\n");
        assertThat(applied("scan d")).isEqualTo("scan --nice --rate 100MiB/s --exclude a b d");
        assertThat(applied("scan d --rate=5MiB/s")).isEqualTo("scan --nice --exclude a b d --rate=5MiB/s");
        assertThat(applied("plan r")).isEqualTo("plan --years 5 r");
        environment.put("COMPSCAN_OPTS", "--rate 1GiB/s -c 8k");
        assertThat(applied("scan d")).isEqualTo("scan --nice --exclude a b --rate 1GiB/s -c 8k d");
        assertThat(applied("scan d --chunk 4k")).isEqualTo("scan --nice --exclude a b --rate 1GiB/s d --chunk 4k");
        assertThat(applied("scan d -c4k")).isEqualTo("scan --nice --exclude a b --rate 1GiB/s d -c4k");
        assertThat(applied("plan r")).isEqualTo("plan --years 5 r");
    }

    @Test
    void aDefaultGivesWayWhereItWouldDoNothing() throws Exception {
        config("scan --spill-dir /ssd --exclude .snapshot\n");
        environment.put("COMPSCAN_OPTS", "--map-memory 4g");
        assertThat(applied("scan d --index sketch")).isEqualTo("scan --exclude .snapshot d --index sketch");
        assertThat(applied("scan d --index=auto")).isEqualTo("scan --exclude .snapshot --map-memory 4g d --index=auto");
        assertThat(applied("scan --stdin")).isEqualTo("scan --spill-dir /ssd --map-memory 4g --stdin");
        assertThat(applied("scan d --index sketch --source-space"))
                .isEqualTo("scan --spill-dir /ssd --exclude .snapshot d --index sketch --source-space");
    }

    @Test
    void theFileMayLieElsewhere() throws Exception {
        Path file = Files.writeString(home.resolve("mine"), "scan --nice\n");
        environment.put("COMPSCAN_CONFIG", file.toString());
        assertThat(applied("scan d")).isEqualTo("scan --nice d");
        environment.put("COMPSCAN_CONFIG", "");
        assertThat(applied("scan d")).isEqualTo("scan d");
        environment.remove("COMPSCAN_CONFIG");
        environment.put("XDG_CONFIG_HOME", home.resolve("xdg").toString());
        Files.createDirectories(home.resolve("xdg/compscan"));
        Files.writeString(home.resolve("xdg/compscan/config"), "scan --readers 1\n");
        assertThat(applied("scan d")).isEqualTo("scan --readers 1 d");
    }

    /** Whoever owns the current directory would choose the options. */
    @Test
    void aRelativePlaceIsNone() throws Exception {
        Path here = Path.of("").toAbsolutePath();
        Files.createDirectories(home.resolve("xdg/compscan"));
        Files.writeString(home.resolve("xdg/compscan/config"), "scan --readers 1\n");
        config("scan --nice\n");
        environment.put("XDG_CONFIG_HOME", here.relativize(home.resolve("xdg")).toString());
        assertThat(applied("scan d")).isEqualTo("scan --nice d");
        environment.put("HOME", here.relativize(home).toString());
        assertThat(String.join(" ", Defaults.apply(new String[] {"scan", "d"}, environment)))
                .isEqualTo("scan d");
    }

    /** Services have such homes. */
    @Test
    void aHomeThatIsNoDirectoryHasNoFile() throws Exception {
        environment.put("HOME", "/dev/null");
        assertThat(applied("scan d")).isEqualTo("scan d");
        environment.put("HOME", home.resolve("none").toString());
        assertThat(applied("scan d")).isEqualTo("scan d");
    }

    /** Neither would ever be read to its end. */
    @Test
    @Timeout(20)
    void aFileThatIsNoneIsRefused() throws Exception {
        Path pipe = home.resolve("pipe");
        if (Programs.succeeds("mkfifo", pipe)) {
            environment.put("COMPSCAN_CONFIG", pipe.toString());
            assertThatThrownBy(() -> applied("scan d"))
                    .hasMessage(pipe + ": a device or a pipe, not a file of options");
        }
        if (Files.exists(Path.of("/dev/zero"))) {
            environment.put("COMPSCAN_CONFIG", "/dev/zero");
            assertThatThrownBy(() -> applied("scan d")).hasMessageContaining("/dev/zero: a device or a pipe");
            environment.put("COMPSCAN_CONFIG", "/dev/null");
            assertThat(applied("scan d")).isEqualTo("scan d");
        }
        Path large = Files.write(home.resolve("large"), new byte[(1 << 20) + 1]);
        environment.put("COMPSCAN_CONFIG", large.toString());
        assertThatThrownBy(() -> applied("scan d")).hasMessage(large + ": a file of options has at most 1048576 bytes");
    }

    @Test
    void whatIsWrongIsToldWithItsPlace() throws Exception {
        Path file = config("\nscan --nise\n");
        assertThatThrownBy(() -> applied("scan d"))
                .isInstanceOf(CommandFailure.class)
                .hasMessage(file + ", line 2: '--nise' is not an option of compscan scan");
        config("scan nice\n");
        assertThatThrownBy(() -> applied("scan d")).hasMessage(file + ", line 1: 'nice' is not an option");
        Files.write(file, "# caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> applied("scan d")).hasMessage(file + ": not UTF-8");
        environment.put("COMPSCAN_CONFIG", home.resolve("none").toString());
        assertThatThrownBy(() -> applied("scan d")).hasMessageContaining("none: no such file");
    }
}
