package io.compscan.core.set;

import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.fold.ReferenceSums;
import io.compscan.core.fold.Scheme;
import io.compscan.core.profile.ArrivalSample;
import io.compscan.core.profile.Profile;
import io.compscan.core.profile.Profiles;
import io.compscan.result.Layout;
import io.compscan.result.ScanSettings;
import io.compscan.result.set.Imported;
import io.compscan.result.set.SetMetadata;
import io.compscan.result.set.SetResult;
import io.compscan.result.set.SuperblockTotals;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One or more sets that go together: the same chunks have the same entries in each of them. */
public final class Sets implements AutoCloseable {

    private static final String ENDING = ".fpr";

    private final List<FingerprintSet> all;

    private Sets(List<FingerprintSet> all) {
        this.all = all;
    }

    /**
     * Opens the sets in these files.
     *
     * @throws SetFormatException if one of them is no set, or does not go together with the first
     * @throws IOException if one cannot be read
     */
    @SuppressWarnings("MustBeClosed")
    public static Sets open(List<Path> files) throws IOException {
        Sets sets = new Sets(new ArrayList<>());
        try {
            for (Path file : files) {
                FingerprintSet set = FingerprintSet.open(file);
                sets.all.add(set);
                checkMatch(sets.all.get(0), set, false);
            }
            return sets;
        } catch (IOException | RuntimeException e) {
            sets.close();
            throw e;
        }
    }

    /**
     * Opens sets that were scanned for different target systems, with the chunkings and compressors that all of them have. Sets for the same
     * systems are opened with all that they have.
     *
     * @throws SetFormatException if one of them is no set, or has nothing in common with the others
     * @throws IOException if one cannot be read
     */
    @SuppressWarnings("MustBeClosed")
    public static Sets openCommon(List<Path> files) throws IOException {
        Sets sets = new Sets(new ArrayList<>());
        try {
            for (Path file : files) {
                sets.all.add(FingerprintSet.open(file));
            }
            FingerprintSet first = sets.all.get(0);
            boolean sameSystems = sets.all.stream().allMatch(set -> systems(set).equals(systems(first)));
            boolean sameSchemes =
                    sets.all.stream().allMatch(set -> variants(set.schemes()).equals(variants(first.schemes())));
            List<Scheme> common = sameSystems || sameSchemes ? List.of() : sets.common();
            if (!common.isEmpty()) {
                sets.all.replaceAll(set -> set.with(common));
            }
            for (FingerprintSet set : sets.all) {
                checkMatch(sets.all.get(0), set, false);
            }
            return sets;
        } catch (IOException | RuntimeException e) {
            sets.close();
            throw e;
        }
    }

    private static List<String> variants(List<Scheme> schemes) {
        return schemes.stream()
                .map(scheme -> scheme.chunking() + " " + scheme.compressors())
                .toList();
    }

    /** The schemes of the first set that all have, with the compressors that all have. A superblock's sizes belong to no chunk. */
    private List<Scheme> common() {
        List<Scheme> common = new ArrayList<>();
        for (Scheme scheme : all.get(0).schemes()) {
            List<String> compressors = scheme.compressors().stream()
                    .filter(name -> all.stream().allMatch(set -> holds(set.schemes(), scheme.chunking(), name)))
                    .toList();
            if (!compressors.isEmpty() && !scheme.bySuperblock()) {
                common.add(scheme.withCompressors(compressors));
            }
        }
        return common;
    }

    private static boolean holds(List<Scheme> schemes, String chunking, String compressor) {
        return schemes.stream()
                .anyMatch(scheme -> scheme.chunking().equals(chunking)
                        && scheme.compressors().contains(compressor)
                        && !scheme.bySuperblock());
    }

    /**
     * What some of the sets have and others lack, so that it was left out: target systems, then chunkings that nobody scanned for a system.
     * Each with the sets that lack it.
     */
    public Map<String, List<String>> leftOut() {
        Map<String, List<String>> lacking = new LinkedHashMap<>();
        List<String> names = names(all.stream().map(FingerprintSet::path).toList());
        systems().filter(name -> !isForeign(name)).forEach(name -> {
            Profile profile = Profiles.named(name);
            if (!serve(profile)) {
                lacking.put(
                        name, lacking(names, schemes -> schemes.stream().anyMatch(scheme -> scheme.serves(profile))));
            }
        });
        for (FingerprintSet set : all) {
            ScanSettings.Asked asked = set.asked();
            if (asked == null) {
                continue;
            }
            for (String chunking : asked.chunkings()) {
                for (String compressor : asked.compressors()) {
                    if (!holds(schemes(), chunking, compressor)) {
                        lacking.put(
                                chunking + " with " + compressor,
                                lacking(names, schemes -> holds(schemes, chunking, compressor)));
                    }
                }
            }
        }
        return lacking;
    }

    private List<String> lacking(List<String> names, Predicate<List<Scheme>> holds) {
        return IntStream.range(0, all.size())
                .filter(i -> !holds.test(all.get(i).saved()))
                .mapToObj(names::get)
                .toList();
    }

