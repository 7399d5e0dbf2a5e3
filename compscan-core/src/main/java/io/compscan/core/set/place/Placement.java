package io.compscan.core.set.place;

import io.compscan.core.profile.Costs;
import io.compscan.core.profile.Profile;
import io.compscan.core.set.SetMerge;
import io.compscan.core.set.Sets;
import io.compscan.core.set.SharedChunks;
import io.compscan.core.set.place.Assignment.Score;
import io.compscan.core.set.place.PlaceRequest.Rule;
import io.compscan.core.set.place.Problem.Volume;
import io.compscan.result.ProfileResult;
import io.compscan.result.set.PlaceResult;
import io.compscan.result.set.PlaceResult.Compared;
import io.compscan.result.set.PlaceResult.Method;
import io.compscan.result.set.PlaceResult.Move;
import io.compscan.result.set.PlaceResult.PlacedSet;
import io.compscan.result.set.PlaceResult.Way;
import io.compscan.result.set.SetResult;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Places sets on pools. One thread. */
public final class Placement {

    /** The work of the first search: some 15 seconds on one core. */
    private static final long MOST_WORK = 750_000_000L;
    /** How often the search begins anew where pools do not take what it expected. */
    private static final int MOST_ROUNDS = 4;
    /** Few sets are quickly counted, so the search begins anew more often: the sets that it reads in all. */
    private static final int MOST_COUNTED_SETS = 64;
    /** What sets of a megabyte take together on a system with metadata was up to 2.8 % off, and mostly below 1 %; larger ones deviate less. */
    private static final double EXPECTED_ERROR = 0.02;

    private static final int DRAWS = 100;

    private final Sets sets;
    private final PlaceRequest request;
    private final List<SetResult> results;
    /** By the name of a system what all sets take together. */
    private final Map<String, ProfileResult> together = new LinkedHashMap<>();

    private final Problem problem;
    /** What sets take on a system, by its name and their numbers. */
    private final Map<List<Object>, ProfileResult> folded = new HashMap<>();

    private long sampledChunkCount;
    private double rate = 1;

    private Placement(Sets sets, PlaceRequest request) throws IOException {
        this.sets = sets;
        this.request = request;
        results = sets.results();
        List<Profile> systems = List.copyOf(request.pools().stream()
                .map(PlaceRequest.Pool::profile)
                .collect(LinkedHashMap<String, Profile>::new, (map, one) -> map.put(one.name(), one), Map::putAll)
                .values());
        SetMerge.requireServed(sets, systems);
        List<Volume> volumes = volumes();
        Map<String, Sharing> sharings = sharings(systems);
        problem = new Problem(
                request.pools().stream()
                        .map(pool -> new Problem.Pool(
                                Objects.requireNonNull(
                                        sharings.get(pool.profile().name())),
                                pool.usableBytes()))
                        .toList(),
                volumes,
                request.maxMovedBytes(),
                request.maxMoves());
    }

    /**
     * The best placement that is found.
     *
     * @throws IllegalArgumentException with one line for a person, if the request does not go with the sets
     * @throws io.compscan.core.set.SetFormatException if the sets lack the chunks of a pool's system, or contradict themselves
     * @throws IOException if a set cannot be read or is damaged
     */
    public static PlaceResult of(Sets sets, PlaceRequest request) throws IOException {
        return new Placement(sets, request).result();
    }

    private List<Volume> volumes() {
        int[] homes = places("--at", request.now(), null);
        int[] pins = places("--keep", request.pins(), homes);
        List<Volume> volumes = new ArrayList<>();
        long bytes = 0;
        long moves = 0;
        for (int i = 0; i < results.size(); i++) {
            Volume volume = new Volume(results.get(i).totals().scannedBytes(), homes[i], pins[i]);
            if (volume.pin() != Problem.NOWHERE && volume.movesTo(volume.pin())) {
                bytes += volume.bytes();
                moves++;
            }
            volumes.add(volume);
        }
        if (bytes > request.maxMovedBytes() || moves > request.maxMoves()) {
            throw new IllegalArgumentException("--keep alone moves " + moves + " sets of " + bytes
                    + " bytes, more than --max-move and --max-moves allow");
        }
        return volumes;
    }

