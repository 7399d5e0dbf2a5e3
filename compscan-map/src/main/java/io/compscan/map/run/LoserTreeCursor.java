package io.compscan.map.run;

import io.compscan.map.EntryCursor;
import io.compscan.map.MergeCursor;
import io.compscan.map.RecordLayout;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A merge by a tree of losers (Knuth, TAOCP 3, 5.4.1).
 *
 * <p>One number stands for an input: the leading bits of its key, then the number of the input.
 *
 * <pre>
 *   | 0 | leading bits of the key, 63 - n | number of the input, n |
 * </pre>
 *
 * <p>So a game is a subtraction without a branch that the processor could mispredict. Only if the leading bits are equal, above all in
 * equal keys, are the keys compared.
 */
public final class LoserTreeCursor implements MergeCursor {

    private final EntryCursor[] inputs;
    private final @Nullable RunCursor[] runs;
    private final int fieldCount;

    private final boolean[] done;
    private final int numberBits;
    private final int numberMask;

    /** The losers at the inner nodes 1 to n - 1, and the winner at 0; the inputs are the leaves n to 2n - 1. */
    private final long[] tree;

    private final int[] sources;
    private final long[] sourceReferences;
    private final int[] fields;
    private byte[] key = new byte[0];
    private long references;
    private int sourceCount;
    private boolean begun;
    private boolean failed;

    /** Merges inputs with one layout and one key length. */
    public LoserTreeCursor(List<? extends EntryCursor> inputs, RecordLayout layout) {
        this.inputs = inputs.toArray(EntryCursor[]::new);
        int n = this.inputs.length;
        runs = new RunCursor[n];
        for (int i = 0; i < n; i++) {
            runs[i] = this.inputs[i] instanceof RunCursor run ? run : null;
        }
        fieldCount = layout.fieldCount();
        done = new boolean[n];
        tree = new long[Math.max(1, n)];
        numberBits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, n - 1));
        numberMask = (1 << numberBits) - 1;
        sources = new int[n];
        sourceReferences = new long[n];
        fields = new int[fieldCount];
    }

    @Override
    public boolean next() {
        if (failed) {
            throw new IllegalStateException("the merge has failed before");
        }
        // Cleared at the end: after an exception the sums are incomplete.
        failed = true;
        boolean found = nextKey();
        failed = false;
        return found;
    }

    private boolean nextKey() {
        if (!begun) {
            begin();
        }
        sourceCount = 0;
        long winner = tree[0];
        int input = (int) winner & numberMask;
        if (inputs.length == 0 || done[input]) {
            return false;
        }
        take(input);
        replay(input, winner);
        while (sameBits(tree[0], winner)) {
            int next = (int) tree[0] & numberMask;
            if (done[next] || compareWithKey(next) != 0) {
                break;
            }
            takeAlso(next);
            replay(next, tree[0]);
        }
        return true;
    }

    private boolean sameBits(long a, long b) {
        return (a ^ b) >>> numberBits == 0;
    }

    private void take(int input) {
        RunCursor run = runs[input];
        if (run != null) {
            run.copyKey(key);
            references = run.references();
            for (int f = 0; f < fieldCount; f++) {
                fields[f] = run.field(f);
            }
        } else {
            EntryCursor entry = inputs[input];
            System.arraycopy(entry.key(), 0, key, 0, key.length);
            references = entry.references();
            for (int f = 0; f < fieldCount; f++) {
                fields[f] = entry.field(f);
            }
        }
        sources[0] = input;
        sourceReferences[0] = references;
        sourceCount = 1;
    }

    private void takeAlso(int input) {
        EntryCursor entry = inputs[input];
        long more = entry.references();
        references = Math.addExact(references, more);
        for (int f = 0; f < fieldCount; f++) {
            fields[f] = Math.max(fields[f], entry.field(f));
        }
        sources[sourceCount] = input;
        sourceReferences[sourceCount++] = more;
    }

    private void begin() {
        begun = true;
        int n = inputs.length;
        long[] winners = new long[2 * n];
        for (int i = 0; i < n; i++) {
            winners[n + i] = advance(i);
            if (!done[i]) {
                int keyBytes = inputs[i].key().length;
                if (key.length != 0 && key.length != keyBytes) {
                    throw new IllegalArgumentException(
                            "keys of " + key.length + " and of " + keyBytes + " bytes cannot be merged");
                }
                key = key.length == 0 ? new byte[keyBytes] : key;
            }
        }
        for (int node = n - 1; node >= 1; node--) {
            long left = winners[2 * node];
            long right = winners[2 * node + 1];
            boolean leftWins = sameBits(left, right) ? precedes(left, right) : left < right;
            winners[node] = leftWins ? left : right;
            tree[node] = leftWins ? right : left;
        }
        if (n > 0) {
            tree[0] = winners[1];
        }
    }

    /** Advances an input and returns its new number in the games. */
    private long advance(int input) {
        RunCursor run = runs[input];
        long lead;
        if (run != null) {
            done[input] = !run.next();
            lead = done[input] ? -1 : run.lead();
        } else {
            done[input] = !inputs[input].next();
            lead = done[input] ? -1 : PackedBytes.lead(inputs[input].key(), 0);
        }
        return lead >>> 1 >>> numberBits << numberBits | input;
    }

    /** Advances the winning input and replays its games up to the root. */
    private void replay(int input, long before) {
        long winner = advance(input);
        if (winner <= before) {
            requireAscending(input, winner, before);
        }
        for (int node = (inputs.length + input) >>> 1; node >= 1; node >>>= 1) {
            long other = tree[node];
            if (sameBits(other, winner)) {
                if (precedes(other, winner)) {
                    tree[node] = winner;
                    winner = other;
                }
            } else {
                // All numbers are positive: the sign of the difference says which is lower, and its bits swap the two.
                long difference = other - winner;
                long swap = difference & difference >> 63;
                tree[node] = other - swap;
                winner += swap;
            }
        }
        tree[0] = winner;
    }

    /** Checks that an input ascends; {@link #key} still has its previous key. */
    private void requireAscending(int input, long now, long before) {
        if (!done[input] && (now < before || compareWithKey(input) <= 0)) {
            throw new IllegalStateException("the keys of input " + input + " do not ascend");
        }
    }

    /** Orders two inputs by their whole keys; equal keys come in input order, ended inputs last. */
    private boolean precedes(long first, long second) {
        int a = (int) first & numberMask;
        int b = (int) second & numberMask;
        if (done[a] || done[b]) {
            return done[a] == done[b] ? a < b : done[b];
        }
        RunCursor runA = runs[a];
        RunCursor runB = runs[b];
        int order = runA != null && runB != null
                ? runA.compareKey(runB)
                : Arrays.compareUnsigned(inputs[a].key(), inputs[b].key());
        return order != 0 ? order < 0 : a < b;
    }

    /** Compares the key of an input with the current key. */
    private int compareWithKey(int input) {
        RunCursor run = runs[input];
        return run != null ? run.compareKey(key) : Arrays.compareUnsigned(inputs[input].key(), key);
    }

    @Override
    public byte[] key() {
        return key;
    }

    @Override
    public long references() {
        return references;
    }

    @Override
    public int field(int field) {
        return fields[field];
    }

    @Override
    public int sourceCount() {
        return sourceCount;
    }

    @Override
    public int source(int i) {
        return sources[i];
    }

    @Override
    public long sourceReferences(int i) {
        return sourceReferences[i];
    }

    @Override
    public void close() {
        for (EntryCursor input : inputs) {
            input.close();
        }
    }
}
