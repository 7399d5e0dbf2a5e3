package io.compscan.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.compscan.core.scan.ScanProgress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The output on standard error, byte for byte, with a clock that the test moves. */
class ProgressTest {

    private static final long MIB = 1L << 20;
    private static final long START_NANOS = -12345;

    private final StringWriter written = new StringWriter();
    private final PrintWriter err = new PrintWriter(written);
    private int columns = 80;
    private long nowNanos = START_NANOS;

    /** A file of 100 MiB; the scan reads one MiB in each second. */
    private ScanProgress scan() {
        long done = (nowNanos - START_NANOS) * MIB / TimeUnit.SECONDS.toNanos(1);
        return new ScanProgress(1, 100 * MIB, true, true, 1, done, done, 0, MIB, null);
    }

    private Progress progress(Supplier<ProgressDisplay> opening) {
        return new Progress(this::scan, err, opening, START_NANOS);
    }

    private Progress onTerminal() {
        return progress(() -> new ProgressDisplay.Redrawn(err, () -> columns));
    }

    private Progress inLog() {
        return progress(() -> new ProgressDisplay.Lines(err));
    }

    private String after(Progress progress, long seconds) {
        return afterMillis(progress, TimeUnit.SECONDS.toMillis(seconds));
    }

    private String afterMillis(Progress progress, long millis) {
        nowNanos = START_NANOS + TimeUnit.MILLISECONDS.toNanos(millis);
        progress.tick(nowNanos);
        return drain();
    }

    private String drain() {
        err.flush();
        String text = written.toString();
        written.getBuffer().setLength(0);
        return text;
    }

    @Test
    void aScanThatIsOverWithinASecondIsNotTalkedAbout() {
        Progress progress = progress(() -> {
            throw new AssertionError("nobody should ask where to show it");
        });
        assertThat(afterMillis(progress, 500)).isEmpty();
        assertThat(afterMillis(progress, 999)).isEmpty();
        progress.close();
        assertThat(drain()).isEmpty();
    }

    @Test
    void onATerminalOneLineIsDrawnAgainAndAgainAndTakenAwayAtTheEnd() {
        Progress progress = onTerminal();
        String first = "[----------] 9 % 1.00 MiB/s 2 min left 9.00/100 MiB 1 file idx 1.00 MiB";
        String second = "[#---------] 10 % 1.00 MiB/s 2 min left 10.0/100 MiB 1 file idx 1.00 MiB";
        assertThat(after(progress, 9)).isEqualTo("\r" + first + "\r");
        assertThat(after(progress, 10)).isEqualTo("\r" + second + "\r");
        progress.close();
        assertThat(drain()).isEqualTo("\r" + " ".repeat(second.length()) + "\r");
        assertThat(after(progress, 11)).isEmpty();
    }

    /** A program that starts scans reads one line a second, and needs no other. */
    @Test
    void asJsonALineASecond() throws Exception {
        Progress progress = progress(() -> new ProgressDisplay.Json(err));
        assertThat(afterMillis(progress, 500)).isEmpty();
        assertThat(afterMillis(progress, 1000).lines()).hasSize(1);
        assertThat(afterMillis(progress, 1500)).isEmpty();
        JsonNode line = new ObjectMapper().readTree(after(progress, 10));
        assertThat(line.get("elapsedSeconds").asLong()).isEqualTo(10);
        assertThat(line.get("doneBytes").asLong()).isEqualTo(10 * MIB);
        assertThat(line.get("totalBytes").asLong()).isEqualTo(100 * MIB);
        assertThat(line.get("readBytesPerSecond").asLong()).isBetween(MIB - 1000, MIB + 1000);
        assertThat(line.get("secondsLeft").asLong()).isBetween(80L, 100L);
        assertThat(line.get("reductionRatio").isNull()).isTrue();
        progress.close();
        assertThat(drain()).isEmpty();
    }

    @Test
    void aShorterLineBlanksTheRestOfALongerOne() {
        Progress progress = onTerminal();
        String longer = after(progress, 40).replace("\r", "");
        String shorter = after(progress, 41).replace("\r", "");
        assertThat(longer).contains("1 min left");
        assertThat(shorter).contains("left");
        String finishing = after(progress, 100).replace("\r", "");
        assertThat(finishing).hasSameSizeAs(longer).contains("finishing").endsWith(" ");
    }

    @Test
    void aTerminalThatBecomesNarrowerIsNotOverrun() {
        Progress progress = onTerminal();
        after(progress, 10);
        columns = 30;
        assertThat(after(progress, 11)).isEqualTo("\r[#---------] 11 % 1.00 MiB/s \r");
        columns = 12;
        progress.close();
        assertThat(drain()).isEqualTo("\r" + " ".repeat(11) + "\r");
    }

    @Test
    void anAnnouncementStandsOnALineOfItsOwn() {
        Progress progress = onTerminal();
        String line = after(progress, 10).replace("\r", "");
        progress.announce("stopping");
        assertThat(drain())
                .isEqualTo("\r" + " ".repeat(line.length()) + "\rcompscan: stopping" + System.lineSeparator());
        assertThat(after(progress, 11)).startsWith("\r[#---------] 11 %");
        progress.abandon();
        assertThat(drain()).isEqualTo("\r" + " ".repeat(line.length()) + "\r");
    }

    @Test
    void aLogGetsPlainLinesAtGrowingIntervals() {
        Progress progress = inLog();
        StringBuilder log = new StringBuilder();
        for (long millis = 500; millis <= TimeUnit.MINUTES.toMillis(21); millis += 500) {
            log.append(afterMillis(progress, millis));
        }
        progress.close();
        log.append(drain());
        List<String> times = Pattern.compile("after ([0-9:]+): ")
                .matcher(log)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
        assertThat(times)
                .startsWith("0:10", "0:30", "1:00", "1:30")
                .endsWith("9:00", "9:30", "10:00", "15:00", "20:00")
                .hasSize(1 + 20 + 2);
        assertThat(log.toString()).matches("(?:[ -~]+\\R)+");
        assertThat(log.toString().lines().findFirst().orElseThrow())
                .isEqualTo("compscan: after 0:10: 10.0 MiB of 100 MiB (10 %), 1.00 MiB/s, 2 min left, 1 of 1 file,"
                        + " no errors, index 1.00 MiB");
    }

    @Test
    void theSpeedIsThatOfLate() {
        long second = TimeUnit.SECONDS.toNanos(1);
        Speed speed = new Speed(2 * second, 0);
        assertThat(speed.perSecond()).isZero();
        speed.update(second, 100);
        assertThat(speed.perSecond()).isEqualTo(100);
        speed.update(2 * second, 200);
        assertThat(speed.perSecond()).isCloseTo(100, org.assertj.core.data.Offset.offset(1e-9));
        for (int i = 3; i <= 40; i++) {
            speed.update(i * second, 200);
        }
        assertThat(speed.perSecond()).isBetween(0.0, 0.1);
    }
}
