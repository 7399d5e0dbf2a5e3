package io.compscan.core.scan.catalog;

import io.compscan.core.compress.Compressor;
import io.compscan.core.fold.Schemes;
import io.compscan.core.profile.ArrivalSample;
import io.compscan.core.profile.Profile;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the fragments of recalled units for target systems that pack in the order of the data, and the places of their chunks for those
 * whose index forgets.
 *
 * <p>The sample consists of some regions of the stream of all data. A unit lies elsewhere in the stream when a unit before it has grown, so other
 * chunks of it may be in the sample now. Their bytes are read again, at most some hundred MiB.
 *
 * <pre>
 *   walk     each unit's place  -> the {@value #CANDIDATES} regions with the smallest hashes -> units that lie in them are kept
 *   replay   chunks in these regions -> fragment recorded: to the sample
 *                                    -> not recorded: wanted here
 *   read     the wanted chunks, by the hash of their region, until the sample needs no more
 * </pre>
 */
final class ArrivalReader {

    /** Regions without a fragment, such as zeros, do not count, so there are more candidates than the sample has regions. */
    private static final int CANDIDATES = 4 * ArrivalSample.MAX_REGIONS;

    private final List<Profile> targets;
    private final List<Integer> schemes;
    private final TreeSet<Long> candidates = new TreeSet<>(Long::compareUnsigned);
    private final Map<Integer, Placed> placed = new HashMap<>();
    private final List<Wanted> wanted = new ArrayList<>();
    private long lastRegion = Long.MIN_VALUE;
    /** Where recalled units begin in the stream, by their number; empty unless the index of a system forgets. */
    private long[] starts = {};

    private final boolean notesWrites;

    /** A unit and where it begins in the stream. */
    private record Placed(Unit unit, UnitVersion version, long start) {}

    /** A chunk whose fragment nobody knows. */
    private record Wanted(int target, int unit, long position, int length, long key) {}

    ArrivalReader(Schemes schemes) {
        targets = schemes.profilesInOrder();
        this.schemes = targets.stream()
                .map(target -> IntStream.range(0, schemes.count())
                        .filter(i -> schemes.all().get(i).serves(target))
                        .findFirst()
                        .orElseThrow())
                .toList();
        notesWrites = targets.stream().anyMatch(target -> target.index() != null);
    }

    /** For each target system the scheme whose chunks it packs. */
    List<Integer> schemes() {
        return schemes;
    }

    /** The number of target systems. */
    int targetCount() {
        return targets.size();
    }

    Profile target(int number) {
        return targets.get(number);
    }

    /** The scheme whose chunks a target system packs. */
    int schemeOf(int target) {
        return schemes.get(target);
    }

    /** Notes the place of a unit in the stream, on the thread of the walk. Returns whether it lies in a candidate. */
    boolean place(long start, long bytes) {
        if (targets.isEmpty()) {
            return false;
        }
        boolean any = false;
        for (long region = Math.floorDiv(start, ArrivalSample.REGION_BYTES);
                region <= Math.floorDiv(start + Math.max(0, bytes - 1), ArrivalSample.REGION_BYTES);
                region++) {
            long hash = ArrivalSample.regionHash(region * ArrivalSample.REGION_BYTES);
            if (region != lastRegion && (candidates.size() < CANDIDATES || precedes(hash, candidates.last()))) {
                candidates.add(hash);
                if (candidates.size() > CANDIDATES) {
                    candidates.pollLast();
                }
            }
            lastRegion = region;
            any |= isCandidate(hash);
        }
        return any;
    }

    private static boolean precedes(long hash, long other) {
        return Long.compareUnsigned(hash, other) < 0;
    }

    private boolean isCandidate(long hash) {
        return !candidates.isEmpty() && !precedes(candidates.last(), hash);
    }

    /** Keeps a recalled unit that lies in a candidate. */
    void keep(int number, Unit unit, UnitVersion version, long start) {
        placed.put(number, new Placed(unit, version, start));
    }

    /** Notes where a recalled unit begins in the stream, on the thread of the walk. */
    void noteStart(int number, long start) {
        if (notesWrites) {
            if (starts.length <= number) {
                starts = Arrays.copyOf(starts, Math.max(number + 1, 2 * starts.length));
            }
            starts[number] = start;
        }
    }

    /** Where a recalled unit begins in the stream; only for a system whose index forgets. */
    long start(int number) {
        return starts[number];
    }

