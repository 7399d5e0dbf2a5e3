package io.compscan.core.write.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.core.scan.MemorySource;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.Scans;
import io.compscan.core.write.session.WriteRequest;
import io.compscan.core.write.session.WriteSession;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import io.compscan.testing.Slow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryWatchTest {

    private static final Path MOST_EVENTS = Path.of("/proc/sys/fs/inotify/max_queued_events");

    /** The kernel drops events if nobody reads them; two files by turns, because equal events in a row are one. */
    @Test
    @Slow
    void aResultSaysThatEventsWereLost(@TempDir Path directory) throws Exception {
        assumeTrue(Files.isReadable(MOST_EVENTS), "no inotify here");
        // In one piece: the file ends after the first read, however short that is.
        int most = Integer.parseInt(Files.readAllLines(MOST_EVENTS).get(0));
        ScanOptions options = Scans.options(List.of(4096), List.of());
        try (WriteSession session =
                        WriteSession.open(WriteRequest.of(options, Scans.plan(new MemorySource(), options)));
                DirectoryWatch watch = DirectoryWatch.open(directory, session)) {
            for (int i = 0; i < most + 1000; i++) {
                Files.write(directory.resolve(i % 2 == 0 ? "even" : "odd"), new byte[] {1});
            }
            watch.stop();
            watch.watch();
            watch.scan();
            assertThat(watch.lostCount()).isEqualTo(1);
            ScanResult result = session.finish().result();
            assertThat(result.errors())
                    .extracting(ReadError::path, ReadError::reason)
                    .contains(tuple(
                            "memory/.", "files were closed faster than the system can report, so some are missing"));
            assertThat(result.totals().fileCount()).isGreaterThan(most / 2);
        }
    }
}
