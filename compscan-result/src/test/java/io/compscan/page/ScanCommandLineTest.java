package io.compscan.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.result.Layout;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.result.Timing.Origin;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScanCommandLineTest {

    @Test
    void namesWhatDecidesTheNumbersAndNoMore() {
        assertThat(ScanCommandLine.of(PageSamples.zeros()))
                .isEqualTo("compscan scan --chunk fixed:4096 --compress lz4 --stdin");
        assertThat(ScanCommandLine.of(PageSamples.demo()))
                .startsWith("compscan scan --chunk fixed:4096 --chunk fixed:8192 --chunk fastcdc:16384,max=65536 ")
                .contains(" --profile vdo --profile xtremio-x2 ")
                .endsWith(" --exclude '**/*.tmp' --exclude 'it'\\''s' --one-file-system --per-file"
                        + " /srv/vm /srv/home '<img src=x onerror=alert(1)>'");
    }

    @Test
    void leavesOutWhatTheProfilesBringAlong() {
        ScanResult demo = PageSamples.demo();
        ScanResult onlyProfiles = new ScanResult(
                demo.format(),
                demo.version(),
                demo.settings().withProfiles(List.of("zfs-lz4-128k")).withAsked(null),
                false,
                demo.totals(),
                List.of(lz4Alone(demo)),
                demo.profiles().subList(2, 3),
                List.of(),
                null,
                List.of(),
                List.of(),
                demo.timing());
        assertThat(ScanCommandLine.of(onlyProfiles))
                .startsWith("compscan scan --profile zfs-lz4-128k ")
                .doesNotContain("--chunk");
    }

    private static Layout lz4Alone(ScanResult demo) {
        Layout layout = demo.layouts().get(3);
        return Layout.of(
                layout.chunking(),
                layout.fingerprint(),
                demo.totals().scannedBytes(),
                layout.chunkCount(),
                layout.zeroChunkCount(),
                layout.zeroBytes(),
                layout.uniqueChunkCount(),
                layout.uniqueBytes(),
                List.of(),
                layout.compression().subList(0, 1));
    }

    @Test
    void theCommandAsGivenIsShownAsGiven() {
        ScanResult zeros = PageSamples.zeros();
        ScanResult given = zeros.withTiming(zeros.timing()
                .withOrigin(new Origin("host", "Linux", Instant.EPOCH, List.of("scan", "-c4k", "my data", "--nice"))));
        assertThat(ScanCommandLine.of(given)).isEqualTo("compscan scan -c4k 'my data' --nice");
    }

    @Test
    void aShellTakesItApartIntoTheSameWords() throws Exception {
        String nasty = "a b'c\"d$e`f*g;h&i|j(k)\\\\l\\x0am\\xff<>#!~";
        List<String> globs = List.of("*.{a,b}", "new\nline'\\", "-x", "$HOME");
        ScanResult result = with(new ScanSettings(
                "1.0.0",
                List.of(nasty, "-dash", "@at", "plain/ü"),
                List.of("fixed:4096"),
                "blake3:salted",
                List.of("lz4"),
                "0.1",
                65536,
                globs,
                List.of(),
                true,
                false,
                false));
        Process shell = new ProcessBuilder(
                        "bash", "-c", "compscan() { printf '%s\\0' \"$@\"; }; " + ScanCommandLine.of(result))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        byte[] out = shell.getInputStream().readAllBytes();
        assertThat(shell.waitFor()).isZero();
        // Latin-1, so that each byte is a character, and none is lost that is not UTF-8.
        List<String> words = Arrays.asList(new String(out, StandardCharsets.ISO_8859_1).split("\0"));
        assertThat(words)
                .containsExactly(
                        "scan",
                        "--chunk",
                        "fixed:4096",
                        "--compress",
                        "lz4",
                        "--fingerprint",
                        "blake3",
                        "--salt",
                        "FILE",
                        "--compress-sample",
                        "0.1",
                        "--superblock",
                        "65536",
                        "--include",
                        "*.{a,b}",
                        "--include",
                        "new\nline'\\",
                        "--include",
                        "-x",
                        "--include",
                        "$HOME",
                        "--follow-symlinks",
                        "--",
                        "a b'c\"d$e`f*g;h&i|j(k)\\l\nm\u00ff<>#!~",
                        "-dash",
                        "@@at",
                        new String("plain/ü".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
    }

    private static ScanResult with(ScanSettings plan) {
        ScanResult zeros = PageSamples.zeros();
        return new ScanResult(
                plan, false, zeros.totals(), zeros.layouts(), List.of(), List.of(), List.of(), zeros.timing());
    }
}
