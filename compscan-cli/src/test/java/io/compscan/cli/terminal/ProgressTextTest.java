package io.compscan.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.scan.ScanProgress;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProgressTextTest {

    private static final long GIB = 1L << 30;
    private static final long MIB = 1L << 20;

    private static ScanProgress progress(boolean sizeKnown, boolean allFound, long errors, @Nullable Double ratio) {
        return new ScanProgress(
                1_234_567,
                45 * GIB + GIB / 2,
                sizeKnown,
                allFound,
                345_678,
                12 * GIB + GIB / 4,
                12 * GIB,
                errors,
                45 * MIB,
                ratio);
    }

    private static ProgressText text(boolean sizeKnown, boolean allFound, long errors, @Nullable Double ratio) {
        return new ProgressText(progress(sizeKnown, allFound, errors, ratio), 312.0 * MIB, "3 h left", null);
    }

    @Test
    void whileTheWalkGoesOnTheTotalIsSaidToBeSoFarAndNoTimeIsGiven() {
        assertThat(text(true, false, 0, null).full())
                .isEqualTo(
                        "12.3 GiB of 45.5 GiB so far, 312 MiB/s, 345,678 of 1,234,567 files, no errors, index 45.0 MiB");
    }

    @Test
    void whenAllIsFoundTheTimeLeftIsGiven() {
        assertThat(text(true, true, 2, 2.314).full())
                .isEqualTo("12.3 GiB of 45.5 GiB (26 %), 312 MiB/s, 3 h left, 345,678 of 1,234,567 files, 2 errors,"
                        + " ~2.31 : 1 so far, index 45.0 MiB");
    }

    @Test
    void aStreamHasNoTotal() {
        assertThat(text(false, true, 1, 2.314).full())
                .isEqualTo("12.3 GiB read, 312 MiB/s, 345,678 of 1,234,567 files, 1 error,"
                        + " ~2.31 : 1 so far, index 45.0 MiB");
    }

    @Test
    void whatHasNoSpeedHasNoEnd() {
        ProgressText stalled = new ProgressText(progress(true, true, 0, null), 0, null, null);
        assertThat(stalled.full())
                .isEqualTo("12.3 GiB of 45.5 GiB (26 %), 0 B/s, 345,678 of 1,234,567 files, no errors, index 45.0 MiB");
    }

    @Test
    void onceAllIsReadItIsFinishing() {
        ScanProgress all = new ScanProgress(1, 4 * MIB, true, true, 1, 4 * MIB, 4 * MIB, 0, MIB, 1.0);
        assertThat(new ProgressText(all, MIB, "10 s left", null).full())
                .isEqualTo("4.00 MiB of 4.00 MiB (100 %), 1.00 MiB/s, finishing, 1 of 1 file, no errors,"
                        + " ~1.00 : 1, index 1.00 MiB");
    }

    @Test
    void inEightyColumnsItIsShortened() {
        assertThat(text(true, false, 2, 2.314).fitting(79))
                .isEqualTo("12.3/45.5 GiB so far 312 MiB/s 2 errors ~2.31:1 so far idx 45.0 MiB");
        ScanProgress usual = new ScanProgress(5678, 12 * GIB, true, true, 1234, 3 * GIB, 3 * GIB, 0, 45 * MIB, 2.31);
        assertThat(new ProgressText(usual, 312.0 * MIB, "30 s left", null).fitting(79))
                .isEqualTo("[##--------] 25 % 312 MiB/s 30 s left 3.00/12.0 GiB ~2.31:1 so far idx 45.0 MiB");
    }

    @Test
    void aBarHasRoomInAWideTerminal() {
        assertThat(text(true, true, 2, 2.314).fitting(199))
                .isEqualTo("[#####---------------] 26 %, 312 MiB/s, 3 h left, 12.3 GiB of 45.5 GiB,"
                        + " 345,678 of 1,234,567 files, 2 errors, ~2.31 : 1 so far, index 45.0 MiB");
        ScanProgress all = new ScanProgress(1, 4 * MIB, true, true, 1, 4 * MIB, 4 * MIB, 0, MIB, 1.0);
        assertThat(new ProgressText(all, MIB, null, null).fitting(199))
                .startsWith("[####################] 100 %, 1.00 MiB/s, finishing, ");
    }

    @Test
    void aFileThatGrowsLeavesTheBarWhole() {
        ScanProgress grown = new ScanProgress(1, 4 * MIB, true, true, 1, 5 * MIB, 5 * MIB, 0, MIB, null);
        assertThat(new ProgressText(grown, MIB, null, null).fitting(59))
                .isEqualTo("[##########] 100 % 1.00 MiB/s finishing idx 1.00 MiB");
    }

    @Test
    void unitsThatDifferAreBothGiven() {
        ScanProgress start = new ScanProgress(2, 12 * GIB, true, true, 1, 3 * MIB, 3 * MIB, 0, MIB, null);
        assertThat(new ProgressText(start, 0, null, null).fitting(60))
                .isEqualTo("[----------] 0 % 0 B/s 3.00 MiB/12.0 GiB 1 file idx 1.00 MiB");
    }

    @Test
    void inSixtyColumnsAreBarSpeedTimeAndIndex() {
        assertThat(text(true, true, 0, 2.314).fitting(59))
                .isEqualTo("[##--------] 26 % 312 MiB/s 3 h left idx 45.0 MiB");
        assertThat(text(true, true, 2, 2.314).fitting(59))
                .isEqualTo("[##--------] 26 % 312 MiB/s 3 h left 2 errors idx 45.0 MiB");
    }

    @Test
    void inAFewColumnsTheLessImportantPartsGo() {
        ProgressText text = text(true, true, 2, 2.314);
        assertThat(text.fitting(45)).isEqualTo("[##--------] 26 % 312 MiB/s 3 h left 2 errors");
        assertThat(text.fitting(30)).isEqualTo("[##--------] 26 % 312 MiB/s");
        assertThat(text.fitting(20)).isEqualTo("[##--------] 26 %");
        assertThat(text.fitting(10)).isEqualTo("[##-------");
        assertThat(text(false, true, 0, null).fitting(20)).isEqualTo("12.3 GiB read");
    }

    @Property(tries = 1000)
    void itNeverIsWiderThanAskedForAndPlainAscii(
            @ForAll @LongRange(min = 0) long foundBytes,
            @ForAll @LongRange(min = 0) long doneBytes,
            @ForAll @LongRange(min = 0) long files,
            @ForAll @LongRange(min = 0) long errors,
            @ForAll boolean sizeKnown,
            @ForAll boolean allFound,
            @ForAll @IntRange(min = 1, max = 200) int columns) {
        ScanProgress progress =
                new ScanProgress(files, foundBytes, sizeKnown, allFound, files, doneBytes, doneBytes, errors, 1, 1e9);
        String text = new ProgressText(progress, doneBytes, "10 to 25 min left", null).fitting(columns);
        assertThat(text).hasSizeLessThanOrEqualTo(columns).matches("[ -~]*");
    }

    @Test
    void aPersianOrGermanLocaleChangesNothing() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("fa-IR-u-nu-arabext"));
            assertThat(text(true, true, 2, 2.314).full()).contains("3 h left").contains("~2.31");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void times() {
        assertThat(ProgressText.clock(0)).isEqualTo("0:00");
        assertThat(ProgressText.clock(42)).isEqualTo("0:42");
        assertThat(ProgressText.clock(725)).isEqualTo("12:05");
        assertThat(ProgressText.clock(3600)).isEqualTo("1:00:00");
        assertThat(ProgressText.clock(31 * 3600 + 5 * 60 + 9)).isEqualTo("31:05:09");
    }
}
