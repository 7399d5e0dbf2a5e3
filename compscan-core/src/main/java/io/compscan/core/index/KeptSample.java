package io.compscan.core.index;

import java.io.Serializable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which of the distinct chunks an index of bounded memory keeps: a level of {@link SampleLevels#ALL}.
 *
 * @param entries the most chunks that it keeps
 * @param level the level whose chunks it keeps, each of them counted exactly
 * @param sizedLevel the level whose stored sizes it keeps, not before {@code level} once that has risen
 */
public record KeptSample(int entries, int level, int sizedLevel) implements Serializable {

    private static final Pattern NAME = Pattern.compile("([0-9]{1,8}):([0-9]{1,3}):([0-9]{1,3})");

    /** Refuses what no index keeps. */
    public KeptSample {
        int levels = SampleLevels.ALL.count();
        if (entries < 1 || level < 0 || level >= levels || sizedLevel < 0 || sizedLevel >= levels) {
            throw new IllegalArgumentException(
                    "a sample of " + entries + " entries at level " + level + ", sized at level " + sizedLevel);
        }
    }

    /** The probability with which it holds a chunk. */
    public double rate() {
        return SampleLevels.ALL.rateOf(level);
    }

    /** All three numbers, such as {@code 1048576:7:19}. */
    public String name() {
        return entries + ":" + level + ":" + sizedLevel;
    }

    /**
     * The sample with this {@link #name}.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static KeptSample named(String name) {
        Matcher matcher = NAME.matcher(name);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + name + "' names no sample");
        }
        return new KeptSample(
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                Integer.parseInt(matcher.group(3)));
    }
}
