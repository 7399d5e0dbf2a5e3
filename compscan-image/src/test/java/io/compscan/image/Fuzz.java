package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.testing.Survival;
import java.io.IOException;
import java.util.Random;

/** What hostile bytes may cost: {@code -Dcompscan.fuzz.tries=100000} makes so many cases of each format. */
final class Fuzz {

    /** How many cases each format gets. */
    static final int CASES = Integer.getInteger("compscan.fuzz.tries", 1500);

    private static final long[] EXTREMES = {
        0,
        1,
        2,
        3,
        0x7f,
        0x80,
        0xff,
        0x1ff,
        0x200,
        0xffff,
        0x10000,
        0x7fffffffL,
        0x80000000L,
        0xfffffffeL,
        0xffffffffL,
        1L << 40,
        1L << 62,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        -1,
        -2
    };

    private Fuzz() {}

    /** The seed of a run, which a failure repeats. */
    static long firstSeed(String what) {
        long seed = Long.getLong("compscan.seed", System.nanoTime());
        System.out.println("fuzzing " + what + ", " + CASES + " cases from seed " + seed);
        return seed;
    }

    /** Whether the attempt succeeded; see {@link Survival}. */
    static boolean survives(long seed, Survival.Attempt attempt) {
        return Survival.of("seed " + seed, IOException.class, attempt);
    }

    /** A number that a format may trip over. */
    static long value(Random random) {
        return random.nextInt(3) == 0 ? random.nextLong() : EXTREMES[random.nextInt(EXTREMES.length)];
    }

    /** Reads here and there in a unit, and asks for holes. */
    static void read(Unit unit, Random random) throws IOException {
        long size = unit.sizeBytes();
        assertThat(size).isNotNegative();
        byte[] data = new byte[64 << 10];
        try (UnitChannel channel = unit.open()) {
            for (int i = 0; i < 8 && size > 0; i++) {
                long at = i == 0 ? size - 1 : Math.floorMod(random.nextLong(), Math.min(size, i < 4 ? 1 << 20 : size));
                try {
                    int got = channel.read(at, data, 0, 1 + random.nextInt(data.length));
                    assertThat(got).isBetween(1, data.length);
                    assertThat(channel.nextData(at)).isBetween(at, size);
                } catch (IOException e) {
                    assertThat(e.getMessage()).isNotBlank();
                }
            }
        }
    }
}
