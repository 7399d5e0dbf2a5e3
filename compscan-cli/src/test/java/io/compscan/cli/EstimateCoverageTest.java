package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.core.tools.generate.DatasetSpec;
import io.compscan.core.tools.generate.Generator;
import io.compscan.core.tools.generate.Mates;
import io.compscan.core.tools.generate.RefcountBins;
import io.compscan.core.tools.generate.RefcountBins.Bin;
import io.compscan.testing.Nightly;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whole commands against generated data: how often do intervals hold the truth?
 *
 * <p>The suite has a few seeds for each set of data and looks at all sets together. With {@code -Dcompscan.estimate.seeds=200} it measures
 * the coverage. Then nine tenths of the seeds must hold each figure of each set.
 */
@Nightly
class EstimateCoverageTest {

    private static final int SEEDS = Integer.getInteger("compscan.estimate.seeds", 2);
    /** With fewer seeds a set by itself tells nothing. */
    private static final int ENOUGH_SEEDS = 100;

    private static final List<String> SETS = List.of(
            "none",
            "far",
            "near",
            "halves",
            "clones",
            "backups",
            "zipf 0.8",
            "zipf 1.1",
            "zipf 1.5",
            "half is one",
            "in 1 %",
            "zeros");

    private static final int CHUNK_BYTES = 512;
    private static final int CHUNKS = 8192;

    @TempDir
    private Path temporary;

