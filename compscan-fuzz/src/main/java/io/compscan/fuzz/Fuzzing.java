package io.compscan.fuzz;

import io.compscan.testing.Survival;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The class that Jazzer calls. It hands inputs to the target that the first argument names. */
public final class Fuzzing {

    private static FuzzTarget.@Nullable Body body;

    private Fuzzing() {}

    private static List<FuzzTarget> targets() {
        return StreamSupport.stream(ServiceLoader.load(FuzzTargets.class).spliterator(), false)
                .flatMap(some -> some.all().stream())
                .toList();
    }

    private static FuzzTarget target(String name) {
        return targets().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no target " + name));
    }

    /** Jazzer calls this before the first input. A target prepares its files here, where no limit of time holds. */
    public static void fuzzerInitialize(String... arguments) throws Exception {
        body = target(arguments[0]).body();
        try {
            body.run(new byte[0]);
        } catch (AssertionError e) {
            // Jazzer's first input is the same one again, so the failure shows there.
        }
    }

    /** Jazzer calls this for each input. */
    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        FuzzTarget.Body present = Objects.requireNonNull(body);
        try {
            present.run(input);
        } catch (Survival.CostlyError e) {
            // Jazzer rewrites each class when the JVM loads it. The second run loads no class.
            present.run(input);
        }
    }

    /** Without arguments it prints the names of all targets. With a name and a directory it writes the seeds of a target there. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            targets().forEach(target -> System.out.println(target.name()));
            return;
        }
        Path directory = Files.createDirectories(Path.of(arguments[1]));
        int number = 0;
        for (byte[] seed : target(arguments[0]).seeds().all()) {
            Files.write(directory.resolve("seed-" + number++), seed);
        }
    }
}
