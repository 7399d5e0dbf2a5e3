package io.compscan.core.compress;

/**
 * A compression algorithm by name. A jar adds one as a service: a public class with a public constructor without arguments, listed in
 * {@code META-INF/services/io.compscan.core.compress.Codec}.
 */
public interface Codec {

    /** The name in {@code --compress}: lower-case letters and digits. */
    String name();

    /** The levels there are. */
    Levels levels();

    /** A compressor at this level, which lies within {@link #levels}; the caller closes it. */
    Compressor open(int level);

    /**
     * The library whose sizes these are at this level, with its version, such as {@code lz4-java 1.12.1}. Another version may find other
     * sizes. Empty if the code of the codec alone decides them.
     */
    default String library(int level) {
        return "";
    }

    /**
     * The range of a codec's levels; what a level means is the codec's affair.
     *
     * @param min the least
     * @param max the greatest
     * @param byDefault the one that is meant when none is given
     */
    record Levels(int min, int max, int byDefault) {

        /** A codec without levels. */
        public static final Levels NONE = new Levels(0, 0, 0);

        /** Refuses a default outside the range. */
        public Levels {
            if (byDefault < min || byDefault > max) {
                throw new IllegalArgumentException("default level " + byDefault + " is not in " + min + ".." + max);
            }
        }
    }
}