    /**
     * Opens sets to compare one with the next. The index of a repository goes together with a scan that cuts and digests as it does, though no
     * scan has the sizes of the repository's own compressor.
     *
     * @throws SetFormatException if one of them is no set, or does not go together with the first
     * @throws IOException if one cannot be read
     */
    @SuppressWarnings("MustBeClosed")
    public static Sets openToCompare(List<Path> files) throws IOException {
        Sets sets = new Sets(new ArrayList<>());
        try {
            for (Path file : files) {
                FingerprintSet set = FingerprintSet.open(file);
                sets.all.add(set);
                checkNext(sets.all);
            }
            return sets;
        } catch (IOException | RuntimeException e) {
            sets.close();
            throw e;
        }
    }

    /** Compares the last set with the first; where one of them is an index, with all. */
    private static void checkNext(List<FingerprintSet> sets) throws SetFormatException {
        FingerprintSet last = sets.get(sets.size() - 1);
        boolean hasIndex = sets.stream().anyMatch(set -> set.imported() != null);
        for (FingerprintSet set : hasIndex ? sets : sets.subList(0, 1)) {
            checkMatch(set, last, (set.imported() == null) != (last.imported() == null));
        }
    }

    List<FingerprintSet> all() {
        return all;
    }

    /**
     * Some of the sets, which stay open with the others; nobody closes them alone.
     *
     * @param numbers their positions, one or more
     */
    public Sets only(List<Integer> numbers) {
        return new Sets(numbers.stream().map(all::get).toList());
    }

    /** The positions of the sets whose names match a pattern, in which {@code *} means any text. */
    public List<Integer> matching(String pattern) {
        return matching(all.stream().map(FingerprintSet::path).toList(), pattern);
    }

    /** The same of sets in these files, which need not be open. */
    public static List<Integer> matching(List<Path> files, String pattern) {
        Pattern matching = Pattern.compile(Pattern.quote(pattern).replace("*", "\\E.*\\Q"), Pattern.DOTALL);
        List<String> names = names(files);
        return IntStream.range(0, names.size())
                .filter(i -> matching.matcher(names.get(i)).matches())
                .boxed()
                .toList();
    }

    /** For each file what its set is called: the last part of the path, or all of it where two have the same. */
    private static List<String> names(List<Path> files) {
        Map<String, Integer> counts = new HashMap<>();
        files.forEach(file -> counts.merge(stem(file), 1, Integer::sum));
        return files.stream()
                .map(file -> counts.getOrDefault(stem(file), 0) > 1 ? file.toString() : stem(file))
                .toList();
    }

    /** The schemes of every set. */
    List<Scheme> schemes() {
        return all.get(0).schemes();
    }

    /** What of different versions has found the sizes of the sets, such as libraries; empty if their numbers compare. */
    public List<String> conflicts() {
        return ScanSettings.conflicts(all.stream()
                .flatMap(set -> set.metadata().result().settings().method().stream())
                .toList());
    }

    /** The target systems that any of the sets was scanned for, each once. Those that do not come with compscan are left out. */
    public List<Profile> profiles() {
        return systems()
                .filter(name -> !isForeign(name))
                .map(Profiles::named)
                .filter(this::serve)
                .toList();
    }

    /** The names of target systems that any of the sets was scanned for, and that do not come with compscan. */
    public List<String> foreignProfiles() {
        return systems().filter(Sets::isForeign).toList();
    }

    private Stream<String> systems() {
        return all.stream()
                .flatMap(set -> set.metadata().result().settings().profiles().stream())
                .distinct();
    }

    private static boolean isForeign(String name) {
        try {
            Profiles.named(name);
            return false;
        } catch (IllegalArgumentException e) {
            return true;
        }
    }

    /** Whether the sets hold the chunks that this target system needs. */
    boolean serve(Profile profile) {
        return schemes().stream().anyMatch(scheme -> scheme.serves(profile));
    }

    /** The sums over the superblocks of the sets in {@code [from, to)}, for each compressor. */
    List<SuperblockTotals> superblocks(int from, int to) {
        return all.subList(from, to).stream()
                .map(set -> set.metadata().superblocks())
                .reduce(ReferenceSums::superblocks)
                .orElseThrow();
    }

    /**
     * By the name of a target system, the sample of the order of all data, set after set.
     *
     * @throws IOException if a set cannot be read, or has no such sample where it should have one
     */
    Map<String, ArrivalSample> arrivals() throws IOException {
        Map<String, ArrivalSample> samples = all.get(0).arrivals();
        for (FingerprintSet set : all.subList(1, all.size())) {
            if (samples.isEmpty()) {
                break;
            }
            samples = ReferenceSums.following(samples, set.arrivals());
        }
        return samples;
    }

