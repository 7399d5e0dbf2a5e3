package io.compscan.page;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Hands the one {@link Browser} of a JVM to tests, and skips them where there is none. The first test class starts it, since that
 * takes seconds, and it ends with the tests of its JVM. Each test gets it with the screen and the colours that it had at its start.
 */
final class SharedBrowser implements BeforeAllCallback, BeforeEachCallback, ParameterResolver {

    @Override
    public void beforeAll(ExtensionContext context) {
        assumeBrowser();
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        assumeBrowser();
        browser(context).reset();
    }

    private static void assumeBrowser() {
        assumeTrue(
                Browser.exists(), "no Chromium here to test the page with: apt-get install chromium chromium-driver");
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Browser.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return browser(context);
    }

    private static Browser browser(ExtensionContext context) {
        return context.getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(SharedBrowser.class))
                .computeIfAbsent(Running.class, key -> Running.start(), Running.class)
                .browser();
    }

    /** The browser, and the directory that it leaves behind. */
    private record Running(Browser browser, Path directory) implements AutoCloseable {

        static Running start() {
            try {
                Path directory = Files.createTempDirectory("compscan-browser-");
                return new Running(Browser.start(directory), directory);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            browser.close();
            try (Stream<Path> tree = Files.walk(directory)) {
                for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(path);
                }
            }
        }
    }
}
