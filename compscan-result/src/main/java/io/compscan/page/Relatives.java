package io.compscan.page;

import io.compscan.result.set.Overlap;
import io.compscan.result.set.Overlap.Share;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Sets in an order where those that share most lie side by side: that of the leaves of a dendrogram by average linkage.
 *
 * @param names the sets in that order
 * @param shared for each of them, in that order, the share of its unique bytes that each of them also has
 * @param clusters those that are most alike, each of two sets or more
 * @param left how many sets are not among them
 */
record Relatives(List<String> names, List<List<Double>> shared, List<Cluster> clusters, int left) {

    /** Sets that are less alike on the mean are no cluster. */
    private static final double LEAST_SIMILARITY = 0.2;

    /**
     * Sets that are alike.
     *
     * @param names the sets
     * @param similarity the mean over all pairs of what both hold, as a share of what either holds
     */
    record Cluster(List<String> names, double similarity) {}

    /** Two trees to join. */
    private record Join(int one, int other, double similarity) {}

    /** The relatives among these sets; of very many those that share most with others. */
    static Relatives of(List<String> names, Overlap overlap) {
        List<Share> shares = overlap.shares();
        List<Integer> shown = overlap.closeSets();
        List<List<Integer>> trees = new ArrayList<>(shown.stream().map(List::of).toList());
        List<Cluster> clusters = null;
        while (trees.size() > 1) {
            Join join = nearest(overlap, trees);
            if (clusters == null && join.similarity < LEAST_SIMILARITY) {
                clusters = clusters(names, overlap, trees);
            }
            List<Integer> joined = new ArrayList<>(trees.get(join.one));
            joined.addAll(trees.remove(join.other));
            trees.set(join.one, joined);
        }
        List<Integer> order = trees.isEmpty() ? List.of() : trees.get(0);
        return new Relatives(
                order.stream().map(names::get).toList(),
                order.stream()
                        .map(set -> order.stream()
                                .map(other -> part(
                                        common(overlap, set, other),
                                        shares.get(set).uniqueBytes()))
                                .toList())
                        .toList(),
                clusters == null ? clusters(names, overlap, trees) : clusters,
                shares.size() - order.size());
    }

    private static Join nearest(Overlap overlap, List<List<Integer>> trees) {
        Join nearest = new Join(0, 1, -1);
        for (int i = 0; i < trees.size(); i++) {
            for (int j = i + 1; j < trees.size(); j++) {
                double similarity = similarity(overlap, trees.get(i), trees.get(j));
                if (similarity > nearest.similarity) {
                    nearest = new Join(i, j, similarity);
                }
            }
        }
        return nearest;
    }

    private static List<Cluster> clusters(List<String> names, Overlap overlap, List<List<Integer>> trees) {
        return trees.stream()
                .filter(tree -> tree.size() > 1)
                .map(tree -> new Cluster(tree.stream().map(names::get).toList(), within(overlap, tree)))
                .sorted(Comparator.comparingDouble(Cluster::similarity).reversed())
                .toList();
    }

    private static double within(Overlap overlap, List<Integer> sets) {
        double sum = 0;
        for (int i = 1; i < sets.size(); i++) {
            sum += i * similarity(overlap, sets.subList(i, i + 1), sets.subList(0, i));
        }
        return sum / (sets.size() * (sets.size() - 1) / 2.0);
    }

    /** The mean over all pairs of one from each. */
    private static double similarity(Overlap overlap, List<Integer> some, List<Integer> others) {
        List<Share> shares = overlap.shares();
        double sum = 0;
        for (int one : some) {
            for (int other : others) {
                long both = common(overlap, one, other);
                sum += part(
                        both, shares.get(one).uniqueBytes() + shares.get(other).uniqueBytes() - both);
            }
        }
        return sum / ((double) some.size() * others.size());
    }

    /** Of sets that share most it is known. */
    private static long common(Overlap overlap, int one, int other) {
        Long common = overlap.common(one, other);
        if (common == null) {
            throw new IllegalStateException("sets " + one + " and " + other + " are not compared");
        }
        return common;
    }

    /** Estimates may exceed the whole. */
    private static double part(long some, long whole) {
        return whole <= 0 ? 0 : Math.min(1, (double) some / whole);
    }
}
