package io.compscan.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.scan.ScanProgress;
import io.compscan.core.scan.Spilling;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The line that tells where an index goes on, and how much it will take there. */
class SpillNoticeTest {

    private static final long MIB = 1L << 20;

    private @Nullable Spilling spilling;
    private final SpillNotice notice = new SpillNotice(() -> spilling);

    private static Spilling spilling(boolean hasSpilled, long limitBytes) {
        return new Spilling(
                List.of(Path.of("/one"), Path.of("/other")), hasSpilled, 7 * MIB, limitBytes, 12 * MIB, null);
    }

    /** The scan has done a quarter of the bytes that the walk found. */
    private static ScanProgress progress(boolean sizeKnown, boolean allFound, long doneBytes) {
        return new ScanProgress(1, 400 * MIB, sizeKnown, allFound, 1, doneBytes, doneBytes, 0, MIB, null);
    }

    @Test
    void nothingIsSaidBeforeTheIndexGoesToDisk() {
        assertThat(notice.next(progress(true, true, MIB))).isNull();
        spilling = spilling(false, Long.MAX_VALUE);
        assertThat(notice.next(progress(true, true, MIB))).isNull();
        spilling = spilling(true, Long.MAX_VALUE);
        assertThat(notice.next(progress(true, true, MIB))).isNotNull();
    }

    @Test
    void itIsSaidOnceWithWhatTheWholeWillNeed() {
        spilling = spilling(true, Long.MAX_VALUE);
        assertThat(notice.next(progress(true, true, 100 * MIB)))
                .isEqualTo(
                        "the index has outgrown its memory and goes on in /one, /other, where it will need about 48.0 MiB");
        assertThat(notice.next(progress(true, true, 200 * MIB))).isNull();
    }

    @Test
    void whereTheEndIsNotKnownItSaysWhatIsThereNow() {
        for (ScanProgress unknown :
                List.of(progress(false, true, MIB), progress(true, false, MIB), progress(true, true, 0))) {
            spilling = spilling(true, Long.MAX_VALUE);
            assertThat(new SpillNotice(() -> spilling).next(unknown))
                    .isEqualTo("the index has outgrown its memory and goes on in /one, /other, so far with 7.00 MiB");
        }
    }

    @Test
    void aLimitIsNamed() {
        spilling = spilling(true, 20 * MIB);
        assertThat(notice.next(progress(true, true, 400 * MIB)))
                .endsWith("about 12.0 MiB, of at most 20.0 MiB it may take");
    }
}