    /**
     * For each set the pool of the last rule that matches it, or {@link Problem#NOWHERE}.
     *
     * @param homes the pools that a rule without a pool means
     */
    private int[] places(String option, List<Rule> rules, int @Nullable [] homes) {
        int[] places = new int[results.size()];
        Arrays.fill(places, Problem.NOWHERE);
        for (Rule rule : rules) {
            List<Integer> matching = sets.matching(rule.sets());
            if (matching.isEmpty()) {
                throw new IllegalArgumentException(option + " " + rule + ": there is no set of that name");
            }
            for (int set : matching) {
                places[set] = homes != null && rule.pool().isEmpty() ? homes[set] : request.poolNumber(rule.pool());
                if (places[set] == Problem.NOWHERE) {
                    String name = results.get(set).name();
                    throw new IllegalArgumentException(option + " " + rule + ": it is not known where " + name
                            + " is; add --at " + name + "=POOL");
                }
            }
        }
        return places;
    }

    private Map<String, Sharing> sharings(List<Profile> systems) throws IOException {
        List<ProfileResult> all = SetMerge.onSystems(sets, systems);
        List<List<ProfileResult>> alone = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            alone.add(results.size() == 1 ? all : SetMerge.onSystems(sets.only(List.of(i)), systems));
        }
        boolean isKnown = !SetMerge.hasSketch(sets) && results.size() > 1;
        Map<String, Sharing> sharings = new HashMap<>();
        for (int i = 0; i < systems.size(); i++) {
            int system = i;
            SharedChunks chunks = SharedChunks.of(sets, systems.get(i), SharedChunks.MOST_CHUNKS);
            sampledChunkCount += chunks.chunkCount();
            rate = Math.min(rate, chunks.rate());
            together.put(systems.get(i).name(), all.get(i));
            BigDecimal empty = systems.get(i).metadata().rates().getOrDefault(Costs.Rate.ANY_CASE, BigDecimal.ZERO);
            sharings.put(
                    systems.get(i).name(),
                    Sharing.of(
                            alone.stream()
                                    .map(one -> one.get(system).allocatedBytes())
                                    .toList(),
                            isKnown ? OptionalLong.of(all.get(i).allocatedBytes()) : OptionalLong.empty(),
                            empty.longValue(),
                            chunks));
        }
        return sharings;
    }

    /** A placement with what the fold of a merge says of it. */
    private record Placed(List<Integer> pools, List<@Nullable ProfileResult> taken, Score score, Method method) {}

    private PlaceResult result() throws IOException {
        boolean areFew = AllAssignments.areFew(problem);
        Search found = areFew ? searchAll() : searchLocally();
        Placed now = placed(problem.volumes().stream().map(Volume::home).toList(), Method.NOW);
        Placed best = now != null && !found.best.score.isBetterThan(now.score) ? now : found.best;
        return result(orOnOnePool(best), found.tried);
    }

    /** The best placement that a search found, and how many it looked at. */
    private record Search(Placed best, long tried) {}

    /** Of all placements the one that may be the best is counted, until that one is counted already. */
    private Search searchAll() throws IOException {
        AllAssignments all = new AllAssignments(problem, EXPECTED_ERROR);
        int rounds = Math.max(MOST_ROUNDS, MOST_COUNTED_SETS / results.size());
        Placed best = null;
        AllAssignments.Found last = null;
        for (int round = 0; round < rounds; round++) {
            AllAssignments.Found found = all.best();
            if (last != null && found.pools().equals(last.pools())) {
                break;
            }
            last = found;
            Placed placed = Objects.requireNonNull(placed(found.pools(), Method.ALL));
            for (int pool = 0; pool < problem.pools().size(); pool++) {
                ProfileResult taken = placed.taken.get(pool);
                if (taken != null) {
                    all.know(pool, setsOn(pool, found.pools()), taken.allocatedBytes());
                }
            }
            best = best == null || placed.score.isBetterThan(best.score) ? placed : best;
        }
        return new Search(
                Objects.requireNonNull(best), Objects.requireNonNull(last).count());
    }

    /** The fold has the last word. Where it finds less room than the search did, the search is given less. */
    private Search searchLocally() throws IOException {
        Placed best = null;
        long tried = 0;
        Problem asked = problem;
        for (int round = 0; round < MOST_ROUNDS; round++) {
            AllAssignments.Found found =
                    LocalSearch.search(asked, request.seed(), round == 0 ? MOST_WORK : MOST_WORK / MOST_ROUNDS);
            tried += found.count();
            Placed placed = Objects.requireNonNull(placed(found.pools(), Method.LOCAL));
            best = best == null || placed.score.isBetterThan(best.score) ? placed : best;
            Assignment counted = assignment(placed.pools);
            long[] usable = new long[problem.pools().size()];
            boolean isSurprised = false;
            for (int pool = 0; pool < usable.length; pool++) {
                long expected = counted.takenBytes(pool);
                ProfileResult really = placed.taken.get(pool);
                long taken = really == null ? 0 : really.allocatedBytes();
                long room = problem.pools().get(pool).usableBytes();
                usable[pool] = asked.pools().get(pool).usableBytes();
                if (taken > room && expected <= usable[pool]) {
                    usable[pool] = Math.min(usable[pool], expected) - (taken - room);
                    isSurprised = true;
                }
            }
            if (!isSurprised) {
                break;
            }
            asked = asked.withUsableBytes(usable);
        }
        return new Search(Objects.requireNonNull(best), tried);
    }

    /** What all take on one pool is counted anyway. The search goes by a sample, so it may have passed over it. */
    private Placed orOnOnePool(Placed found) throws IOException {
        Placed best = found;
        for (int pool = 0; pool < problem.pools().size(); pool++) {
            List<Integer> onePool = Collections.nCopies(results.size(), pool);
            Placed placed = assignment(onePool).isWithinLimits() ? placed(onePool, found.method) : null;
            if (placed != null && placed.score.isBetterThan(best.score)) {
                best = placed;
            }
        }
        return best;
    }

    /** The numbers of a placement; null if it does not place every set, or places one where it may not lie. */
    private @Nullable Placed placed(List<Integer> pools, Method method) throws IOException {
        for (int i = 0; i < pools.size(); i++) {
            if (pools.get(i) == Problem.NOWHERE || !problem.volumes().get(i).mayLieOn(pools.get(i))) {
                return null;
            }
        }
        List<@Nullable ProfileResult> taken = new ArrayList<>();
        long over = 0;
        long bytes = 0;
        for (int pool = 0; pool < problem.pools().size(); pool++) {
            ProfileResult one = fold(pool, pools);
            taken.add(one);
            long each = one == null ? 0 : one.allocatedBytes();
            over += Math.max(0, each - problem.pools().get(pool).usableBytes());
            bytes += each;
        }
        return new Placed(pools, taken, new Score(over, bytes), method);
    }

    /** What a merge of the pool's sets has on its system; null if there are none. */
    private @Nullable ProfileResult fold(int pool, List<Integer> pools) throws IOException {
        Profile system = request.pools().get(pool).profile();
        List<Integer> numbers = setsOn(pool, pools);
        if (numbers.isEmpty()) {
            return null;
        }
        if (numbers.size() == results.size()) {
            return Objects.requireNonNull(together.get(system.name()));
        }
        List<Object> key = List.of(system.name(), numbers);
        ProfileResult known = folded.get(key);
        if (known == null) {
            known = SetMerge.onSystems(sets.only(numbers), List.of(system)).get(0);
            folded.put(key, known);
        }
        return known;
    }

    private static List<Integer> setsOn(int pool, List<Integer> pools) {
        return IntStream.range(0, pools.size())
                .filter(i -> pools.get(i) == pool)
                .boxed()
                .toList();
    }

    private Assignment assignment(List<Integer> pools) {
        Assignment assignment = new Assignment(problem);
        assignment.putAll(pools.stream().mapToInt(Integer::intValue).toArray());
        return assignment;
    }

    private PlaceResult result(Placed best, long tried) throws IOException {
        List<PlaceResult.Pool> pools = new ArrayList<>();
        for (int i = 0; i < request.pools().size(); i++) {
            int number = i;
            PlaceRequest.Pool pool = request.pools().get(i);
            pools.add(new PlaceResult.Pool(
                    pool.name(),
                    pool.profile().name(),
                    pool.capacityBytes(),
                    pool.usableBytes(),
                    (int) best.pools.stream().filter(one -> one == number).count(),
                    isKnownNow() ? fold(i, homes()) : null,
                    best.taken.get(i)));
        }
        List<PlacedSet> placed = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            SetResult set = results.get(i);
            Volume volume = problem.volumes().get(i);
            placed.add(new PlacedSet(
                    set.name(),
                    set.file(),
                    volume.bytes(),
                    set.partial() || set.totals().unreadPathCount() > 0,
                    set.totals().unreadDirectoryCount(),
                    volume.home() == Problem.NOWHERE ? null : nameOf(volume.home()),
                    nameOf(best.pools.get(i)),
                    volume.pin() != Problem.NOWHERE));
        }
        return new PlaceResult(
                pools,
                placed,
                moves(best.pools),
                compared(best.score.bytes()),
                new PlaceResult.Search(
                        best.method,
                        tried,
                        request.seed(),
                        sampledChunkCount,
                        rate,
                        assignment(best.pools).score().bytes()));
    }

    private List<Integer> homes() {
        return problem.volumes().stream().map(Volume::home).toList();
    }

    private boolean isKnownNow() {
        return homes().stream().noneMatch(home -> home == Problem.NOWHERE);
    }

    private String nameOf(int pool) {
        return request.pools().get(pool).name();
    }

    /** The moves: always the one that gains most among those that fit. New sets are put on their pools last. */
    private List<Move> moves(List<Integer> pools) {
        Assignment now = assignment(homes());
        List<Integer> left = new ArrayList<>(IntStream.range(0, pools.size())
                .filter(i -> problem.volumes().get(i).movesTo(pools.get(i)))
                .boxed()
                .toList());
        List<Move> moves = new ArrayList<>();
        while (!left.isEmpty()) {
            Move best = null;
            int bestVolume = 0;
            for (int volume : left) {
                Move move = move(now, volume, pools.get(volume));
                boolean isBetter = best == null
                        || (move.fits() == best.fits() ? move.gainBytes() > best.gainBytes() : move.fits());
                if (isBetter) {
                    best = move;
                    bestVolume = volume;
                }
            }
            moves.add(Objects.requireNonNull(best));
            left.remove(Integer.valueOf(bestVolume));
            now.put(bestVolume, pools.get(bestVolume));
        }
        return moves;
    }

    private Move move(Assignment now, int volume, int pool) {
        long cost = now.costs(volume, pool);
        return new Move(
                results.get(volume).name(),
                nameOf(problem.volumes().get(volume).home()),
                nameOf(pool),
                problem.volumes().get(volume).bytes(),
                now.frees(volume),
                cost,
                now.takenBytes(pool) + cost <= problem.pools().get(pool).usableBytes());
    }

    private List<Compared> compared(long bestBytes) throws IOException {
        List<Compared> compared = new ArrayList<>();
        for (int pool = 0; pool < problem.pools().size(); pool++) {
            long bytes = Objects.requireNonNull(
                            together.get(request.pools().get(pool).profile().name()))
                    .allocatedBytes();
            compared.add(new Compared(
                    Way.ONE_POOL,
                    nameOf(pool),
                    bytes,
                    Math.max(0, bytes - problem.pools().get(pool).usableBytes())));
        }
        if (isKnownNow()) {
            long bytes = 0;
            long over = 0;
            for (int pool = 0; pool < problem.pools().size(); pool++) {
                ProfileResult one = fold(pool, homes());
                long each = one == null ? 0 : one.allocatedBytes();
                bytes += each;
                over += Math.max(0, each - problem.pools().get(pool).usableBytes());
            }
            compared.add(new Compared(Way.NOW, null, bytes, over));
        }
        SplittableRandom random = new SplittableRandom(request.seed());
        double drawn = 0;
        Assignment any = new Assignment(problem);
        for (int draw = 0; draw < DRAWS; draw++) {
            for (int volume = 0; volume < results.size(); volume++) {
                int pin = problem.volumes().get(volume).pin();
                any.put(
                        volume,
                        pin == Problem.NOWHERE ? random.nextInt(problem.pools().size()) : pin);
            }
            drawn += any.score().bytes();
        }
        compared.add(new Compared(Way.RANDOM, null, Math.round(drawn / DRAWS), null));
        long least = compared.stream()
                .filter(one -> one.way() != Way.RANDOM)
                .mapToLong(Compared::allocatedBytes)
                .reduce(Math.min(bestBytes, problem.leastBytes()), Math::min);
        compared.add(new Compared(Way.BOUND, null, least, null));
        return compared;
    }
}
