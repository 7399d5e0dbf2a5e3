package io.compscan.cli.terminal;

/**
 * The recent speed at which a count grows. Older growth counts less, by half for each half-life.
 *
 * <p>Bytes and time fade alike, and only a question divides them. So the figure is right from the first interval on.
 */
final class Speed {

    private final double halfLifeNanos;
    private double fadedCount;
    private double fadedNanos;
    private long lastCount;
    private long lastNanos;

    /** Starts from nothing at this moment. */
    Speed(long halfLifeNanos, long nowNanos) {
        this.halfLifeNanos = halfLifeNanos;
        lastNanos = nowNanos;
    }

    /** Tells how far the count is by now. */
    void update(long nowNanos, long count) {
        long nanos = nowNanos - lastNanos;
        double fade = Math.pow(0.5, nanos / halfLifeNanos);
        fadedNanos = fadedNanos * fade + nanos;
        fadedCount = fadedCount * fade + (count - lastCount);
        lastNanos = nowNanos;
        lastCount = count;
    }

    /** The speed; 0 before any time has passed. */
    double perSecond() {
        return fadedNanos == 0 ? 0 : fadedCount / fadedNanos * 1e9;
    }
}
