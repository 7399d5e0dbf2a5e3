package io.compscan.result;

import org.jspecify.annotations.Nullable;

/** How a number was come by. No output shows a number of one grade as if it had a better one. */
public enum Grade {
    /** From bytes that were read; a sample of them has an interval. */
    MEASURED,
    /** From a model that was compared with the real system; its {@link Evidence} has the deviations. */
    CHECKED,
    /** From a model that nobody has compared with the real system. */
    MODELLED,
    /** From somebody's assumptions, such as growth or headroom. */
    ASSUMED;

    /** The grade of a model with this evidence. */
    public static Grade ofModel(@Nullable Evidence evidence) {
        return evidence == null ? MODELLED : CHECKED;
    }

    /** The grade in words. */
    public String words() {
        return switch (this) {
            case MEASURED -> "measured";
            case CHECKED -> "modelled, checked";
            case MODELLED -> "modelled, not checked";
            case ASSUMED -> "assumed";
        };
    }
}
