package io.compscan.map.run;

import io.compscan.map.EntryCursor;
import io.compscan.map.RecordLayout;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Walks many sorted sequences of entries as if they were one: each key once, its references added, each field the larger one.
 *
 * <p>For the current key it also tells which inputs held it. An input whose keys do not ascend gives an {@link
 * IllegalStateException}, a sum of references beyond {@code 2^63 - 1} an {@link ArithmeticException}. The inputs are the merge's
 * from then on: it closes them, those that are cursors of runs or merges. For use by one thread at a time.
 *
 * <p>A tree of losers (Knuth, TAOCP 3, 5.4.1): the next key costs one comparison a level, of the first eight bytes of each key,
 * which lie side by side in an array; the rest of two keys is looked at only where those are equal.
 */
public final class MergeCursor implements EntryCursor, AutoCloseable {

    private final EntryCursor[] inputs;
    private final @Nullable RunCursor[] runs;
    private final int fieldCount;

    /** The lead of each input's next key, changed so that it compares as signed. */
    private final long[] leads;

    private final boolean[] done;

    /** The inputs that lost at the inner nodes 1 to n - 1; the leaves of inputs follow, and node 0 has the winner. */
    private final int[] losers;

    private final int[] sources;
    private final long[] sourceReferences;
    private final int[] fields;
    private byte[] key = new byte[0];
    private long references;
    private int sourceCount;
    private boolean begun;

    /** Merges entries of one layout and one length of keys. */
    public MergeCursor(List<? extends EntryCursor> inputs, RecordLayout layout) {
        this.inputs = inputs.toArray(EntryCursor[]::new);
        int n = this.inputs.length;
        runs = new RunCursor[n];
        for (int i = 0; i < n; i++) {
            runs[i] = this.inputs[i] instanceof RunCursor run ? run : null;
        }
        fieldCount = layout.fieldCount();
        leads = new long[n];
        done = new boolean[n];
        losers = new int[Math.max(1, n)];
        sources = new int[n];
        sourceReferences = new long[n];
        fields = new int[fieldCount];
    }

    @Override
    public boolean next() {
        if (!begun) {
            begin();
        }
        sourceCount = 0;
        int winner = losers[0];
        if (inputs.length == 0 || done[winner]) {
            return false;
        }
        long lead = leads[winner];
        take(winner);
        replay(winner);
        winner = losers[0];
        while (leads[winner] == lead && !done[winner] && compareRestWithKey(winner) == 0) {
            takeAlso(winner);
            replay(winner);
            winner = losers[0];
        }
        return true;
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
        for (int i = 0; i < n; i++) {
            advance(i);
            if (!done[i]) {
                int keyBytes = inputs[i].key().length;
                if (key.length != 0 && key.length != keyBytes) {
                    throw new IllegalArgumentException(
                            "keys of " + key.length + " and of " + keyBytes + " bytes cannot be merged");
                }
                key = key.length == 0 ? new byte[keyBytes] : key;
            }
        }
        int[] winners = new int[2 * n];
        for (int i = 0; i < n; i++) {
            winners[n + i] = i;
        }
        for (int node = n - 1; node >= 1; node--) {
            int left = winners[2 * node];
            int right = winners[2 * node + 1];
            boolean leftWins = precedes(left, right);
            winners[node] = leftWins ? left : right;
            losers[node] = leftWins ? right : left;
        }
        if (n > 0) {
            losers[0] = winners[1];
        }
    }

    private void advance(int input) {
        RunCursor run = runs[input];
        if (run != null) {
            if (run.next()) {
                leads[input] = run.lead() ^ Long.MIN_VALUE;
                return;
            }
        } else if (inputs[input].next()) {
            leads[input] = Words.lead(inputs[input].key(), 0) ^ Long.MIN_VALUE;
            return;
        }
        leads[input] = Long.MAX_VALUE;
        done[input] = true;
    }

    /** Moves the input that has won on, and plays its games up to the root anew. */
    private void replay(int input) {
        long before = leads[input];
        advance(input);
        if (leads[input] <= before && !done[input]) {
            requireAscending(input, before);
        }
        int winner = input;
        for (int node = (inputs.length + input) >>> 1; node >= 1; node >>>= 1) {
            int loser = losers[node];
            if (precedes(loser, winner)) {
                losers[node] = winner;
                winner = loser;
            }
        }
        losers[0] = winner;
    }

    /** The key that was taken last is still in {@link #key}, and was this input's. */
    private void requireAscending(int input, long before) {
        if (leads[input] < before || compareRestWithKey(input) <= 0) {
            throw new IllegalStateException("the keys of input " + input + " do not ascend");
        }
    }

    /** The order of two inputs' next keys; equal ones come in the order of the inputs, and inputs that have ended come last. */
    private boolean precedes(int a, int b) {
        long leadA = leads[a];
        long leadB = leads[b];
        return leadA != leadB ? leadA < leadB : precedesByRest(a, b);
    }

    private boolean precedesByRest(int a, int b) {
        if (done[a] || done[b]) {
            return done[a] == done[b] ? a < b : done[b];
        }
        RunCursor runA = runs[a];
        RunCursor runB = runs[b];
        int order = runA != null && runB != null
                ? runA.compareRest(runB)
                : Arrays.compareUnsigned(inputs[a].key(), inputs[b].key());
        return order != 0 ? order < 0 : a < b;
    }

    private int compareRestWithKey(int input) {
        RunCursor run = runs[input];
        return run != null ? run.compareRest(key) : Arrays.compareUnsigned(inputs[input].key(), key);
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

    /** How many inputs held the current key. */
    public int sourceCount() {
        return sourceCount;
    }

    /** The number of the {@code i}-th input that held it, in ascending order. */
    public int source(int i) {
        return sources[i];
    }

    /** With how many references the {@code i}-th of them held it. */
    public long sourceReferences(int i) {
        return sourceReferences[i];
    }

    /** Closes the inputs that are cursors of runs or merges. */
    @Override
    public void close() {
        for (EntryCursor input : inputs) {
            if (input instanceof RunCursor run) {
                run.close();
            } else if (input instanceof MergeCursor merge) {
                merge.close();
            }
        }
    }
}
