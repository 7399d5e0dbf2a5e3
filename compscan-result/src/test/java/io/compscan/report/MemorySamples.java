package io.compscan.report;

import io.compscan.result.memory.MemoryResult;
import io.compscan.result.memory.MemoryResult.Account;
import io.compscan.result.memory.MemoryResult.Ksm;
import io.compscan.result.memory.MemoryResult.Merging;
import io.compscan.result.memory.MemoryResult.Overlap;
import java.util.List;

/** What is said of memory, for tests of reports. */
public final class MemorySamples {

    /** A command that names itself so. */
    public static final String EVIL = "<b>x";

    private static final long KIB = 1024;
    private static final long MIB = 1 << 20;

    private MemorySamples() {}

    /** Two processes, as root sees them. */
    public static MemoryResult frames() {
        Merging advised = new Merging(500, 4, 100, 0, 400 * KIB, 368 * KIB, 0.1);
        Merging all = new Merging(700, 5, 128, 0, 512 * KIB, 468 * KIB, 0.14);
        return new MemoryResult(
                true,
                20,
                false,
                4 * MIB,
                3 * MIB,
                3 * MIB,
                2 * MIB + 512 * KIB,
                64 * KIB,
                32 * KIB,
                4 * KIB,
                8 * KIB,
                List.of(
                        new Account(
                                "12 " + EVIL,
                                3 * MIB,
                                2 * MIB + 4 * KIB,
                                MIB,
                                64 * KIB,
                                0,
                                40 * KIB,
                                88 * KIB,
                                0,
                                8 * KIB,
                                300 * KIB),
                        new Account("13 sh", MIB, MIB, MIB, 0, 32 * KIB, 0, 80 * KIB, 4 * KIB, 0, 212 * KIB)),
                List.of(new Overlap(0, 1, 77 * KIB)),
                2,
                new Ksm(false, 256, false, 100, 20, 0, advised, all));
    }

    /** The same as their owner sees them. */
    public static MemoryResult withoutFrames() {
        MemoryResult frames = frames();
        return new MemoryResult(
                false,
                0,
                true,
                frames.mappedBytes(),
                2 * MIB,
                frames.mappedBytes(),
                null,
                frames.zeroBytes(),
                0,
                0,
                0,
                List.of(new Account("12 sh", 4 * MIB, 4 * MIB, MIB, 64 * KIB, 0, 0, 0, 0, 0, null)),
                List.of(),
                1,
                null);
    }
}
