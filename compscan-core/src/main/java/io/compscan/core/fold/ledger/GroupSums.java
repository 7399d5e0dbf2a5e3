package io.compscan.core.fold.ledger;

import java.util.Arrays;

/**
 * Sums over the chunks of the sample for groups that may lie in one another, such as directories.
 *
 * <p>A chunk's weight is its stored size. A group's share of the weight equals its share of the references. Weights and shares are whole
 * numbers of a small fraction of a byte, squares are of bytes. One thread, chunk by chunk: {@link #add} for each of its references, then
 * {@link #endChunk}.
 */
final class GroupSums {

    private final int[] parents;
    /** The shares of the group alone, without the groups in it. */
    private final long[] ownShares;

    private final long[] shares;
    private final double[] shareSquares;
    private final double[] shareProducts;
    private final long[] held;
    private final double[] heldSquares;

    /** The shares of the current chunk. */
    private final long[] chunkShares;

    private final long[] chunkReferences;
    private final int[] touched;
    private int touchedCount;

    /** @param parents for each group the one that it lies in, -1 if none */
    GroupSums(int[] parents) {
        this.parents = parents;
        int count = parents.length;
        ownShares = new long[count];
        shares = new long[count];
        shareSquares = new double[count];
        shareProducts = new double[count];
        held = new long[count];
        heldSquares = new double[count];
        chunkShares = new long[count];
        chunkReferences = new long[count];
        touched = new int[count];
    }

    /** Groups that do not contain each other. */
    static GroupSums flat(int count) {
        int[] parents = new int[count];
        Arrays.fill(parents, -1);
        return new GroupSums(parents);
    }

    /** Some of the chunk's references are in the group. */
    void add(int group, long share, long references) {
        ownShares[group] += share;
        for (int g = group; g >= 0; g = parents[g]) {
            if (chunkReferences[g] == 0) {
                touched[touchedCount++] = g;
            }
            chunkShares[g] += share;
            chunkReferences[g] += references;
        }
    }

    /**
     * Ends a chunk, after all its references.
     *
     * @param weight the weight of the chunk
     * @param fraction the fraction of a byte that is one unit of weight
     * @param references the number of all references to the chunk
     */
    void endChunk(long weight, double fraction, long references) {
        double bytes = weight * fraction;
        for (int i = 0; i < touchedCount; i++) {
            int g = touched[i];
            double share = chunkShares[g] * fraction;
            shares[g] += chunkShares[g];
            shareSquares[g] += share * share;
            shareProducts[g] += share * bytes;
            if (chunkReferences[g] == references) {
                held[g] += weight;
                heldSquares[g] += bytes * bytes;
            }
            chunkShares[g] = 0;
            chunkReferences[g] = 0;
        }
        touchedCount = 0;
    }

    /** The number of groups with references to the current chunk. */
    int touchedCount() {
        return touchedCount;
    }

    /** The one of them in place {@code i}. */
    int touched(int i) {
        return touched[i];
    }

    long ownShares(int group) {
        return ownShares[group];
    }

    long shares(int group) {
        return shares[group];
    }

    /** The sum of the squares of the shares. */
    double shareSquares(int group) {
        return shareSquares[group];
    }

    /** The sum of the products of shares and weights. */
    double shareProducts(int group) {
        return shareProducts[group];
    }

    /** The weights of the chunks that no other group refers to. */
    long held(int group) {
        return held[group];
    }

    /** The sum of the squares of these weights, which is also the sum of their products. */
    double heldSquares(int group) {
        return heldSquares[group];
    }
}
