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
 *   [##--------] 25 % 312 MiB/s 30 s left 3.21/12.4 GiB ~2.31:1 so far idx 45.2 MiB
 *   [##--------] 25 % 312 MiB/s 30 s left idx 45.2 MiB
 * </pre>
 *
 * <p>The first line is for a log, the others are for terminals of 80 and 60 columns. A bar needs a total, so streams have none.
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

    private static final int BAR_COLUMNS = 20;
    private static final int TIGHT_BAR_COLUMNS = 10;

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

    /** The whole text, as a line of a log. */
    String full() {
        boolean ends = ends();
        List<Part> parts = new ArrayList<>();
        parts.add(new Part(bytes(ends), bytes(ends), 0));
        parts.addAll(speed(ends));
        parts.add(files());
        parts.add(errors());
        parts.addAll(ratioAndIndex(ends));
        return join(parts, Part::full, ", ");
    }

    /** As much as fits into so many columns of a terminal. */
    String fitting(int columns) {
        List<Part> parts = parts();
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
        boolean ends = ends();
        List<Part> parts = new ArrayList<>();
        Part bytes = new Part(bytes(false), tightBytes(), ends ? 4 : 9);
        if (ends) {
            parts.add(new Part(bar(BAR_COLUMNS), bar(TIGHT_BAR_COLUMNS), 9));
        } else {
            parts.add(bytes);
        }
        parts.addAll(speed(ends));
        if (ends) {
            parts.add(bytes);
        }
        parts.add(files());
        parts.add(errors());
        parts.addAll(ratioAndIndex(ends));
        return parts;
    }

    /** How fast it is, and how long it takes. */
    private List<Part> speed(boolean ends) {
        String rate = Figures.human((long) readBytesPerSecond) + "/s";
        Part speed = new Part(rate, rate, 8);
        String left = ends && leftBytes() <= 0 ? "finishing" : ends ? timeLeft : null;
        return left == null ? List.of(speed) : List.of(speed, new Part(left, left, 7));
    }

    private Part files() {
        String done = Figures.exact(progress.doneFiles());
        return new Part(
                done + " of " + Figures.count(progress.foundFiles(), "file", "files"),
                done + (progress.doneFiles() == 1 ? " file" : " files"),
                2);
    }

    private Part errors() {
        String errors = Figures.count(progress.errorCount(), "error", "errors");
        return progress.errorCount() == 0 ? new Part("no errors", errors, 1) : new Part(errors, errors, 6);
    }

    /** The reduction of what was read, where that is known, and the memory of the index. */
    private List<Part> ratioAndIndex(boolean ends) {
        String size = Figures.human(progress.indexBytes());
        Part index = new Part("index " + size, "idx " + size, 5);
        Double ratio = progress.reductionRatio();
        if (ratio == null) {
            return List.of(index);
        }
        String number = "~" + Figures.ratio(ratio);
        // The first files may be unlike the rest; compscan estimate reads at random.
        String soFar = ends && leftBytes() <= 0 ? "" : " so far";
        return List.of(new Part(number + " : 1" + soFar, number + ":1" + soFar, 3), index);
    }

    private long leftBytes() {
        return progress.foundBytes() - progress.doneBytes();
    }

    /** How much is done, as a bar and in per cent. */
    private String bar(int columns) {
        long percent = percent();
        int filled = (int) (columns * percent / 100);
        return "[" + "#".repeat(filled) + "-".repeat(columns - filled) + "] " + percent + " %";
    }

    /** Rounded down, so 100 means everything. */
    private long percent() {
        double share = progress.foundBytes() == 0 ? 1 : (double) progress.doneBytes() / progress.foundBytes();
        return (long) (Math.min(1, share) * 100);
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
        return ends ? found + " (" + percent() + " %)" : found;
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
