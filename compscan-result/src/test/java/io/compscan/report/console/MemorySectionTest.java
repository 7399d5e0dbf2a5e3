package io.compscan.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.report.MemorySamples;
import io.compscan.report.ResultJson;
import io.compscan.report.Samples;
import io.compscan.result.ScanResult;
import io.compscan.result.memory.MemoryResult;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemorySectionTest {

    private static String text(MemoryResult memory) {
        Lines lines = new Lines(Screen.FILE);
        MemorySection.append(memory, lines);
        return lines.toString();
    }

    @Test
    void tellsTheTotalsWhatMergingSavesAndTheProcesses() {
        assertThat(text(MemorySamples.frames()).replaceAll("\\s+", " "))
                .contains("memory: 4.00 MiB mapped, 3.00 MiB resident in distinct frames, 2.50 MiB if equal pages were"
                        + " merged; 64.0 KiB zero, 32.0 KiB changed within 20.0 s, 4.00 KiB unmapped before they were read,"
                        + " 8.00 KiB in swap space and not read.")
                .contains("KSM: can merge 400 KiB of what processes have asked for (madvise), 512 KiB of all areas. One"
                        + " pass over all areas takes up to 0.14 s at 100 pages in 20 ms; it does not run now.")
                .contains("12 <b>x")
                .contains("13 sh");
    }

    @Test
    void tellsWhatIsNotKnownWithoutFrames() {
        assertThat(text(MemorySamples.withoutFrames()).replaceAll("\\s+", " "))
                .contains("2.00 MiB to 4.00 MiB resident (the kernel shows page frames to root alone); 64.0 KiB zero.")
                .doesNotContain("KSM")
                .doesNotContain("changed");
    }

    @Test
    void isReadBackFromItsDocument(@TempDir Path directory) throws IOException {
        for (MemoryResult memory : new MemoryResult[] {MemorySamples.frames(), MemorySamples.withoutFrames()}) {
            ScanResult result = Samples.plain().withMemory(memory);
            Path file = directory.resolve("result.json");
            try (Writer out = Files.newBufferedWriter(file)) {
                ResultJson.write(result, out);
            }
            assertThat(ResultJson.read(file)).isEqualTo(result);
        }
        StringWriter plain = new StringWriter();
        ResultJson.write(Samples.plain(), plain);
        assertThat(plain.toString()).doesNotContain("\"memory\"");
    }
}