    /** Whether a recalled unit may have chunks in the sample. */
    boolean isKept(int unit) {
        return placed.containsKey(unit);
    }

    /** The place in the stream of a chunk of a unit that is kept. */
    long place(int unit, long position) {
        Placed found = placed.get(unit);
        return (found == null ? 0 : found.start()) + position;
    }

    /** Whether the chunk at this place may be in the sample. */
    boolean isCandidateAt(long place) {
        return isCandidate(ArrivalSample.regionHash(place));
    }

    /** Wants the fragment of a chunk. Any thread. */
    synchronized void want(int target, int unit, long position, int length, long key) {
        wanted.add(new Wanted(target, unit, position, length, key));
    }

    /**
     * Reads the chunks whose fragments are wanted, as far as the sample needs them.
     *
     * @return whether they could be read
     */
    synchronized boolean read(Samples samples) {
        wanted.sort(Comparator.comparingInt(Wanted::target)
                .thenComparing(
                        chunk -> ArrivalSample.regionHash(place(chunk.unit(), chunk.position())), Long::compareUnsigned)
                .thenComparingInt(Wanted::unit)
                .thenComparingLong(Wanted::position));
        try (Opened opened = new Opened()) {
            for (Wanted chunk : wanted) {
                ArrivalSample.Collector sample = samples.of(targets.get(chunk.target()));
                long place = place(chunk.unit(), chunk.position());
                if (sample.wants(place)) {
                    Profile target = targets.get(chunk.target());
                    int fragmentBytes = target.allocation()
                            .fragmentBytes(chunk.length(), opened.storedBytes(placed(chunk), target, chunk));
                    if (fragmentBytes > 0) {
                        sample.add(place, chunk.key(), fragmentBytes);
                    }
                }
            }
            opened.check();
        } catch (IOException e) {
            return false;
        }
        return true;
    }

    private Placed placed(Wanted chunk) throws IOException {
        Placed found = placed.get(chunk.unit());
        if (found == null) {
            throw new IOException("a unit without a place");
        }
        return found;
    }

    /**
     * Whether no region outside the candidates can be in the samples.
     *
     * @param samples of all data, by the name of a target system
     */
    boolean isEnough(Map<String, ArrivalSample> samples) {
        return candidates.size() < CANDIDATES
                || targets.stream()
                        .filter(Profile::packsInOrder)
                        .map(target -> samples.getOrDefault(target.name(), ArrivalSample.NONE))
                        .allMatch(sample -> sample.isFullUpTo(candidates.last()));
    }

    /** The sample of a target system so far. */
    @FunctionalInterface
    interface Samples {
        /** The collector of a target system. */
        ArrivalSample.Collector of(Profile target);
    }

    /** The unit that was opened last, and the compressors. */
    private static final class Opened implements AutoCloseable {
        private final Map<String, Compressor> compressors = new HashMap<>();
        private byte[] data = {};
        private @Nullable Current current;

        /** An open unit. */
        private record Current(int number, Placed unit, UnitChannel channel) {}

        int storedBytes(Placed unit, Profile target, Wanted chunk) throws IOException {
            Current opened = current;
            if (opened == null || opened.number() != chunk.unit()) {
                check();
                opened = new Current(chunk.unit(), unit, unit.unit().openForParts());
                current = opened;
            }
            if (data.length < chunk.length()) {
                data = new byte[chunk.length()];
            }
            for (int at = 0; at < chunk.length(); ) {
                int count = opened.channel().read(chunk.position() + at, data, at, chunk.length() - at);
                if (count <= 0) {
                    throw new IOException("it ended early");
                }
                at += count;
            }
            return compressors
                    .computeIfAbsent(
                            target.compressor().name(),
                            unused -> target.compressor().open())
                    .storedBytes(data, 0, chunk.length());
        }

        /** Closes the unit, whose bytes must be those of its version. */
        void check() throws IOException {
            Current opened = current;
            current = null;
            if (opened != null) {
                opened.channel().close();
                if (!opened.unit().unit().version().equals(opened.unit().version())) {
                    throw new IOException("it changed");
                }
            }
        }

        @Override
        public void close() throws IOException {
            Current opened = current;
            if (opened != null) {
                opened.channel().close();
            }
            compressors.values().forEach(Compressor::close);
        }
    }
}
