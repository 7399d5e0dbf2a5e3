package io.compscan.cli.terminal;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The time that a scan still takes, as a text that does not jump.
 *
 * <p>The estimate has two speeds: that of the last half minute and that of the whole scan. The result changes gradually over a quarter of a
 * minute, counts down meanwhile, and is rounded. If both agree, the text is one time; if they differ, a range. If they differ by more than
 * a factor of {@value #MOST_DOUBT}, or too little is done, there is no text.
 */
final class TimeLeft {

    private static final long RECENT_HALF_LIFE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final double FADING_HALF_LIFE_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final double LITTLE_DOUBT = 1.3;
    private static final double MOST_DOUBT = 4;

    /** The part of a step that does not round up to a whole one. */
    private static final double TOLERANCE = 0.1;

    private static final int MINUTE = 60;
    private static final int HOUR = 3600;
    private static final int DAY = 24 * HOUR;

    private final long startNanos;
    private final Speed recent;
    private long lastNanos;
    private double lowSeconds;
    private double highSeconds;
    private boolean isKnown;

    TimeLeft(long nowNanos) {
        startNanos = nowNanos;
        lastNanos = nowNanos;
        recent = new Speed(RECENT_HALF_LIFE_NANOS, nowNanos);
    }

    /**
     * Tells how far the scan is by now.
     *
     * @param leftBytes what is left to do; negative where that is not known
     */
    void update(long nowNanos, long doneBytes, long leftBytes) {
        recent.update(nowNanos, doneBytes);
        double passedNanos = nowNanos - lastNanos;
        lastNanos = nowNanos;
        double elapsedSeconds = (nowNanos - startNanos) / 1e9;
        double wholePerSecond = elapsedSeconds == 0 ? 0 : doneBytes / elapsedSeconds;
        if (leftBytes < 0 || nowNanos - startNanos < PATIENCE_NANOS || recent.perSecond() < 1 || wholePerSecond < 1) {
            isKnown = false;
            return;
        }
        double one = leftBytes / recent.perSecond();
        double other = leftBytes / wholePerSecond;
        double fresh = isKnown ? 1 - Math.pow(0.5, passedNanos / FADING_HALF_LIFE_NANOS) : 1;
        lowSeconds = faded(lowSeconds, Math.min(one, other), fresh, passedNanos);
        highSeconds = faded(highSeconds, Math.max(one, other), fresh, passedNanos);
        isKnown = true;
    }

    private static double faded(double before, double now, double fresh, double passedNanos) {
        return fresh * now + (1 - fresh) * Math.max(0, before - passedNanos / 1e9);
    }

    /** The middle of the estimate; null if nothing is known. */
    @Nullable Long seconds() {
        return isSaid() ? (Long) Math.round(middleSeconds()) : null;
    }

    private boolean isSaid() {
        return isKnown && highSeconds <= MOST_DOUBT * Math.max(1, lowSeconds);
    }

    private double middleSeconds() {
        return Math.sqrt(lowSeconds * highSeconds);
    }

    /** The text, such as {@code 12 min left} or {@code 10 to 25 min left}; null if nothing is known. */
    @Nullable String text() {
        if (!isSaid()) {
            return null;
        }
        String low = rounded(lowSeconds);
        String high = rounded(highSeconds);
        if (highSeconds <= LITTLE_DOUBT * lowSeconds || low.equals(high)) {
            return rounded(middleSeconds()) + " left";
        }
        String unit = low.substring(low.indexOf(' '));
        boolean isSameUnit = low.indexOf(' ') == low.lastIndexOf(' ') && high.endsWith(unit);
        return (isSameUnit ? low.substring(0, low.indexOf(' ')) : low) + " to " + high + " left";
    }

    /** The seconds, rounded as a person would; rather more than less. */
    static String rounded(double seconds) {
        if (seconds <= 50) {
            return Math.max(10, up(seconds, 10)) + " s";
        }
        if (seconds <= 10 * MINUTE) {
            return up(seconds, MINUTE) / MINUTE + " min";
        }
        if (seconds <= 55 * MINUTE) {
            return up(seconds, 5 * MINUTE) / MINUTE + " min";
        }
        if (seconds <= 5 * HOUR) {
            long quarters = up(seconds, HOUR / 4);
            return quarters / HOUR + " h" + (quarters % HOUR == 0 ? "" : " " + quarters % HOUR / MINUTE + " min");
        }
        return seconds <= 2 * DAY ? up(seconds, HOUR) / HOUR + " h" : up(seconds, DAY) / DAY + " d";
    }

    private static long up(double seconds, long step) {
        return Math.max(1, (long) Math.ceil(seconds / step - TOLERANCE)) * step;
    }
}