    /** The set of this name, which differs from seed to seed. */
    private static DatasetSpec dataset(String name, long seed) {
        DatasetSpec.Builder data = DatasetSpec.ofSize(CHUNKS * CHUNK_BYTES)
                .chunkBytes(CHUNK_BYTES)
                .compress("2", "lz4")
                .files(20)
                .seed(seed);
        return switch (name) {
            case "none" -> data.build();
            case "far" -> data.histogram(bins(2, 1)).mates(Mates.FAR).build();
            case "near" -> data.histogram(bins(2, 1)).mates(Mates.NEAR).build();
            case "halves" -> data.histogram(bins(2, 1)).mates(Mates.HALVES).build();
            case "clones" ->
                data.histogram(new RefcountBins(List.of(new Bin(1, 900), new Bin(30, 243))))
                        .mates(Mates.HALVES)
                        .runBytes(16 * CHUNK_BYTES)
                        .build();
            case "backups" ->
                data.histogram(new RefcountBins(List.of(new Bin(1, 1000), new Bin(7, 200), new Bin(14, 413))))
                        .mates(Mates.HALVES)
                        .build();
            case "zipf 0.8" -> data.histogram(zipf(0.8)).build();
            case "zipf 1.1" -> data.histogram(zipf(1.1)).build();
            case "zipf 1.5" -> data.histogram(zipf(1.5)).build();
            case "half is one" ->
                data.histogram(new RefcountBins(List.of(new Bin(1, CHUNKS / 2), new Bin(CHUNKS / 2, 1))))
                        .build();
            case "in 1 %" ->
                // Eighty references to two chunks lie side by side.
                data.histogram(new RefcountBins(List.of(new Bin(1, CHUNKS - 80), new Bin(40, 2))))
                        .mates(Mates.NEAR)
                        .build();
            case "zeros" ->
                data.zeroShare("0.9").dedup("1.5").runBytes(32 * CHUNK_BYTES).build();
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static RefcountBins bins(long references, long chunks) {
        return new RefcountBins(List.of(new Bin(references, chunks * CHUNKS / references)));
    }

    /** Rank {@code k} has about {@code k^-exponent} of all references. */
    private static RefcountBins zipf(double exponent) {
        double all = 0;
        for (int k = 1; k <= CHUNKS; k++) {
            all += Math.pow(k, -exponent);
        }
        Map<Long, Long> bins = new TreeMap<>();
        long left = CHUNKS;
        for (int k = 1; k <= CHUNKS && left > 0; k++) {
            long references = Math.min(left, Math.max(1, Math.round(CHUNKS * Math.pow(k, -exponent) / all)));
            bins.merge(references, 1L, Long::sum);
            left -= references;
        }
        List<Bin> list = new ArrayList<>();
        bins.forEach((references, chunks) -> list.add(new Bin(references, chunks)));
        return new RefcountBins(list);
    }

    /** How often each figure was missed. */
    private static final class Misses {
        private final Map<String, Integer> byFigure = new LinkedHashMap<>();

        void check(String figure, JsonNode estimate, String name, JsonNode truth) {
            double value = truth.get(name).doubleValue();
            double low = estimate.get(name + "Low").doubleValue();
            double high = estimate.get(name + "High").doubleValue();
            count(figure, low <= value * (1 + 1e-9) && value * (1 - 1e-9) <= high);
        }

        void count(String figure, boolean isHeld) {
            byFigure.merge(figure, isHeld ? 0 : 1, Integer::sum);
        }
    }

    /** Writes the set and returns what an exact scan finds in it. */
    private JsonNode write(Path directory, String name, long seed) throws Exception {
        Generator generator = new Generator(dataset(name, seed));
        generator.write(directory, 1, true, bytes -> {});
        JsonNode exact = Run.scan(ExitCode.OK, directory, "--chunk", "512", "-z", "lz4");
        JsonNode layout = exact.get("layouts").get(0);
        assertThat(layout.get("uniqueBytes").longValue())
                .isEqualTo(generator.groundTruth().uniqueBytes());
        return layout;
    }

    private static JsonNode estimate(Path directory, Object... options) {
        List<Object> args = new ArrayList<>(
                List.of("estimate", directory, "--chunk", "512", "-z", "lz4", "--extent", "4k", "--json", "--quiet"));
        args.addAll(List.of(options));
        Run run = Run.of(args.toArray());
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        return run.json();
    }

    @Test
    void intervalsHoldTheTruth() throws Exception {
        long first = System.nanoTime();
        Misses all = new Misses();
        for (int set = 0; set < SETS.size(); set++) {
            String name = SETS.get(set);
            // Sets of one seed share their chunks, so a sketch that misses one set would miss others, too.
            long from = first + (long) set * SEEDS;
            Misses misses = misses(name, from);
            System.out.println(name + ", " + SEEDS + " seeds from " + from + ", misses: " + misses.byFigure);
            if (SEEDS >= ENOUGH_SEEDS) {
                assertThat(misses.byFigure.values())
                        .as("%s, %d seeds from %d: %s", name, SEEDS, from, misses.byFigure)
                        .allMatch(count -> count <= SEEDS / 10);
            }
            misses.byFigure.forEach((figure, count) -> all.byFigure.merge(figure, count, Integer::sum));
        }
        // More than five standard deviations above one in twenty.
        double expected = 0.05 * SEEDS * SETS.size();
        assertThat(all.byFigure.values())
                .as("%d seeds of each set from %d: %s", SEEDS, first, all.byFigure)
                .allMatch(count -> count <= 2 + expected + 5 * Math.sqrt(expected));
    }

    private Misses misses(String name, long first) throws Exception {
        Misses misses = new Misses();
        for (int i = 0; i < SEEDS; i++) {
            Path directory = temporary.resolve("data");
            JsonNode truth = write(directory, name, first + i);
            JsonNode truePhysical = truth.get("compression").get(0);
            JsonNode part = estimate(directory, "--read", "20%").get("layouts").get(0);
            misses.check("unique bytes of a part", part, "uniqueBytes", truth);
            misses.check("zero bytes of a part", part, "zeroBytes", truth);
            misses.check("physical bytes of a part", part, "physicalBytes", truePhysical);
            boolean allPasses = true;
            for (JsonNode pass : estimate(directory, "--until", "3%").get("passes")) {
                double ratio = truePhysical.get("reductionRatio").doubleValue();
                allPasses &= pass.get("reductionRatioLow").doubleValue() <= ratio * (1 + 1e-9)
                        && ratio * (1 - 1e-9) <= pass.get("reductionRatioHigh").doubleValue();
            }
            misses.count("every pass", allPasses);
            JsonNode sketch = Run.scan(ExitCode.OK, directory, "--chunk", "512", "-z", "lz4", "--index", "sketch:400")
                    .get("layouts")
                    .get(0);
            if (sketch.has("method")) {
                JsonNode compression = sketch.get("compression").get(0);
                misses.check("unique bytes of a sketch", sketch, "uniqueBytes", truth);
                misses.check("dedup ratio of a sketch", sketch, "dedupRatio", truth);
                misses.check("physical bytes of a sketch", compression, "physicalBytes", truePhysical);
                misses.check("reduction of a sketch", compression, "reductionRatio", truePhysical);
                misses.check("compression of a sketch", compression, "compressionRatio", truePhysical);
            }
        }
        return misses;
    }
}
