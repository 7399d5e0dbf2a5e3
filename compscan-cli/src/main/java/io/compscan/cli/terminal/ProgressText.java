package io.compscan.cli.terminal;

import io.compscan.core.scan.ScanProgress;
import io.compscan.report.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How far a scan is, in words: ASCII, the same in every locale.
 *
 * <pre>
 *   3.21 GiB of 12.4 GiB (25 %), 312 MiB/s, 30 s left, 1,234 of 5,678 files, no errors, \
 *       ~2.31 : 1 so far, index 45.2 MiB
 *   3.21/12.4 GiB 312 MiB/s 30 s left 1,234 files 0 errors ~2.31:1 so far
 * </pre>
 *
 * <p>While the walk still finds files, {@code so far} marks the total, and the text tells no time left. The mark {@code ~} stands before
 * inexact figures.
 *
 * @param progress how far it is
 * @param readBytesPerSecond how fast it reads
 * @param timeLeft such as {@code 5 min left}; null where nothing can be said
 * @param secondsLeft the same in seconds
 */
record ProgressText(
        ScanProgress progress,
        double readBytesPerSecond,
        @Nullable String timeLeft,
        @Nullable Long secondsLeft) {

    /**
     * A part of the text.
     *
     * @param full the text where there is room
     * @param tight the text where there is little room
     * @param weight the lightest part is the first to go if even the tight text is too long
     */
    private record Part(String full, String tight, int weight) {}

    /** Whether it is known how much there is to do. */
    boolean ends() {
        return progress.allFound() && progress.sizeKnown();
    }

    /** The whole text. */
    String full() {
        return join(parts(), Part::full, ", ");
    }

    /** As much as fits into so many columns. */
    String fitting(int columns) {
        List<Part> parts = new ArrayList<>(parts());
        String text = join(parts, Part::full, ", ");
        while (text.length() > columns) {
            text = join(parts, Part::tight, " ");
            if (text.length() > columns) {
                if (parts.size() == 1) {
                    return text.substring(0, columns);
                }
                parts.remove(parts.stream()
                        .min(Comparator.comparingInt(Part::weight))
                        .orElseThrow());
            }
        }
        return text;
    }

    private static String join(List<Part> parts, Function<Part, String> form, String separator) {
        return String.join(separator, parts.stream().map(form).toList());
    }

    private List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        boolean ends = ends();
        parts.add(new Part(bytes(ends), tightBytes(), 7));
        String rate = Figures.human((long) readBytesPerSecond) + "/s";
        parts.add(new Part(rate, rate, 6));
        long leftBytes = progress.foundBytes() - progress.doneBytes();
        if (ends && leftBytes <= 0) {
            parts.add(new Part("finishing", "finishing", 5));
        } else if (ends && timeLeft != null) {
            parts.add(new Part(timeLeft, timeLeft, 5));
        }
        String done = Figures.exact(progress.doneFiles());
        String tightFiles = done + (progress.doneFiles() == 1 ? " file" : " files");
        parts.add(new Part(done + " of " + Figures.count(progress.foundFiles(), "file", "files"), tightFiles, 2));
        String errors = Figures.count(progress.errorCount(), "error", "errors");
        parts.add(new Part(progress.errorCount() == 0 ? "no errors" : errors, errors, 4));
        Double ratio = progress.reductionRatio();
        if (ratio != null) {
            String number = "~" + Figures.ratio(ratio);
            // The first files may be unlike the rest; compscan estimate reads at random.
            boolean isAll = ends && leftBytes <= 0;
            parts.add(
                    new Part(number + " : 1" + (isAll ? "" : " so far"), number + ":1" + (isAll ? "" : " so far"), 3));
        }
        String index = Figures.human(progress.indexBytes());
        parts.add(new Part("index " + index, "idx " + index, 1));
        return parts;
    }

    private String bytes(boolean ends) {
        String done = Figures.human(progress.doneBytes());
        if (!progress.sizeKnown()) {
            return done + " read";
        }
        String found = done + " of " + Figures.human(progress.foundBytes());
        if (!progress.allFound()) {
            return found + " so far";
        }
        // Rounded down, so 100 % means everything.
        long percent = progress.foundBytes() == 0 ? 100 : (long) (progress.doneBytes() * 100.0 / progress.foundBytes());
        return ends ? found + " (" + percent + " %)" : found;
    }

    private String tightBytes() {
        String done = Figures.human(progress.doneBytes());
        if (!progress.sizeKnown()) {
            return done + " read";
        }
        String found = Figures.human(progress.foundBytes());
        String unit = found.substring(found.indexOf(' '));
        String start = done.endsWith(unit) ? done.substring(0, done.length() - unit.length()) : done;
        return start + "/" + found + (progress.allFound() ? "" : " so far");
    }

    /** {@code 0:42}, {@code 12:05}, {@code 31:05:09}. */
    static String clock(long seconds) {
        return seconds < 3600
                ? String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
}
