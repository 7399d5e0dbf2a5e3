package io.compscan.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.report.MemorySamples;
import io.compscan.report.Samples;
import io.compscan.result.memory.MemoryResult;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the page shows of memory, in a real Chromium. */
@ExtendWith(SharedBrowser.class)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
@Slow
class MemoryPageTest {

    @Test
    void showsTotalsAccountsAndOverlaps(Browser browser) throws IOException {
        browser.open(Samples.plain().withMemory(MemorySamples.frames()), "memory");
        assertThat(browser.complaints()).isEmpty();
        assertThat(text(browser, "memory-text"))
                .contains("4.00 MiB mapped, 3.00 MiB resident in distinct frames, 2.50 MiB if equal pages")
                .contains("can merge 400 KiB (100 pages in 4 frames)")
                .contains("100 pages in 20 ms; it does not run now.");
        List<String> cells = browser.texts(
                "return [...document.querySelectorAll('#memory-table td')].map(one => one.dataset.value)");
        MemoryResult.Account first = MemorySamples.frames().accounts().get(0);
        assertThat(cells)
                .startsWith(
                        Long.toString(first.mappedBytes()),
                        Long.toString(first.residentBytes()),
                        Long.toString(first.sharedBytes()));
        assertThat(text(browser, "memory-table")).contains("12 " + MemorySamples.EVIL);
        assertThat(text(browser, "memory-overlap")).contains("77.0 KiB");
        assertThat(browser.text("return document.getElementById('answer').innerText"))
                .as("memory in use is no storage to buy")
                .doesNotContain("What to buy", "grows by");
        assertThat(browser.count("return document.getElementById('forecast').hidden ? 1 : 0"))
                .isEqualTo(1);
        browser.open(Samples.plain().withMemory(MemorySamples.withoutFrames()), "memory-without-frames");
        assertThat(browser.complaints()).isEmpty();
        assertThat(text(browser, "memory-text")).contains("2.00 MiB to 4.00 MiB resident");
        browser.open(Samples.plain(), "no-memory");
        assertThat(browser.count("return document.getElementById('memory').hidden ? 1 : 0"))
                .isEqualTo(1);
    }

    private static String text(Browser browser, String id) {
        return browser.text("return document.getElementById(arguments[0]).textContent", id)
                .replace('\u00a0', ' ');
    }
}
