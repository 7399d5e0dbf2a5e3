package io.compscan.core.set.place;

import io.compscan.core.set.SharedChunks;
import io.compscan.core.set.SharedChunks.Group;
import io.compscan.core.set.place.Problem.Pool;
import io.compscan.core.set.place.Problem.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Problems as migrations have them: families of volumes with common chunks, pools that are nearly full, pins and limits. */
final class RandomProblems {

    private RandomProblems() {}

    /** A problem; the same seed makes the same one. */
    static Problem of(long seed, int volumeCount, int poolCount) {
        Random random = new Random(seed);
        int families = 1 + random.nextInt(Math.max(1, volumeCount / 2));
        int[] family = random.ints(volumeCount, 0, families).toArray();
        List<Group> groups = new ArrayList<>();
        for (int one = 0; one < families; one++) {
            int number = one;
            List<Integer> members = IntStream.range(0, volumeCount)
                    .filter(volume -> family[volume] == number)
                    .boxed()
                    .toList();
            for (int part = 0; part < 1 + random.nextInt(8); part++) {
                add(groups, random, members, 0.3 + 0.7 * random.nextDouble(), 40_000);
            }
        }
        List<Integer> all = IntStream.range(0, volumeCount).boxed().toList();
        for (int part = 0; part < volumeCount; part++) {
            add(groups, random, all, random.nextDouble(), 8_000);
        }
        double[] shared = new double[volumeCount];
        for (Group group : groups) {
            group.holders().forEach(volume -> shared[volume] += group.bytes());
        }
        long[] own = random.longs(volumeCount, 0, 30_000).toArray();
        List<Sharing> systems = new ArrayList<>();
        for (double factor : new double[] {1, 0.7 + 0.6 * random.nextDouble()}) {
            systems.add(Sharing.of(
                    IntStream.range(0, volumeCount)
                            .mapToObj(volume -> Math.round((own[volume] + shared[volume]) * factor))
                            .toList(),
                    OptionalLong.empty(),
                    0,
                    new SharedChunks(
                            groups.stream()
                                    .map(group -> new Group(group.holders(), group.bytes() * factor))
                                    .toList(),
                            1,
                            groups.size())));
        }
        Assignment onePool = new Assignment(
                new Problem(List.of(new Pool(systems.get(0), 0)), volumes(random, volumeCount, 1, false), 0, 0));
        onePool.putAll(new int[volumeCount]);
        long together = onePool.takenBytes(0);
        List<Pool> pools = new ArrayList<>();
        for (int pool = 0; pool < poolCount; pool++) {
            pools.add(new Pool(systems.get(random.nextInt(4) == 0 ? 1 : 0), (long)
                    (together / (double) poolCount * (0.8 + random.nextDouble()))));
        }
        boolean migrates = random.nextBoolean();
        List<Volume> volumes = volumes(random, volumeCount, poolCount, migrates);
        long bytes = volumes.stream().mapToLong(Volume::bytes).sum();
        boolean isLimited = migrates && random.nextBoolean();
        return new Problem(
                pools,
                volumes,
                isLimited ? bytes / (2 + random.nextInt(8)) : Long.MAX_VALUE,
                isLimited && random.nextBoolean() ? 1 + random.nextInt(volumeCount) : Long.MAX_VALUE);
    }

    private static List<Volume> volumes(Random random, int count, int poolCount, boolean migrates) {
        return IntStream.range(0, count)
                .mapToObj(i -> {
                    int home = migrates && random.nextInt(10) > 0 ? random.nextInt(poolCount) : Problem.NOWHERE;
                    return new Volume(
                            1000 + random.nextInt(100_000), home, random.nextInt(8) == 0 ? home : Problem.NOWHERE);
                })
                .toList();
    }

    private static void add(List<Group> groups, Random random, List<Integer> members, double share, int mostBytes) {
        TreeSet<Integer> holders = new TreeSet<>();
        members.stream().filter(volume -> random.nextDouble() < share).forEach(holders::add);
        if (holders.size() > 1) {
            groups.add(new Group(List.copyOf(holders), 1 + random.nextInt(mostBytes)));
        }
    }
}
