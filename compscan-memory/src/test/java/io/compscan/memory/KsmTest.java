package io.compscan.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.result.memory.MemoryResult;
import io.compscan.result.memory.MemoryResult.Merging;
import io.compscan.testing.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The prediction against the kernel that runs: it merges what was scanned, and its counters are to be those of the prediction. */
@Needs(also = Pages.class)
class KsmTest {

    private static final Path KSM = Path.of("/sys/kernel/mm/ksm");
    private static final List<String> CHANGED =
            List.of("pages_to_scan", "sleep_millisecs", "use_zero_pages", "smart_scan", "advisor_mode");
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Map<String, String> before = new LinkedHashMap<>();
    private final List<Pages> running = new ArrayList<>();

    @BeforeEach
    void requireAnIdleKernel() throws IOException {
        assumeTrue(Files.isWritable(KSM.resolve("run")), "needs root and a kernel that merges pages");
        assumeTrue(!read("run").equals("1") && number("pages_shared") == 0, "the kernel merges pages of others");
        for (String name : CHANGED) {
            if (Files.exists(KSM.resolve(name))) {
                String value = read(name);
                // The advisor shows all of its modes, the one that is set in brackets.
                before.put(name, value.replaceAll(".*\\[([^\\]]*)].*", "$1"));
            }
        }
    }

    @AfterEach
    void restore() throws IOException {
        if (before.isEmpty()) {
            return;
        }
        try {
            write("run", "2");
        } finally {
            write("run", "0");
            for (Map.Entry<String, String> setting : before.entrySet()) {
                write(setting.getKey(), setting.getValue());
            }
            for (Pages pages : running) {
                pages.close();
            }
        }
    }

    private static String read(String name) throws IOException {
        return Files.readString(KSM.resolve(name)).strip();
    }

    private static long number(String name) throws IOException {
        return Long.parseLong(read(name));
    }

    private static void write(String name, String value) throws IOException {
        Files.writeString(KSM.resolve(name), value);
    }

    private void start(String... arguments) throws IOException {
        running.add(Pages.start(arguments));
    }

    private void check(boolean useZeroPages) throws Exception {
        write("use_zero_pages", useZeroPages ? "1" : "0");
        List<String> targets =
                running.stream().flatMap(one -> one.targets().stream()).toList();
        MemoryResult memory = Reading.twice(targets, 20);
        assertThat(memory.ksm()).isNotNull();
        Merging predicted = memory.ksm().advised();
        merge();
        assertThat(counters())
                .isEqualTo(List.of(predicted.sharedPages(), predicted.sharingPages(), predicted.zeroPages()));
        assertThat(predicted.sharingPages() + predicted.zeroPages()).isPositive();
        // Once merged, the same prediction is made from frames that are shared already.
        MemoryResult after = Reading.twice(targets, 20);
        Merging again = after.ksm().advised();
        assertThat(List.of(again.sharedPages(), again.sharingPages()))
                .isEqualTo(List.of(predicted.sharedPages(), predicted.sharingPages()));
        long saved = memory.residentBytesHigh() - after.residentBytesHigh();
        assertThat(saved).isEqualTo(predicted.savedBytes());
    }

    private static List<Long> counters() throws IOException {
        return List.of(
                number("pages_shared"),
                number("pages_sharing"),
                Files.exists(KSM.resolve("ksm_zero_pages")) ? number("ksm_zero_pages") : 0);
    }

    private static void merge() throws IOException, InterruptedException {
        if (Files.exists(KSM.resolve("advisor_mode"))) {
            write("advisor_mode", "none");
        }
        if (Files.exists(KSM.resolve("smart_scan"))) {
            write("smart_scan", "0");
        }
        write("pages_to_scan", "2000");
        write("sleep_millisecs", "1");
        long wanted = number("full_scans") + 5;
        long start = System.nanoTime();
        write("run", "1");
        while (number("full_scans") < wanted) {
            assertThat(System.nanoTime() - start).isLessThan(PATIENCE_NANOS);
            Thread.sleep(5);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "two processes,                 false, -m 1000x1 700x=7 100xZ,                  -m 500x1 300x=7 50xZ 40x2",
        "zeros go to the zero page,     true,  -m 300x1 200x=7 100xZ,                   -m 300x1 60xZ",
        // One page, one frame full, a frame and one page, a frame and two pages.
        "as many as a frame may have,   false, -m 1x=1 2x=2 256x=3 257x=4 258x=5 513x=6,",
        "a frame of two counts once,    false, -m -f 400x1 100x=2,                      -m 200x1",
        "a whole process that forks,    false, -p -f 400x1 100x=2,                      -p 200x1 64xZ",
        "what is not advised stays out, false, 300x1 100x=2,                            -m 300x1 50x=2"
    })
    void theKernelMergesWhatWasPredicted(String what, boolean useZeroPages, String first, @Nullable String second)
            throws Exception {
        start(first.split(" "));
        if (second != null) {
            start(second.split(" "));
        }
        check(useZeroPages);
    }
}
