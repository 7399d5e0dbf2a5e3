package io.compscan.bench;

import io.compscan.core.SplitMix;
import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.compress.ZstdDelta;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Compares ways to find similar chunks, each over all distinct chunks of a directory, which must fit memory twice: what do deltas save of the
 * bytes that {@code zstd} leaves?
 *
 * <p>Odess (Zou et al., ICDE 2021) takes twelve features of a chunk in three groups; the first earlier chunk with the same group is the base. The
 * other columns take the first earlier chunk with the same one, two, three or four features. {@code scan --similarity} looks for one.
 */
@Command(
        name = "SimilarityStudy",
        mixinStandardHelpOptions = true,
        description = "Compares ways to find similar chunks and prints CSV.")
public final class SimilarityStudy implements Callable<Integer> {

    private static final int FEATURES = 12;
    private static final int GROUPS = 3;
    private static final int MOST_ALONE = 4;
    /** One window in 128 is looked at. */
    private static final int SAMPLED_SHIFT = Long.SIZE - 7;

    @Parameters(arity = "1..*", description = "Directories.")
    private List<Path> directories = new ArrayList<>();

    @Option(
            names = "--chunk",
            split = ",",
            defaultValue = "4096,32768",
            description = "Lengths of fixed chunks, in bytes.")
    private List<Integer> chunkBytes = new ArrayList<>();

    private final long[] gear = new SplittableRandom(1).longs(256).toArray();
    private final long[] factors =
            new SplittableRandom(2).longs(FEATURES).map(factor -> factor | 1).toArray();
    private final long[] summands = new SplittableRandom(3).longs(FEATURES).toArray();

    /** Runs it. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new SimilarityStudy()).execute(args));
    }

    @Override
    public Integer call() throws IOException {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        out.println("directory,chunk_bytes,chunks,zstd_bytes,odess,one,two,three,four");
        for (Path directory : directories) {
            for (int bytes : chunkBytes) {
                out.println(row(directory, bytes));
            }
        }
        return 0;
    }

    private String row(Path directory, int bytes) throws IOException {
        Ways ways = new Ways();
        Set<Long> seen = new HashSet<>();
        List<Path> files;
        try (Stream<Path> walk = Files.walk(directory)) {
            files = walk.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .toList();
        }
        try (Compressor zstd = CompressorSpec.parse("zstd").open();
                ZstdDelta delta = new ZstdDelta()) {
            for (Path file : files) {
                byte[] data = Files.readAllBytes(file);
                for (int at = 0; at < data.length; at += bytes) {
                    byte[] chunk = Arrays.copyOfRange(data, at, Math.min(data.length, at + bytes));
                    if (seen.add(digest(chunk))) {
                        int alone = Math.min(chunk.length, zstd.compressedBytes(chunk, 0, chunk.length));
                        ways.add(chunk, features(chunk), alone, delta);
                    }
                }
            }
        }
        return directory + "," + bytes + "," + seen.size() + "," + ways.row();
    }

    private static long digest(byte[] chunk) {
        long digest = chunk.length;
        for (byte one : chunk) {
            digest = SplitMix.mix(digest + one);
        }
        return digest;
    }

    /** The features of a chunk; null if no window of it is looked at. */
    private long @Nullable [] features(byte[] chunk) {
        long[] features = new long[FEATURES];
        Arrays.fill(features, Long.MIN_VALUE);
        boolean hasAny = false;
        long hash = 0;
        for (byte one : chunk) {
            hash = (hash << 1) + gear[one & 0xff];
            if (hash >>> SAMPLED_SHIFT == 0) {
                hasAny = true;
                for (int i = 0; i < FEATURES; i++) {
                    features[i] = Math.max(features[i], SplitMix.mix(hash * factors[i] + summands[i]));
                }
            }
        }
        return hasAny ? features : null;
    }

    private static long group(long[] features, int from, int to) {
        long group = 0;
        for (int i = from; i < to; i++) {
            group = SplitMix.mix(group * SplitMix.GOLDEN + features[i]);
        }
        return group;
    }

    /** What each way saves. */
    private static final class Ways {
        private final List<Map<Long, byte[]>> odess = maps(GROUPS);
        private final List<Map<Long, byte[]>> alone = maps(MOST_ALONE);
        private final double[] saved = new double[1 + MOST_ALONE];
        private double zstdBytes;

        private static List<Map<Long, byte[]>> maps(int count) {
            List<Map<Long, byte[]>> maps = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                maps.add(new HashMap<>());
            }
            return Collections.unmodifiableList(maps);
        }

        void add(byte[] chunk, long @Nullable [] features, int aloneBytes, ZstdDelta delta) {
            zstdBytes += aloneBytes;
            if (features == null) {
                return;
            }
            byte[] base = null;
            int each = FEATURES / GROUPS;
            for (int i = 0; i < GROUPS; i++) {
                byte[] earlier = odess.get(i).putIfAbsent(group(features, i * each, (i + 1) * each), chunk);
                base = base == null ? earlier : base;
            }
            save(0, chunk, base, aloneBytes, delta);
            for (int i = 0; i < MOST_ALONE; i++) {
                save(1 + i, chunk, alone.get(i).putIfAbsent(group(features, 0, i + 1), chunk), aloneBytes, delta);
            }
        }

        private void save(int way, byte[] chunk, byte @Nullable [] base, int aloneBytes, ZstdDelta delta) {
            if (base != null) {
                saved[way] += Math.max(0, aloneBytes - delta.deltaBytes(chunk, base));
            }
        }

        String row() {
            StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "%.0f", zstdBytes));
            for (double one : saved) {
                row.append(String.format(Locale.ROOT, ",%.4f", zstdBytes == 0 ? 0 : one / zstdBytes));
            }
            return row.toString();
        }
    }
}
