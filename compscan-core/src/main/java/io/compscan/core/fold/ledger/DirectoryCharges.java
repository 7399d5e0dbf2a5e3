package io.compscan.core.fold.ledger;

import io.compscan.result.Ledger;
import io.compscan.result.Ledger.DirectoryOverlap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The charges of directories, each with all below it, and the bytes that the top-level ones share.
 *
 * <p>The charges are set from the top down. The charge of a directory is divided among its own files and its subdirectories, so the charges
 * add up.
 */
final class DirectoryCharges {

    private static final int OVERLAPPING = 32;

    private final List<DirectoryNode> directories;
    private final GroupSums sums;
    private final int count;
    private final int rootCount;
    /** The subdirectories of one directory follow each other in the list. */
    private final int[] firstChild;

    private final int[] childCount;
    private final long[] fileCount;
    private final long[] scannedBytes;
    private final long[] nonZeroBytes;

    /** The numbers of the directories whose overlap is reported, and the place of each directory among them; -1 for all others. */
    private final int[] top;

    private final int[] topOf;
    private final long[][] shared;
    private final double[][] sharedSquares;

    /** @param directories as the tree has listed them */
    DirectoryCharges(List<DirectoryNode> directories, GroupSums sums) {
        this.directories = directories;
        this.sums = sums;
        count = directories.size();
        firstChild = new int[count];
        childCount = new int[count];
        fileCount = new long[count];
        scannedBytes = new long[count];
        nonZeroBytes = new long[count];
        int roots = 0;
        for (int i = count - 1; i >= 0; i--) {
            Sums own = directories.get(i).sums();
            fileCount[i] += own.fileCount();
            scannedBytes[i] += own.scannedBytes();
            nonZeroBytes[i] += own.nonZeroBytes();
            DirectoryNode parent = directories.get(i).parent();
            if (parent == null) {
                roots++;
                continue;
            }
            int p = parent.number();
            firstChild[p] = i;
            childCount[p]++;
            fileCount[p] += fileCount[i];
            scannedBytes[p] += scannedBytes[i];
            nonZeroBytes[p] += nonZeroBytes[i];
        }
        rootCount = roots;
        top = topLevel();
        topOf = new int[count];
        Arrays.fill(topOf, -1);
        for (int i = 0; i < top.length; i++) {
            topOf[top[i]] = i;
        }
        shared = new long[top.length][top.length];
        sharedSquares = new double[top.length][top.length];
    }

    /** The largest directories of the first level that has more than one, by size; none if there is no such level. */
    private int[] topLevel() {
        int from = 0;
        int levelCount = rootCount;
        while (levelCount == 1) {
            levelCount = childCount[from];
            from = firstChild[from];
        }
        return IntStream.range(from, from + levelCount)
                .boxed()
                .sorted(Comparator.comparingLong((Integer i) -> scannedBytes[i])
                        .reversed()
                        .thenComparing(Comparator.naturalOrder()))
                .limit(OVERLAPPING)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** Notes the top-level directories that refer to the chunk whose references have just been added. */
    void noteShared(long weight, double fraction) {
        double square = weight * fraction * (weight * fraction);
        for (int i = 0; i < sums.touchedCount(); i++) {
            int a = topOf[sums.touched(i)];
            for (int j = 0; a >= 0 && j < sums.touchedCount(); j++) {
                int b = topOf[sums.touched(j)];
                if (b >= 0) {
                    shared[a][b] += weight;
                    sharedSquares[a][b] += square;
                }
            }
        }
    }

    List<Ledger.Directory> directories(Estimate estimate, long physicalBytes) {
        long[] attributed = new long[count];
        share(physicalBytes, 0, rootCount, -1, estimate, attributed);
        List<Ledger.Directory> result = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            share(attributed[i], firstChild[i], childCount[i], i, estimate, attributed);
            DirectoryNode parent = directories.get(i).parent();
            result.add(new Ledger.Directory(
                    parent == null ? -1 : parent.number(),
                    FlatCharges.charge(
                            directories.get(i).name(),
                            fileCount[i],
                            scannedBytes[i],
                            nonZeroBytes[i],
                            attributed[i],
                            estimate,
                            sums,
                            i)));
        }
        return result;
    }

    /**
     * Divides the charge of a directory among its subdirectories and its own files.
     *
     * @param first the number of the first subdirectory
     * @param owner the number of the directory; -1 for the whole, whose parts are the roots
     */
    private void share(long bytes, int first, int children, int owner, Estimate estimate, long[] attributed) {
        if (children == 0) {
            return;
        }
        int parts = owner < 0 ? children : children + 1;
        long[] whole = new long[parts];
        long[] fractions = new long[parts];
        long[] most = new long[parts];
        for (int i = 0; i < parts; i++) {
            boolean isOwn = i == children;
            long[] scaled = estimate.scaled(isOwn ? sums.ownShares(owner) : sums.shares(first + i));
            whole[i] = scaled[0];
            fractions[i] = scaled[1];
            most[i] = isOwn ? directories.get(owner).sums().nonZeroBytes() : nonZeroBytes[first + i];
        }
        System.arraycopy(Apportionment.of(bytes, whole, fractions, most), 0, attributed, first, children);
    }

    DirectoryOverlap overlap(Estimate estimate) {
        List<List<Long>> bytes = new ArrayList<>();
        List<List<Long>> errors = new ArrayList<>();
        for (int a = 0; a < top.length; a++) {
            List<Long> bytesOfRow = new ArrayList<>();
            List<Long> errorsOfRow = new ArrayList<>();
            for (int b = 0; b < top.length; b++) {
                long smaller = Math.min(nonZeroBytes[top[a]], nonZeroBytes[top[b]]);
                long least = a == b ? estimate.least(smaller) : 0;
                long given = Math.min(estimate.most(smaller), Math.max(least, estimate.rounded(shared[a][b])));
                bytesOfRow.add(given);
                errorsOfRow.add(estimate.error(
                        given,
                        shared[a][b],
                        sharedSquares[a][b],
                        sharedSquares[a][b],
                        a == b ? estimate.leastEnd(smaller) : 0,
                        estimate.mostEnd(smaller)));
            }
            bytes.add(bytesOfRow);
            errors.add(errorsOfRow);
        }
        return new DirectoryOverlap(Arrays.stream(top).boxed().toList(), bytes, errors);
    }
}
