package io.compscan.cli.terminal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.compscan.core.scan.ScanProgress;
import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/** The place where progress is shown; called about twice a second. Not safe for use by several threads. */
interface ProgressDisplay {

    /** Shows it, or not if it is not time yet. */
    void show(long elapsedNanos, ProgressText text);

    /** Leaves the cursor at the start of an empty line. */
    void clear();

    /** One line of a terminal, drawn again and again, and never wider than it. */
    final class Redrawn implements ProgressDisplay {
        private final PrintWriter err;
        private final IntSupplier columns;
        private int drawnColumns;

        Redrawn(PrintWriter err, IntSupplier columns) {
            this.err = err;
            this.columns = columns;
        }

        @Override
        public void show(long elapsedNanos, ProgressText text) {
            // The last column is left free: some terminals wrap as soon as it is written.
            draw(text.fitting(Math.max(1, columns.getAsInt() - 1)));
        }

        @Override
        public void clear() {
            if (drawnColumns > 0) {
                draw("");
            }
        }

        /**
         * Draws a line over the last one, and blanks the rest of a longer one. The cursor stays at the start, so that the next output
         * overwrites the line.
         */
        private void draw(String line) {
            int blanks = Math.min(drawnColumns, columns.getAsInt() - 1) - line.length();
            err.print("\r" + line + " ".repeat(Math.max(0, blanks)) + "\r");
            err.flush();
            drawnColumns = line.length();
        }
    }

    /**
     * A line of JSON each second, for a program that starts scans.
     *
     * <p>Keys are never left out; what is not known is null.
     */
    final class Json implements ProgressDisplay {
        private final PrintWriter err;
        private long dueNanos;

        Json(PrintWriter err) {
            this.err = err;
        }

        @Override
        public void show(long elapsedNanos, ProgressText text) {
            if (elapsedNanos < dueNanos) {
                return;
            }
            ScanProgress progress = text.progress();
            err.println(JsonNodeFactory.instance
                    .objectNode()
                    .put("elapsedSeconds", TimeUnit.NANOSECONDS.toSeconds(elapsedNanos))
                    .put("doneBytes", progress.doneBytes())
                    .put("totalBytes", text.ends() ? (Long) progress.foundBytes() : null)
                    .put("foundBytes", progress.foundBytes())
                    .put("readBytes", progress.readBytes())
                    .put("readBytesPerSecond", Math.round(text.readBytesPerSecond()))
                    .put("secondsLeft", text.secondsLeft())
                    .put("doneFiles", progress.doneFiles())
                    .put("foundFiles", progress.foundFiles())
                    .put("errorCount", progress.errorCount())
                    .put("reductionRatio", progress.reductionRatio())
                    .put("indexBytes", progress.indexBytes()));
            err.flush();
            long second = TimeUnit.SECONDS.toNanos(1);
            dueNanos = (elapsedNanos / second + 1) * second;
        }

        @Override
        public void clear() {}
    }

    /** Lines for a log: one after ten seconds, then one each half minute, after ten minutes one each five minutes. */
    final class Lines implements ProgressDisplay {
        private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(10);
        private static final long NEXT_NANOS = TimeUnit.SECONDS.toNanos(30);
        private static final long LATER_NANOS = TimeUnit.MINUTES.toNanos(5);
        private static final long LATE_NANOS = TimeUnit.MINUTES.toNanos(10);

        private final PrintWriter err;
        private long dueNanos = FIRST_NANOS;

        Lines(PrintWriter err) {
            this.err = err;
        }

        @Override
        public void show(long elapsedNanos, ProgressText text) {
            if (elapsedNanos < dueNanos) {
                return;
            }
            String elapsed = ProgressText.clock(TimeUnit.NANOSECONDS.toSeconds(elapsedNanos));
            Message.say(err, "after " + elapsed + ": " + text.full());
            long step = elapsedNanos < LATE_NANOS ? NEXT_NANOS : LATER_NANOS;
            dueNanos = (elapsedNanos / step + 1) * step;
        }

        @Override
        public void clear() {}
    }
}
