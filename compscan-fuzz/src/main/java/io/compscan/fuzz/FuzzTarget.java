package io.compscan.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Something that reads bytes or texts from outside.
 *
 * @param name the name for {@code dev/fuzz}
 * @param seeds inputs to begin with
 * @param body takes one input; it must end, and throws if it did not survive
 */
public record FuzzTarget(String name, Seeds seeds, Body body) {

    private static final int DECISION_BYTES = 96;
    private static final int DECISIONS = 8;

    /** Makes inputs to begin with. */
    @FunctionalInterface
    public interface Seeds {
        /** The inputs; called once, before the first run. */
        List<byte[]> all() throws Exception;
    }

    /** Takes inputs. One thread. */
    @FunctionalInterface
    public interface Body {
        /** Reads one input. */
        void run(byte[] input) throws Exception;
    }

    /** Seeds of a target whose inputs are decisions, see {@link io.compscan.testing.FuzzBytes}. The first decision chooses one of so many wholes. */
    public static List<byte[]> decisions(int wholes) {
        Random random = new Random(wholes);
        List<byte[]> all = new ArrayList<>();
        for (int i = 0; i < wholes * DECISIONS; i++) {
            byte[] decisions = new byte[DECISION_BYTES];
            random.nextBytes(decisions);
            decisions[0] = (byte) (i % wholes);
            all.add(decisions);
        }
        return all;
    }

    /** The start of an input, for messages. */
    public static String brief(byte[] input) {
        return "input " + Arrays.toString(Arrays.copyOf(input, Math.min(input.length, 24)));
    }
}
