package io.compscan.testing.powerloss;

import io.compscan.testing.powerloss.RecordedDisk.Unsafe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** All states in which power cuts could leave a {@link RecordedDisk}. */
public final class PowerCuts {

    private final RecordedDisk disk;
    private final Path root;
    private final Path below;
    private final IntFunction<Object> promise;
    private final Check check;
    private final Set<Object> seen = new HashSet<>();

    /** Looks at what the disk holds after a power cut. */
    @FunctionalInterface
    public interface Check {
        /**
         * Fails if it is not what was promised.
         *
         * @param root what was the root of the disk
         * @param promised what was promised up to then
         * @param what describes the power cut
         */
        void look(Path root, Object promised, String what) throws IOException;
    }

    private PowerCuts(RecordedDisk disk, Path root, Path below, IntFunction<Object> promise, Check check) {
        this.disk = disk;
        this.root = root;
        this.below = below;
        this.promise = promise;
        this.check = check;
    }

    /**
     * Checks every state that differs from all others.
     *
     * @param root of the disk, a path of the usual file system
     * @param below the directory that matters
     * @param scratch where the states are written, one after the other; it does not exist
     * @param promise what was promised after so many steps
     * @return the number of states
     */
    public static int check(
            RecordedDisk disk, Path root, Path below, Path scratch, IntFunction<Object> promise, Check check)
            throws IOException {
        PowerCuts cuts = new PowerCuts(disk, root, below, promise, check);
        for (int steps = 0; steps <= disk.stepCount(); steps++) {
            cuts.cut(steps, scratch, "nothing is lost", one -> false);
            cuts.cut(steps, scratch, "all is lost that is not forced", one -> true);
            for (Unsafe one : disk.unsafeAfter(steps)) {
                cuts.cut(steps, scratch, "lost: " + one, one::equals);
                cuts.cut(steps, scratch, "all is lost but " + one, other -> !one.equals(other));
            }
        }
        return cuts.seen.size();
    }

    private void cut(int steps, Path scratch, String what, Predicate<Unsafe> isLost) throws IOException {
        Object promised = promise.apply(steps);
        if (!seen.add(List.of(promised, disk.signature(steps, isLost, below)))) {
            return;
        }
        Files.createDirectory(scratch);
        disk.restore(steps, isLost, root, scratch);
        check.look(scratch, promised, "step " + steps + " of " + disk.stepCount() + ", " + what);
        try (Stream<Path> paths = Files.walk(scratch)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
