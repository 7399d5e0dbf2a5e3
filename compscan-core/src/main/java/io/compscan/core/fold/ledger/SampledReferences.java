package io.compscan.core.fold.ledger;

import io.compscan.core.Varint;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The references of a divided scan's part to its sampled chunks: pairs of a key and an account's number, ascending, with counts.
 *
 * <p>Samples of parts add up to the sample of the whole. Its keys begin with the fewest zero bits that keep its pairs within the limit, and
 * no part needs more. Since the keys ascend as unsigned numbers, a smaller sample is the beginning of a larger one.
 *
 * <pre>
 *   shift | least account | count | pair ...       pair: key - key of the pair before | account - least account | references
 * </pre>
 *
 * Numbers are in groups of seven bits.
 */
public final class SampledReferences {

    /** The references of no part at all. */
    public static final SampledReferences NONE = new SampledReferences(0, new Pairs(0));

    private final int shift;
    private final Pairs pairs;

    /** Receives the number of references of an account to a chunk. */
    @FunctionalInterface
    public interface Visitor {
        /** Receives one pair; {@code key} is that of the chunk. */
        void visit(long key, int account, long references);
    }

    /** Pairs in columns. */
    private static final class Pairs {
        private final long[] keys;
        private final int[] accounts;
        private final long[] references;
        private int count;

        Pairs(int most) {
            keys = new long[most];
            accounts = new int[most];
            references = new long[most];
        }

        void append(long key, int account, long more) {
            keys[count] = key;
            accounts[count] = account;
            references[count++] = more;
        }

        void append(Pairs from, int i) {
            append(from.keys[i], from.accounts[i], from.references[i]);
        }

        /** Negative if pair {@code i} comes before pair {@code j} of {@code others}. */
        int compare(int i, Pairs others, int j) {
            int byKey = Long.compareUnsigned(keys[i], others.keys[j]);
            return byKey != 0 ? byKey : Integer.compare(accounts[i], others.accounts[j]);
        }

        /** Drops the pairs at the end whose keys are larger, unsigned. */
        void keepUpTo(long maxKey) {
            while (count > 0 && Long.compareUnsigned(keys[count - 1], maxKey) > 0) {
                count--;
            }
        }
    }

    private record Pair(long key, int account, long references) {
        static final Comparator<Pair> ORDER =
                Comparator.comparing(Pair::key, Long::compareUnsigned).thenComparingInt(Pair::account);
    }

    private SampledReferences(int shift, Pairs pairs) {
        this.shift = shift;
        this.pairs = pairs;
    }

    /** The references in a settled sample; numbers tell its accounts apart. */
    static SampledReferences of(ChunkSample sample) {
        List<Pair> sorted = new ArrayList<>();
        ChunkSample.visit(
                sample,
                (key, account, references) -> sorted.add(new Pair(key, Math.toIntExact(account.group()), references)));
        sorted.sort(Pair.ORDER);
        Pairs pairs = new Pairs(sorted.size());
        sorted.forEach(pair -> pairs.append(pair.key(), pair.account(), pair.references()));
        return new SampledReferences(sample.shift(), pairs);
    }

    int shift() {
        return shift;
    }

    /** The largest key of the sample, unsigned. */
    public long maxKey() {
        return maxKey(shift);
    }

    private static long maxKey(int shift) {
        return -1L >>> shift;
    }

    /** Shows all pairs, ascending. */
    public void forEach(Visitor visitor) {
        for (int i = 0; i < pairs.count; i++) {
            visitor.visit(pairs.keys[i], pairs.accounts[i], pairs.references[i]);
        }
    }

    /** The sample of both parts together; neither is changed. */
    public SampledReferences plus(SampledReferences other, LedgerLimits limits) {
        int newShift = Math.max(shift, other.shift);
        Pairs sum = new Pairs(pairs.count + other.pairs.count);
        int i = 0;
        int j = 0;
        while (i < pairs.count || j < other.pairs.count) {
            int order = i == pairs.count ? 1 : j == other.pairs.count ? -1 : pairs.compare(i, other.pairs, j);
            if (order < 0) {
                sum.append(pairs, i++);
            } else if (order > 0) {
                sum.append(other.pairs, j++);
            } else {
                sum.append(pairs.keys[i], pairs.accounts[i], pairs.references[i++] + other.pairs.references[j++]);
            }
        }
        sum.keepUpTo(maxKey(newShift));
        while (sum.count > limits.pairs() && newShift < ChunkSample.MAX_SHIFT) {
            sum.keepUpTo(maxKey(++newShift));
        }
        return new SampledReferences(newShift, sum);
    }

    /** The sample as bytes. */
    public byte[] toBytes() {
        int leastAccount = Arrays.stream(pairs.accounts, 0, pairs.count).min().orElse(0);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            Varint.write(out, shift);
            Varint.write(out, leastAccount);
            Varint.write(out, pairs.count);
            for (int i = 0; i < pairs.count; i++) {
                Varint.write(out, pairs.keys[i] - (i == 0 ? 0 : pairs.keys[i - 1]));
                Varint.write(out, pairs.accounts[i] - leastAccount);
                Varint.write(out, pairs.references[i]);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** The sample that {@link #toBytes} has written. */
    public static SampledReferences of(byte[] bytes) {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        try {
            int shift = (int) Varint.read(in);
            int leastAccount = (int) Varint.read(in);
            int count = (int) Varint.read(in);
            Pairs pairs = new Pairs(count);
            long key = 0;
            for (int i = 0; i < count; i++) {
                key += Varint.read(in);
                pairs.append(key, leastAccount + (int) Varint.read(in), Varint.read(in));
            }
            return new SampledReferences(shift, pairs);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
