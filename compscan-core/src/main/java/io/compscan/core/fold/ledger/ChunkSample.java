package io.compscan.core.fold.ledger;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The references to the chunks of a sample: pairs of a chunk and an account with their counts, at most a fixed number of pairs.
 *
 * <p>The sample consists of the chunks whose keys begin with {@code shift} zero bits. When there are too many pairs {@code shift} rises,
 * and the sample forgets the chunks that drop out. In the end {@code shift} is the least that keeps the pairs of all the data within the
 * limit. It never exceeds this value before, in whatever order the pairs come. Any thread adds.
 */
final class ChunkSample {

    /** Enough that the threads of a large machine seldom meet, even where every chunk is in the sample. */
    private static final int STRIPES = 64;

    /** No sample can be smaller. */
    static final int MAX_SHIFT = 63;

    /** Receives a pair: the key of a chunk, the account that refers to it, and the number of references. */
    @FunctionalInterface
    interface PairVisitor {
        void visit(long key, Account account, long references) throws IOException;
    }

    private final int maxPairs;
    private final Stripe[] stripes = new Stripe[STRIPES];
    private final AtomicInteger pairCount = new AtomicInteger();
    private volatile int shift;
    private volatile long maxKey = -1L;
    /** A table for the time in which the sample becomes smaller; empty otherwise. */
    private Table spare = new Table(Table.LEAST_SLOTS);

    ChunkSample(int maxPairs) {
        this.maxPairs = maxPairs;
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new Stripe();
        }
    }

    int shift() {
        return shift;
    }

    /** The largest key of the sample, unsigned. */
    long maxKey() {
        return maxKey;
    }

    /** Notes references to the chunk, if it is in the sample. */
    void add(long key, Account account, long references) {
        Stripe stripe = stripes[(int) key & (STRIPES - 1)];
        int newPairs;
        synchronized (stripe) {
            newPairs = stripe.put(key, account, references) ? stripe.settle(maxKey) : 0;
        }
        if (newPairs > 0 && pairCount.addAndGet(newPairs) > maxPairs) {
            becomeSmaller();
        }
    }

    /** Moves the waiting pairs to the tables. After this the number of pairs is within the limit. */
    void settle() {
        for (Stripe stripe : stripes) {
            synchronized (stripe) {
                pairCount.addAndGet(stripe.settle(maxKey));
            }
        }
        becomeSmaller();
    }

    private synchronized void becomeSmaller() {
        while (pairCount.get() > maxPairs && shift < MAX_SHIFT) {
            limit(shift + 1);
        }
    }

    /** Forgets the chunks whose keys begin with fewer zero bits. */
    synchronized void limit(int leastShift) {
        if (leastShift <= shift) {
            return;
        }
        shift = leastShift;
        maxKey = -1L >>> leastShift;
        int removed = 0;
        for (Stripe stripe : stripes) {
            synchronized (stripe) {
                int before = stripe.table.used;
                spare = stripe.keepUpTo(maxKey, spare);
                removed += before - stripe.table.used;
            }
        }
        pairCount.addAndGet(-removed);
    }

    /** Hands over all pairs that are settled, in no order, but in the same one each time while nothing is added. */
    void forEach(PairVisitor visitor) throws IOException {
        for (Stripe stripe : stripes) {
            synchronized (stripe) {
                stripe.table.forEach(visitor);
            }
        }
    }

    /** {@link #forEach} for a visitor that does not write. */
    static void visit(ChunkSample sample, PairVisitor visitor) {
        try {
            sample.forEach(visitor);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The pairs of some of the keys.
     *
     * <p>Added pairs wait until there are enough to make it worthwhile to bring the table into the cache. Added one by one, each would wait
     * for memory.
     */
    private static final class Stripe {
        private static final int WAITING = 256;

        private final long[] waitingKeys = new long[WAITING];
        private final long[] waitingReferences = new long[WAITING];
        private final @Nullable Account[] waitingAccounts = new @Nullable Account[WAITING];
        private int waiting;

        private Table table = new Table(Table.LEAST_SLOTS);

        /** True if it is time to settle. */
        boolean put(long key, Account account, long references) {
            waitingKeys[waiting] = key;
            waitingReferences[waiting] = references;
            waitingAccounts[waiting++] = account;
            return waiting == WAITING;
        }

        /** Returns the number of new pairs. Drops the pairs outside of the sample, which may have become smaller meanwhile. */
        int settle(long maxKey) {
            int before = table.used;
            for (int i = 0; i < waiting; i++) {
                Account account = waitingAccounts[i];
                if (account != null && Long.compareUnsigned(waitingKeys[i], maxKey) <= 0) {
                    table.add(waitingKeys[i], account, waitingReferences[i]);
                    if (table.isFull()) {
                        Table larger = new Table(2 * table.slots());
                        table.moveTo(larger, -1L);
                        table = larger;
                    }
                }
            }
            waiting = 0;
            return table.used - before;
        }

        /**
         * Keeps the pairs of the smaller sample.
         *
         * @param spare an empty table that may be used
         * @return an empty table that is not in use
         */
        Table keepUpTo(long maxKey, Table spare) {
            Table old = table;
            table = spare.slots() < old.slots() ? new Table(old.slots()) : spare;
            old.moveTo(table, maxKey);
            return old;
        }
    }

    /**
     * Pairs, by open addressing.
     *
     * <pre>
     *   numbers   | key | group | references |  three to a slot; a slot without references is free
     *   accounts  | account |
     * </pre>
     */
    private static final class Table {
        private static final int NUMBERS = 3;
        private static final int LEAST_SLOTS = 16;

        private final long[] numbers;
        private final @Nullable Account[] accounts;
        private int used;

        Table(int slots) {
            numbers = new long[NUMBERS * slots];
            accounts = new @Nullable Account[slots];
        }

        int slots() {
            return accounts.length;
        }

        boolean isFull() {
            return 4 * used > 3 * accounts.length;
        }

        void add(long key, Account account, long references) {
            int slot = slot(key, account.group());
            if (numbers[NUMBERS * slot + 2] == 0) {
                numbers[NUMBERS * slot] = key;
                numbers[NUMBERS * slot + 1] = account.group();
                accounts[slot] = account;
                used++;
            }
            numbers[NUMBERS * slot + 2] += references;
        }

        /** The slot of the pair, or the free one where it belongs. */
        private int slot(long key, long group) {
            int mask = accounts.length - 1;
            // The lowest bits have chosen the stripe, the highest are zero.
            int slot = (int) ((key >>> 6) ^ group) & mask;
            while (numbers[NUMBERS * slot + 2] > 0
                    && (numbers[NUMBERS * slot] != key || numbers[NUMBERS * slot + 1] != group)) {
                slot = (slot + 1) & mask;
            }
            return slot;
        }

        /** Moves the pairs to another table, and drops those with larger keys. This table is empty afterwards. */
        void moveTo(Table other, long maxKey) {
            for (int i = 0; i < accounts.length; i++) {
                Account account = accounts[i];
                if (account != null && Long.compareUnsigned(numbers[NUMBERS * i], maxKey) <= 0) {
                    other.add(numbers[NUMBERS * i], account, numbers[NUMBERS * i + 2]);
                }
            }
            Arrays.fill(numbers, 0);
            Arrays.fill(accounts, null);
            used = 0;
        }

        void forEach(PairVisitor visitor) throws IOException {
            for (int i = 0; i < accounts.length; i++) {
                Account account = accounts[i];
                if (account != null) {
                    visitor.visit(numbers[NUMBERS * i], account, numbers[NUMBERS * i + 2]);
                }
            }
        }
    }
}
