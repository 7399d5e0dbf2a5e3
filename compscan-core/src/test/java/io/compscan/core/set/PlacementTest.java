package io.compscan.core.set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.profile.Allocation;
import io.compscan.core.profile.Costs;
import io.compscan.core.profile.Profile;
import io.compscan.core.profile.Profiles;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.Scans;
import io.compscan.core.set.place.PlaceRequest;
import io.compscan.core.set.place.PlaceRequest.Pool;
import io.compscan.core.set.place.PlaceRequest.Rule;
import io.compscan.core.set.place.Placement;
import io.compscan.result.ProfileResult;
import io.compscan.result.set.PlaceResult;
import io.compscan.result.set.PlaceResult.Compared;
import io.compscan.result.set.PlaceResult.Method;
import io.compscan.result.set.PlaceResult.Way;
import io.compscan.testing.Slow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** Placements of real sets: what a pool takes is what a merge of its sets has. */
class PlacementTest {

    private static final int CHUNK_BYTES = 4096;
    private static final long PLENTY = 1L << 40;

    /** A system without metadata, where a pool takes what its chunks take. */
    private static final Profile BARE = new Profile(
            "bare",
            "nothing but chunks",
            "https://example.org",
            List.of(),
            List.of(),
            new FixedChunker(CHUNK_BYTES),
            CompressorSpec.parse("lz4"),
            Allocation.EXACT,
            Costs.NONE,
            Costs.NONE);

    private Path dir;

    @BeforeTry
    void makeDirectory() throws Exception {
        dir = Files.createTempDirectory("placement");
    }

