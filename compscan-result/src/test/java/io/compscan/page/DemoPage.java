package io.compscan.page;

import io.compscan.result.ScanResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests of the page of {@link PageSamples#demo()} in a real Chromium; each test sees it as if it were just opened. */
@ExtendWith(SharedBrowser.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
abstract class DemoPage {

    final ScanResult demo = PageSamples.demo();
    Browser browser;
    Path demoPage;

    @BeforeAll
    void open(Browser shared) throws IOException {
        browser = shared;
        demoPage = browser.open(demo, "demo");
    }

    @BeforeEach
    void reload() {
        browser.reopen(demoPage);
    }
}
