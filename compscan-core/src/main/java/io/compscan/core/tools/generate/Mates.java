package io.compscan.core.tools.generate;

import java.util.Locale;

/** How far apart the copies of a chunk lie; it decides how hard an estimate from a part of the data is. */
public enum Mates {
    /** Anywhere. */
    FAR,
    /** Side by side, as far as a stretch of {@value #STRETCH} runs holds them. */
    NEAR,
    /** In repetitions of the data set: first one copy of every run, then the second copies in the same order, and so on. */
    HALVES;

    static final int STRETCH = 16;

    /**
     * The value of this name, in lower case.
     *
     * @throws IllegalArgumentException with one line for a person, if there is none
     */
    public static Mates named(String name) {
        for (Mates mates : values()) {
            if (mates.label().equals(name)) {
                return mates;
            }
        }
        throw new IllegalArgumentException("mates '" + name + "': is not far, near or halves");
    }

    /** Its name, in lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