    /** The result of each set by itself. */
    public List<SetResult> results() {
        List<String> names = names(all.stream().map(FingerprintSet::path).toList());
        List<SetResult> results = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            SetMetadata metadata = all.get(i).metadata();
            results.add(new SetResult(
                    names.get(i),
                    all.get(i).path().toString(),
                    metadata.hosts(),
                    metadata.result().timing().startedAt(),
                    metadata.result().partial(),
                    metadata.result().totals(),
                    metadata.result().layouts()));
        }
        return results;
    }

    private static String stem(Path path) {
        Path last = path.getFileName();
        String name = last == null ? path.toString() : last.toString();
        return name.endsWith(ENDING) && name.length() > ENDING.length()
                ? name.substring(0, name.length() - ENDING.length())
                : name;
    }

    /** @param mayLackSizes whether each of them may have compressors that the other lacks */
    private static void checkMatch(FingerprintSet first, FingerprintSet set, boolean mayLackSizes)
            throws SetFormatException {
        List<String> differences = new ArrayList<>();
        boolean sameSystems = systems(set).equals(systems(first));
        compare(differences, "chunking", first, set, found -> names(found, Layout::chunking));
        compare(
                differences,
                "fingerprint",
                first,
                set,
                found -> found.metadata().result().settings().fingerprint());
        // A sketch keeps shorter keys, and merges with whole sets.
        boolean areWhole = !set.isSketch() && !first.isSketch();
        if (areWhole
                && set.fingerprintBytes() != first.fingerprintBytes()
                && differences.stream().noneMatch(one -> one.startsWith("fingerprint "))) {
            differences.add("fingerprints of " + set.fingerprintBytes() + " bytes, not " + first.fingerprintBytes());
        }
        compare(differences, "salt", first, set, found -> found.metadata().saltId());
        if (!mayLackSizes) {
            compare(differences, "compressors", first, set, Sets::compressors);
        }
        if (!sameSystems && differences.removeIf(Sets::isOfSystems)) {
            // Systems have dozens of chunkings, whose names nobody has typed.
            compare(differences, "target systems", first, set, Sets::systems);
        }
        compare(
                differences,
                "superblock",
                first,
                set,
                found -> Integer.toString(found.metadata().result().settings().superblockBytes()));
        if (differences.isEmpty()) {
            if (!mayLackSizes) {
                compare(differences, "compress-sample", first, set, Sets::samples);
            }
            compare(
                    differences,
                    "longest chunk",
                    first,
                    set,
                    found -> found.schemes().stream()
                            .map(scheme -> Integer.toString(scheme.maxChunkBytes()))
                            .toList()
                            .toString());
        }
        if (!differences.isEmpty()) {
            throw new SetFormatException(set.path() + " does not match " + first.path() + ": "
                    + String.join("; ", differences)
                    + seedAdvice(first, set)
                    + (mayLackSizes ? advice(first, set) : ""));
        }
    }

    /** What to do where the two differ in the seed of a digest, which follows its name. */
    private static String seedAdvice(FingerprintSet first, FingerprintSet set) {
        String expected = first.metadata().result().settings().fingerprint();
        String found = set.metadata().result().settings().fingerprint();
        return !expected.equals(found) && Fingerprinting.hasSeed(expected) && Fingerprinting.hasSeed(found)
                ? ". Each scan draws a seed; scan that data with --fingerprint " + expected
                : "";
    }

    /** What to do where one of the two is an index. */
    private static String advice(FingerprintSet first, FingerprintSet set) {
        Imported index = first.imported() == null ? set.imported() : first.imported();
        if (index == null) {
            return "";
        }
        String refusal = index.refusal();
        return refusal == null
                ? ". The index compares with a set of: " + index.scanCommand()
                : ". No set of a scan compares: " + refusal;
    }

    private static String systems(FingerprintSet set) {
        return String.join(",", set.metadata().result().settings().profiles());
    }

    /** Whether target systems may be the reason for a difference. */
    private static boolean isOfSystems(String difference) {
        return difference.startsWith("chunking ") || difference.startsWith("compressors ");
    }

    /** The compressors asked for, chunking by chunking where they differ. */
    private static String compressors(FingerprintSet set) {
        List<String> byScheme = set.schemes().stream()
                .map(scheme -> String.join("+", scheme.compressors()))
                .distinct()
                .toList();
        return byScheme.size() > 1
                ? String.join(",", byScheme)
                : String.join(",", set.metadata().result().settings().compressors());
    }

    private static String samples(FingerprintSet set) {
        return String.join(
                ",",
                set.schemes().stream()
                        .flatMap(scheme -> scheme.samples().stream().map(CompressSample::name))
                        .toList());
    }

    private static String names(FingerprintSet set, Function<Layout, String> name) {
        return String.join(
                ",", set.metadata().result().layouts().stream().map(name).toList());
    }

    private static void compare(
            List<String> differences,
            String what,
            FingerprintSet first,
            FingerprintSet set,
            Function<FingerprintSet, String> value) {
        String expected = value.apply(first);
        String found = value.apply(set);
        if (!found.equals(expected)) {
            differences.add(what + " " + orNone(found) + ", not " + orNone(expected));
        }
    }

    private static String orNone(String text) {
        return text.isEmpty() ? "none" : text;
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (FingerprintSet set : all) {
            try {
                set.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
