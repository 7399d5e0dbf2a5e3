package io.compscan.bench;

import io.compscan.core.profile.Profiles;
import io.compscan.core.set.Sets;
import io.compscan.core.set.place.PlaceRequest;
import io.compscan.core.set.place.PlaceRequest.Pool;
import io.compscan.core.set.place.PlaceRequest.Rule;
import io.compscan.core.set.place.Placement;
import io.compscan.result.set.PlaceResult;
import io.compscan.result.set.PlaceResult.Compared;
import io.compscan.result.set.PlaceResult.Way;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Places volumes on pools and prints, as CSV on stdout, how long that takes and what comes of it.
 *
 * <p>Volumes come in families of ten, on random pools. A volume has chunks of its own, most of 16 parts of its family, and some of 16 parts
 * that all families have. Each pool holds a quarter more than its part of what all take when families lie together.
 */
@Command(
        name = "PlaceBenchmark",
        mixinStandardHelpOptions = true,
        description = "Places volumes on pools and prints a CSV row.")
public final class PlaceBenchmark implements Callable<Integer> {

    private static final int FAMILY = 10;
    private static final int PARTS = 16;

    @Option(names = "--volumes", defaultValue = "200", description = "How many volumes.")
    private int volumes;

    @Option(names = "--pools", defaultValue = "8", description = "How many pools.")
    private int pools;

    @Option(
            names = "--entries",
            defaultValue = "50k",
            converter = MapGrowth.Count.class,
            description = "Chunks of a volume, on the mean.")
    private long entries;

    @Option(names = "--dir", description = "Where the sets are written (default: the temporary directory).")
    private Path dir = Path.of(System.getProperty("java.io.tmpdir"));

    /** Runs it. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new PlaceBenchmark()).execute(args));
    }

    @Override
    public Integer call() throws IOException {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        out.println(
                "volumes,pools,chunks,seconds,method,over_bytes,taken_bytes,families_bytes,now_bytes,random_bytes,bound_bytes");
        Path work = Files.createTempDirectory(dir, "place");
        List<Path> files = new ArrayList<>();
        try {
            Random random = new Random(1);
            for (int i = 0; i < volumes; i++) {
                files.add(work.resolve("v" + i + ".fpr"));
                SetOfKeys.write(files.get(i), keys(i, random));
            }
            try (Sets sets = Sets.open(files)) {
                out.println(row(sets, random));
            }
        } finally {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.delete(work);
        }
        return 0;
    }

    private long[] keys(int volume, Random random) {
        int part = (int) (entries / (2 * PARTS));
        List<Long> keys = new ArrayList<>();
        add(keys, (1L << 40) * (volume + 1), (int) (entries / 4 + random.nextInt((int) entries / 4)));
        for (int i = 0; i < PARTS; i++) {
            if (random.nextInt(4) > 0) {
                add(keys, (1L << 50) * (1 + volume / FAMILY) + i * (1L << 30), part);
            }
            if (random.nextInt(4) == 0) {
                add(keys, i * (1L << 30), part);
            }
        }
        return keys.stream().mapToLong(Long::longValue).toArray();
    }

    private static void add(List<Long> keys, long first, int count) {
        for (int i = 0; i < count; i++) {
            keys.add(first + i);
        }
    }

    private String row(Sets sets, Random random) throws IOException {
        List<Rule> now = new ArrayList<>();
        List<Rule> families = new ArrayList<>();
        for (int i = 0; i < volumes; i++) {
            now.add(new Rule("v" + i, "p" + random.nextInt(pools)));
            families.add(new Rule("v" + i, "p" + i / FAMILY % pools));
        }
        // Nothing may move, so this only counts.
        PlaceResult together = Placement.of(sets, request(families, Long.MAX_VALUE / 2, 0));
        long capacity = together.allocatedBytes() / pools * 5 / 4;
        long start = System.nanoTime();
        PlaceResult result = Placement.of(sets, request(now, capacity, Long.MAX_VALUE));
        double seconds = (System.nanoTime() - start) / 1e9;
        return String.format(
                Locale.ROOT,
                "%d,%d,%d,%.1f,%s,%d,%d,%d,%d,%d,%d",
                volumes,
                pools,
                result.search().sampledChunkCount(),
                seconds,
                result.search().method(),
                result.overBytes(),
                result.allocatedBytes(),
                together.allocatedBytes(),
                taken(result, Way.NOW),
                taken(result, Way.RANDOM),
                taken(result, Way.BOUND));
    }

    private PlaceRequest request(List<Rule> now, long capacityBytes, long maxMoves) {
        List<Pool> all = new ArrayList<>();
        for (int i = 0; i < pools; i++) {
            all.add(new Pool("p" + i, capacityBytes, 0, Profiles.named("vdo")));
        }
        return new PlaceRequest(all, now, List.of(), Long.MAX_VALUE, maxMoves, 1);
    }

    private static long taken(PlaceResult result, Way way) {
        return result.compared().stream()
                .filter(one -> one.way() == way)
                .mapToLong(Compared::allocatedBytes)
                .findFirst()
                .orElse(-1);
    }
}
