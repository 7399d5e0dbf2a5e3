package io.compscan.image.nbd;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.source.Source;
import io.compscan.core.source.view.SourceContext;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Opens what a server exports. */
final class NbdExports {

    private static final long START_MILLIS = 30_000;
    private static final long POLL_MILLIS = 20;

    private NbdExports() {}

    static Source open(String location) throws IOException {
        return new NbdProvider().open(List.of(location), new SourceContext(List.of(), List.of()));
    }

    /**
     * Opens the export of a server that has just been started.
     *
     * <p>A server that has made its socket does not listen yet, so only an answer shows that it does.
     */
    static Source openAtStart(Process server, String location) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(START_MILLIS);
        while (true) {
            try {
                return open(location);
            } catch (IOException e) {
                if (System.nanoTime() > deadline) {
                    throw e;
                }
            }
            assertThat(server.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS))
                    .as("the server has ended")
                    .isFalse();
        }
    }
}
