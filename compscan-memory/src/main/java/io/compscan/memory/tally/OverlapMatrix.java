package io.compscan.memory.tally;

import io.compscan.memory.page.AddressSpace;
import io.compscan.memory.page.PageHash;
import io.compscan.result.memory.MemoryResult.Account;
import io.compscan.result.memory.MemoryResult.Overlap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** The common bytes of each pair of the largest accounts. */
final class OverlapMatrix {

    /** The limit is one bit of an int for each account. A table of more accounts would be too large for a reader. */
    static final int MOST_ACCOUNTS = 32;

    private final Contents contents;

    OverlapMatrix(Contents contents) {
        this.contents = contents;
    }

    /**
     * The pairs that have anything in common, the largest first.
     *
     * @param isComparable whether a frame is compared
     */
    List<Overlap> of(List<? extends AddressSpace> spaces, List<Account> accounts, IntPredicate isComparable) {
        List<Integer> largest = IntStream.range(0, accounts.size())
                .boxed()
                .sorted(Comparator.comparingLong((Integer i) -> -accounts.get(i).residentBytes()))
                .limit(MOST_ACCOUNTS)
                .sorted()
                .toList();
        int[] holders = new int[contents.count()];
        for (int i = 0; i < largest.size(); i++) {
            for (int frame : spaces.get(largest.get(i)).pages().distinctFrames(contents.frameCount())) {
                if (isComparable.test(frame)) {
                    holders[contents.of(frame)] |= 1 << i;
                }
            }
        }
        long[][] common = new long[largest.size()][largest.size()];
        for (int held : holders) {
            for (int first = held; Integer.bitCount(first) > 1; first &= first - 1) {
                for (int second = first & (first - 1); second != 0; second &= second - 1) {
                    common[Integer.numberOfTrailingZeros(first)][Integer.numberOfTrailingZeros(second)]++;
                }
            }
        }
        List<Overlap> pairs = new ArrayList<>();
        for (int i = 0; i < largest.size(); i++) {
            for (int j = i + 1; j < largest.size(); j++) {
                if (common[i][j] > 0) {
                    pairs.add(new Overlap(largest.get(i), largest.get(j), common[i][j] * PageHash.PAGE_BYTES));
                }
            }
        }
        pairs.sort(Comparator.comparingLong(Overlap::commonBytes)
                .reversed()
                .thenComparingInt(Overlap::first)
                .thenComparingInt(Overlap::second));
        return pairs;
    }
}
