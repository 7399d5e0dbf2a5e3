package io.compscan.core.fold.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Samples of parts, however divided and added up, are the sample of the whole, which is found here in the slowest way. */
class SampledReferencesTest {

    private record Reference(long key, int account) {}

    /** What is known of a pair, with its key as a number that sorts. */
    private record Pair(String key, int account) implements Comparable<Pair> {
        static Pair of(long key, int account) {
            return new Pair(String.format("%016x", key), account);
        }

        @Override
        public int compareTo(Pair other) {
            int byKey = key.compareTo(other.key);
            return byKey != 0 ? byKey : Integer.compare(account, other.account);
        }
    }

    @Property(tries = 300)
    void partsAddUpToTheWhole(
            @ForAll long seed,
            @ForAll @IntRange(min = 0, max = 3000) int count,
            @ForAll @IntRange(min = 1, max = 400) int mostPairs,
            @ForAll @IntRange(min = 1, max = 12) int partCount) {
        Random random = new Random(seed);
        LedgerLimits limits = new LedgerLimits(mostPairs, 10);
        int keyCount = 1 + random.nextInt(2000);
        int firstAccount = random.nextInt(1 << 20);
        List<Reference> references = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long key = DirectoryNode.hash(random.nextInt(keyCount), "");
            references.add(new Reference(key, firstAccount + random.nextInt(5)));
        }
        List<LedgerRecorder> recorders = new ArrayList<>();
        for (int i = 0; i < partCount; i++) {
            recorders.add(new LedgerRecorder(List.of(), "/", limits));
        }
        for (Reference reference : references) {
            LedgerRecorder recorder = recorders.get(random.nextInt(partCount));
            if (Long.compareUnsigned(reference.key(), recorder.maxKey()) <= 0) {
                recorder.add(reference.key(), recorder.open(reference.account()));
            }
        }
        List<SampledReferences> samples = new ArrayList<>(
                recorders.stream().map(LedgerRecorder::references).toList());
        while (samples.size() > 1) {
            Collections.shuffle(samples, random);
            SampledReferences sum = samples.remove(0).plus(samples.remove(0), limits);
            samples.add(SampledReferences.of(sum.toBytes()));
        }
        SampledReferences sum = samples.get(0);
        Map<Pair, Long> expected = model(references, sum.shift());
        assertThat(pairs(sum)).isEqualTo(expected);
        assertThat(expected.size()).isLessThanOrEqualTo(mostPairs);
        if (sum.shift() > 0) {
            assertThat(model(references, sum.shift() - 1).size())
                    .as("a larger sample had too many")
                    .isGreaterThan(mostPairs);
        }
        assertThat(sum.maxKey()).isEqualTo(sum.shift() == 0 ? -1L : (1L << (64 - sum.shift())) - 1);
    }

    private static Map<Pair, Long> model(List<Reference> references, int shift) {
        Map<Pair, Long> pairs = new TreeMap<>();
        for (Reference reference : references) {
            if (Long.numberOfLeadingZeros(reference.key()) >= shift) {
                pairs.merge(Pair.of(reference.key(), reference.account()), 1L, Long::sum);
            }
        }
        return pairs;
    }

    /** In the order in which they are shown, which must be that of the keys. */
    private static Map<Pair, Long> pairs(SampledReferences sample) {
        Map<Pair, Long> pairs = new TreeMap<>();
        List<Pair> inOrder = new ArrayList<>();
        sample.forEach((key, account, references) -> {
            inOrder.add(Pair.of(key, account));
            pairs.put(Pair.of(key, account), references);
        });
        assertThat(inOrder).isSorted().doesNotHaveDuplicates();
        return pairs;
    }

    @Example
    void nothingIsNothing() {
        SampledReferences nothing = SampledReferences.of(SampledReferences.NONE.toBytes());
        assertThat(pairs(nothing)).isEmpty();
        assertThat(nothing.maxKey()).isEqualTo(-1L);
    }
}
