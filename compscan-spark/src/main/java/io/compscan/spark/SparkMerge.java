package io.compscan.spark;

import io.compscan.core.fold.ChargedChunks;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.SchemeFold;
import io.compscan.core.profile.Profile;
import io.compscan.core.set.SetMerge;
import io.compscan.core.set.Sets;
import io.compscan.result.ScanResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Merges fingerprint sets of other machines on a cluster. Each task walks one range of the fingerprints in all sets. Sets are sorted, so
 * nothing is shuffled. Every executor must have the files at the same place.
 */
final class SparkMerge {

    private static final int RANGES_PER_CORE = 4;

    private final JavaSparkContext spark;
    private final List<Path> files;
    private final List<Profile> asked;

    /** @param asked target systems to model for the union; if there are none, those that the sets were scanned for */
    SparkMerge(JavaSparkContext spark, List<Path> files, List<Profile> asked) {
        this.spark = spark;
        this.files = List.copyOf(files);
        this.asked = List.copyOf(asked);
    }

    /**
     * The result of the union, equal to that of one scan of everything.
     *
     * @throws IOException if a file is no set, cannot be read, does not go together with the first, or lacks chunks of a target system
     */
    ScanResult run() throws IOException {
        int ranges = Integer.highestOneBit(2 * RANGES_PER_CORE * spark.defaultParallelism() - 1);
        int bits = Integer.numberOfTrailingZeros(ranges);
        List<String> names =
                files.stream().map(file -> file.toAbsolutePath().toString()).toList();
        try (Sets sets = Sets.open(files)) {
            List<Profile> profiles = asked.isEmpty() ? sets.profiles() : asked;
            List<Target> targets = Target.of(profiles);
            SetMerge.requireServed(sets, profiles);
            List<Integer> entries = SetMerge.sketchEntries(sets);
            if (!entries.contains(SetMerge.NO_SKETCH)) {
                return SetMerge.union(sets, sketches(names, SetMerge.schemes(sets), entries, targets), profiles);
            }
            if (SetMerge.hasSketch(sets)) {
                return SetMerge.union(sets, SetMerge.fold(sets, profiles), profiles);
            }
            JavaRDD<byte[]> folds = spark.parallelize(
                            IntStream.range(0, ranges).boxed().toList(), ranges)
                    .map(prefix -> Wire.bytes(new Folds(fold(names, prefix, bits, targets), new ChargedChunks(0))));
            return SetMerge.union(sets, Folds.merge(folds).schemes(), profiles);
        }
    }

    /** Each task makes the sketches of one set. */
    private List<SchemeFold> sketches(
            List<String> names, List<Scheme> schemes, List<Integer> entries, List<Target> targets) {
        List<Scheme> itsSchemes = new ArrayList<>(schemes);
        List<Integer> itsEntries = new ArrayList<>(entries);
        JavaRDD<byte[]> sketches = spark.parallelize(names, names.size()).map(name -> {
            try (Sets set = Sets.open(List.of(Path.of(name)))) {
                return SketchReduce.bytes(itsSchemes, SetMerge.sketches(set, itsEntries));
            }
        });
        return new SketchReduce(schemes, targets, entries).folds(sketches, 0).schemes();
    }

    private static List<SchemeFold> fold(List<String> names, int prefix, int bits, List<Target> targets)
            throws IOException {
        try (Sets sets = Sets.open(names.stream().map(Path::of).toList())) {
            return SetMerge.fold(sets, prefix, bits, Target.open(targets));
        }
    }
}
