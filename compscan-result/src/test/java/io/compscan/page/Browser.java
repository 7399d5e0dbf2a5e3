package io.compscan.page;

import io.compscan.result.ScanResult;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium of the system with pages in it; nothing is downloaded to get one. */
final class Browser implements AutoCloseable {

    private static final List<String> CHROMIUMS =
            List.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");
    private static final List<String> DRIVERS =
            List.of("/usr/bin/chromedriver", "/usr/lib/chromium-browser/chromedriver", "/usr/local/bin/chromedriver");

    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    private final ChromeDriver driver;
    private final Path directory;

    private Browser(ChromeDriver driver, Path directory) {
        this.driver = driver;
        this.directory = directory;
    }

    private static Optional<Path> first(List<String> places) {
        return places.stream().map(Path::of).filter(Files::isExecutable).findFirst();
    }

    /** Whether there is a browser to test with. */
    static boolean exists() {
        return first(CHROMIUMS).isPresent() && first(DRIVERS).isPresent();
    }

    /** @param directory where pages and downloads go */
    static Browser start(Path directory) {
        // It remarks that it does not know the newest protocol of the browser, which nothing here needs.
        SELENIUM.setLevel(Level.SEVERE);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions()
                .setBinary(first(CHROMIUMS).orElseThrow().toFile())
                .addArguments(
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--window-size=1200,900",
                        "--user-data-dir=" + directory.resolve("profile"))
                .setExperimentalOption(
                        "prefs",
                        Map.of(
                                "download.default_directory",
                                directory.toString(),
                                "download.prompt_for_download",
                                false));
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(first(DRIVERS).orElseThrow().toFile())
                .usingAnyFreePort()
                .build();
        return new Browser(new ChromeDriver(service, options), directory);
    }

    /** Where its pages and its downloads lie. */
    Path directory() {
        return directory;
    }

    /** Gives it back the screen and the colours that it had at its start. */
    void reset() {
        driver.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", "", "features", List.of()));
    }

    ChromeDriver driver() {
        return driver;
    }

    /** Writes the page of a result and opens it, as from a disk. */
    Path open(ScanResult result, String name) throws IOException {
        Path file = directory.resolve(name + ".html");
        try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            HtmlPage.write(result, out);
        }
        reopen(file);
        return file;
    }

    void reopen(Path file) {
        // What an earlier page has said is not said of this one.
        complaints();
        driver.get(file.toUri().toString());
        await("return document.documentElement.dataset.ready === 'true'");
    }

    /** What a script returns. */
    Object run(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    String text(String script, Object... arguments) {
        return (String) run(script, arguments);
    }

    long count(String script, Object... arguments) {
        return (Long) run(script, arguments);
    }

    List<String> texts(String script, Object... arguments) {
        return ((List<?>) run(script, arguments)).stream().map(String::valueOf).toList();
    }

    List<List<String>> rows(String script, Object... arguments) {
        return ((List<?>) run(script, arguments))
                .stream()
                        .map(row ->
                                ((List<?>) row).stream().map(String::valueOf).toList())
                        .toList();
    }

    /** The same of a script that calls its last argument with the answer. */
    String textAsync(String script, Object... arguments) {
        return String.valueOf(driver.executeAsyncScript(script, arguments));
    }

    void await(String condition) {
        Instant end = Instant.now().plus(Duration.ofSeconds(30));
        while (!Boolean.TRUE.equals(run(condition))) {
            if (Instant.now().isAfter(end)) {
                throw new AssertionError("waited in vain for: " + condition + "; the console says " + complaints());
            }
            LockSupport.parkNanos(20_000_000);
        }
    }

    /** What the console has said since the last call, of any kind. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