    @AfterTry
    void removeDirectory() throws Exception {
        try (Stream<Path> files = Files.list(dir)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(dir);
    }

    /** Sets in two families, with some chunks in common. */
    private List<Path> save(Random random, int count, int sketchEntries) throws Exception {
        ScanOptions options = Scans.options(List.of(CHUNK_BYTES, 8192), List.of(CompressorSpec.parse("lz4")));
        long seed = random.nextLong();
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] content = new byte[CHUNK_BYTES * (150 + random.nextInt(300))];
            for (int at = 0; at < content.length; at += CHUNK_BYTES) {
                long chunk = switch (random.nextInt(4)) {
                    case 0 -> random.nextLong();
                    case 1 -> seed + random.nextInt(80);
                    default -> seed + 1000L * (1 + i % 2) + random.nextInt(300);
                };
                byte[] noise = new byte[500 + (int) Math.floorMod(chunk * 31, 3000L)];
                new Random(chunk).nextBytes(noise);
                System.arraycopy(noise, 0, content, at, noise.length);
            }
            Path file = dir.resolve("v" + i + ".fpr");
            MemoryUnit unit = new MemoryUnit("u", "bin", content.length, content, -1, false);
            SetFiles.scan(List.of("v" + i), List.of(List.of(unit)), options, sketchEntries, file);
            files.add(file);
        }
        return files;
    }

    private static PlaceRequest request(List<Pool> pools, List<Rule> now, List<Rule> pins, long maxMoves) {
        return new PlaceRequest(pools, now, pins, Long.MAX_VALUE, maxMoves, 1);
    }

    private static PlaceResult place(List<Path> files, PlaceRequest request) throws Exception {
        try (Sets sets = Sets.open(files)) {
            return Placement.of(sets, request);
        }
    }

    private static ProfileResult merged(List<Path> files, Profile profile) throws Exception {
        try (Sets sets = Sets.open(files)) {
            return SetMerge.merge(sets, null, List.of(profile))
                    .union()
                    .profiles()
                    .get(0);
        }
    }

    private static void assertAsMerged(List<Path> files, PlaceResult result, List<Profile> systems) throws Exception {
        for (int i = 0; i < result.pools().size(); i++) {
            PlaceResult.Pool pool = result.pools().get(i);
            List<Path> there = IntStream.range(0, files.size())
                    .filter(file -> result.sets().get(file).pool().equals(pool.name()))
                    .mapToObj(files::get)
                    .toList();
            assertThat(there).hasSize(pool.sets());
            assertThat(pool.taken()).isEqualTo(there.isEmpty() ? null : merged(there, systems.get(i)));
        }
    }

    @Slow
    @Property(tries = 8)
    void aPoolTakesWhatAMergeOfItsSetsHas(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        List<Profile> systems = Profiles.parse("vdo,ontap,xtremio-x1");
        for (int entries : new int[] {0, 256}) {
            List<Path> files = save(random, 3 + random.nextInt(4), entries);
            List<Pool> pools = new ArrayList<>();
            for (Profile system : systems) {
                pools.add(new Pool(system.name(), 200_000 + random.nextInt(3_000_000), 0.1, system));
            }
            List<Rule> now = new ArrayList<>();
            for (int i = 0; i < files.size(); i++) {
                now.add(new Rule("v" + i, systems.get(random.nextInt(3)).name()));
            }
            PlaceRequest request = request(
                    pools,
                    random.nextInt(4) == 0 ? List.of() : now,
                    random.nextBoolean() ? List.of(new Rule("v0", "ontap")) : List.of(),
                    random.nextBoolean() ? 2 : Long.MAX_VALUE);
            PlaceResult result = place(files, request);
            assertAsMerged(files, result, systems);
            assertThat(result.moves()).hasSizeLessThanOrEqualTo((int) Math.min(100, request.maxMoves()));
            assertThat(result.sets().get(0).pool()).isIn(request.pins().isEmpty() ? names(pools) : List.of("ontap"));
            if (request.pins().isEmpty() && !request.now().isEmpty()) {
                // Whatever the search believes, the outcome is never worse than to leave all as it is.
                Compared leaving = result.compared().stream()
                        .filter(one -> one.way() == Way.NOW)
                        .findFirst()
                        .orElseThrow();
                assertThat(result.overBytes()).isLessThanOrEqualTo(leaving.overBytes());
            }
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }

    private static List<String> names(List<Pool> pools) {
        return pools.stream().map(Pool::name).toList();
    }

    /** Where a system has no metadata, the search counts as the merge does. */
    @Property(tries = 4)
    void theSearchCountsAsAMergeDoes(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        List<Path> files = save(random, 3 + random.nextInt(4), 0);
        PlaceResult result = place(
                files,
                request(
                        List.of(new Pool("A", 900_000, 0, BARE), new Pool("B", PLENTY, 0, BARE)),
                        List.of(),
                        List.of(),
                        9));
        assertThat(result.search().method()).isEqualTo(Method.ALL);
        assertThat(result.search().expectedBytes())
                .isCloseTo(result.allocatedBytes(), within((long) (1 << files.size())));
        assertAsMerged(files, result, List.of(BARE, BARE));
    }

    /** All placements, each merged: the least of those that fit, else the least that is too many. */
    @Slow
    @Property(tries = 4)
    void noOtherPlacementIsBetter(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        List<Path> files = save(random, 4, 0);
        List<Profile> systems = Profiles.parse("vdo,ontap");
        List<Pool> pools = List.of(
                new Pool("A", 800_000 + random.nextInt(1_500_000), 0, systems.get(0)),
                new Pool("B", 500_000 + random.nextInt(1_500_000), 0, systems.get(1)));
        long leastOver = Long.MAX_VALUE;
        long least = Long.MAX_VALUE;
        for (int subset = 0; subset < 16; subset++) {
            long over = 0;
            long bytes = 0;
            for (int pool = 0; pool < 2; pool++) {
                int those = pool == 0 ? subset : 15 - subset;
                List<Path> there = IntStream.range(0, 4)
                        .filter(i -> (those >> i & 1) != 0)
                        .mapToObj(files::get)
                        .toList();
                long taken =
                        there.isEmpty() ? 0 : merged(there, systems.get(pool)).allocatedBytes();
                over += Math.max(0, taken - pools.get(pool).capacityBytes());
                bytes += taken;
            }
            if (over < leastOver || (over == leastOver && bytes < least)) {
                leastOver = over;
                least = bytes;
            }
        }
        PlaceResult result = place(files, request(pools, List.of(), List.of(), 9));
        // So few sets are counted as often as it takes; what is expected by more than 2 % too high may be passed over.
        assertThat(result.overBytes()).isLessThanOrEqualTo(leastOver + least / 100);
        assertThat(result.allocatedBytes()).isLessThanOrEqualTo(least + least / 100);
    }

    /** What a system takes before it holds anything decides where two small sets lie, and the bound is below what is found. */
    @Property(tries = 4)
    void twoSetsLieWhereTheyTakeLeast(@ForAll long seed) throws Exception {
        List<Path> files = save(new Random(seed), 2, 0);
        List<Profile> systems = Profiles.parse("vdo,ontap");
        List<Pool> pools = List.of(new Pool("A", PLENTY, 0, systems.get(0)), new Pool("B", PLENTY, 0, systems.get(1)));
        long least = Long.MAX_VALUE;
        for (int of0 = 0; of0 < 2; of0++) {
            for (int of1 = 0; of1 < 2; of1++) {
                least = Math.min(
                        least,
                        of0 == of1
                                ? merged(files, systems.get(of0)).allocatedBytes()
                                : merged(files.subList(0, 1), systems.get(of0)).allocatedBytes()
                                        + merged(files.subList(1, 2), systems.get(of1))
                                                .allocatedBytes());
            }
        }
        PlaceResult result = place(files, request(pools, List.of(), List.of(), 9));
        assertThat(result.allocatedBytes()).isEqualTo(least);
        PlaceResult.Compared bound = result.compared().get(result.compared().size() - 1);
        assertThat(bound.way()).isEqualTo(PlaceResult.Way.BOUND);
        assertThat(bound.allocatedBytes()).isLessThanOrEqualTo(least);
    }

    @Example
    void familiesLieTogether() throws Exception {
        List<Path> files = save(new Random(5), 6, 0);
        List<Pool> pools = List.of(new Pool("A", 900_000, 0, BARE), new Pool("B", 900_000, 0, BARE));
        List<Rule> now = List.of(new Rule("v*", "A"), new Rule("v1", "B"), new Rule("v2", "B"));
        PlaceResult result = place(files, request(pools, now, List.of(), 100));
        assertThat(result.sets()).extracting(PlaceResult.PlacedSet::from).containsExactly("A", "B", "B", "A", "A", "A");
        String first = result.sets().get(0).pool();
        String second = first.equals("A") ? "B" : "A";
        assertThat(result.sets())
                .extracting(PlaceResult.PlacedSet::pool)
                .containsExactly(first, second, first, second, first, second);
        long gained =
                result.moves().stream().mapToLong(PlaceResult.Move::gainBytes).sum();
        long before = result.pools().stream()
                .mapToLong(pool -> pool.now() == null ? 0 : pool.now().allocatedBytes())
                .sum();
        assertThat(gained).isCloseTo(before - result.allocatedBytes(), within(64L));
        // A set that must stay stays, and so does everything where nothing may move.
        PlaceResult kept = place(files, request(pools, now, List.of(new Rule("v2", "")), 100));
        assertThat(kept.sets().get(2)).matches(set -> set.pool().equals("B") && set.kept());
        PlaceResult still = place(files, request(pools, now, List.of(), 0));
        assertThat(still.moves()).isEmpty();
        assertThat(still.allocatedBytes()).isEqualTo(before);
    }

    @Example
    void whatMakesNoSenseIsNamed() throws Exception {
        List<Path> files = save(new Random(5), 2, 0);
        List<Pool> pools = List.of(new Pool("A", PLENTY, 0, BARE), new Pool("B", PLENTY, 0, BARE));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> request(pools, List.of(new Rule("v0", "C")), List.of(), 9))
                .withMessage("--at v0=C: there is no pool 'C'; the pools are A, B");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> request(List.of(pools.get(0), pools.get(0)), List.of(), List.of(), 9))
                .withMessage("--pool: each pool needs a name of its own");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> place(files, request(pools, List.of(new Rule("w*", "A")), List.of(), 9)))
                .withMessage("--at w*=A: there is no set of that name");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> place(files, request(pools, List.of(), List.of(new Rule("v1", "")), 9)))
                .withMessage("--keep v1: it is not known where v1 is; add --at v1=POOL");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        place(files, request(pools, List.of(new Rule("v*", "A")), List.of(new Rule("v*", "B")), 1)))
                .withMessageStartingWith("--keep alone moves 2 sets of ");
    }
}
