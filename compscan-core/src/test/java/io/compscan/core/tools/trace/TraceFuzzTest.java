package io.compscan.core.tools.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Damaged traces: each is read or refused, and none hangs or takes memory that its length does not give.
 *
 * <p>{@code -Dcompscan.fuzz.tries=100000} tries that many, {@code -Dcompscan.seed} repeats one.
 */
class TraceFuzzTest {

    private static final int TRIES = Integer.getInteger("compscan.fuzz.tries", 3000);
    /** Traces that are whole. */
    static final Map<TraceFormat, List<byte[]>> SEEDS = Map.of(
            TraceFormat.FS_HASHER,
                    List.of(
                            TraceFixtures.fsHasherFixed(1),
                            TraceFixtures.fsHasherFixed(3),
                            TraceFixtures.fsHasherFixed(4),
                            TraceFixtures.fsHasherFixed(7),
                            TraceFixtures.fsHasherVariable(4),
                            TraceFixtures.fsHasherVariable(7)),
            TraceFormat.FIU, List.of(TraceFixtures.fiu()),
            TraceFormat.FIU_FINAL, List.of(TraceFixtures.fiu()),
            TraceFormat.PROXMOX, List.of(TraceFixtures.fidx(), smallDidx()),
            TraceFormat.CASYNC, List.of(TraceFixtures.caibx()),
            TraceFormat.BORG, List.of(TraceFixtures.borg(4096)),
            TraceFormat.ZFS, List.of(TraceFixtures.zdb()),
            TraceFormat.RESTIC, List.of(TraceFixtures.restic()));

    /** Without a chunk of 16 MiB, whose zeros take long to hash. */
    private static byte[] smallDidx() {
        byte[] whole = TraceFixtures.didx();
        return Arrays.copyOf(whole, 4096 + 40);
    }

    @ParameterizedTest
    @EnumSource(TraceFormat.class)
    void aDamagedTraceIsReadOrRefused(TraceFormat format) {
        long seed = Long.getLong("compscan.seed", System.nanoTime());
        System.out.println("TraceFuzzTest " + format.label() + " seed " + seed);
        Random random = new Random(seed);
        int[] refused = new int[1];
        Assertions.assertTimeoutPreemptively(
                Duration.ofMinutes(10),
                () -> {
                    for (int i = 0; i < TRIES; i++) {
                        List<byte[]> seeds = SEEDS.get(format);
                        byte[] mutated = mutate(seeds.get(random.nextInt(seeds.size())), random);
                        refused[0] += AnyTrace.survives("seed " + seed, format, mutated) ? 0 : 1;
                    }
                },
                "seed " + seed);
        // Mutations of names and hashes leave a trace whole; most others must be noticed.
        assertThat(refused[0]).as("seed " + seed).isBetween(TRIES / 20, TRIES - 1);
    }

    private static byte[] mutate(byte[] original, Random random) {
        byte[] bytes = original.clone();
        int edits = 1 + random.nextInt(4);
        for (int i = 0; i < edits; i++) {
            int at = random.nextInt(Math.min(bytes.length, random.nextBoolean() ? bytes.length : 64));
            switch (random.nextInt(5)) {
                case 0 -> bytes[at] = (byte) random.nextInt();
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 ->
                    Arrays.fill(bytes, at, Math.min(bytes.length, at + 8), (byte) (random.nextBoolean() ? -1 : 0));
                case 3 -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
                default -> {
                    int length = Math.min(random.nextInt(40), bytes.length - at);
                    System.arraycopy(bytes, random.nextInt(bytes.length - length + 1), bytes, at, length);
                }
            }
        }
        return bytes;
    }
}
