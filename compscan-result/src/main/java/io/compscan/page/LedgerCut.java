package io.compscan.page;

import io.compscan.result.Ledger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A ledger with its largest directories and machines alone, few enough to see in a picture or to find in a table.
 *
 * @param ledger the rest of the ledger; null if there was none
 * @param smaller the sums of the directories left out, one for each directory that contains some
 * @param leftMachines how many machines were left out
 */
record LedgerCut(@Nullable Ledger ledger, List<Smaller> smaller, int leftMachines) {

    static final int MAX_DIRECTORIES = 2000;
    static final int MAX_MACHINES = 1000;

    /**
     * The directories left out of one directory that is kept.
     *
     * @param parent the number of the directory that contains them, in the ledger that is left; -1 for paths that were scanned
     * @param directoryCount the number of directories left out, at all depths
     * @param charge the sum of the charges of the directories directly in it. The reclaimable bytes are a lower bound, since several
     *     directories may share chunks that no other has
     */
    record Smaller(int parent, int directoryCount, Ledger.Charge charge) {

        Smaller plus(Ledger.Charge other) {
            return new Smaller(
                    parent,
                    directoryCount + 1,
                    new Ledger.Charge(
                            "",
                            charge.fileCount() + other.fileCount(),
                            charge.scannedBytes() + other.scannedBytes(),
                            charge.attributedBytes() + other.attributedBytes(),
                            charge.attributedErrorBytes() + other.attributedErrorBytes(),
                            charge.reclaimableBytes() + other.reclaimableBytes(),
                            charge.reclaimableErrorBytes() + other.reclaimableErrorBytes()));
        }

        Smaller plusOne() {
            return new Smaller(parent, directoryCount + 1, charge);
        }
    }

    static LedgerCut of(@Nullable Ledger ledger) {
        return ledger == null ? new LedgerCut(null, List.of(), 0) : cut(ledger, MAX_DIRECTORIES, MAX_MACHINES);
    }

    /** Cuts a ledger. A directory is at least as large as those in it and comes before them, so the kept ones form a tree. */
    static LedgerCut cut(Ledger ledger, int maxDirectories, int maxMachines) {
        List<Ledger.Directory> directories = ledger.directories();
        boolean[] kept = new boolean[directories.size()];
        ledger.overlap().directories().forEach(number -> kept[number] = true);
        IntStream.range(0, kept.length)
                .boxed()
                .sorted(Comparator.comparingLong((Integer number) ->
                                -directories.get(number).charge().scannedBytes())
                        .thenComparing(Comparator.naturalOrder()))
                .limit(maxDirectories)
                .forEach(number -> kept[number] = true);
        for (int number = kept.length - 1; number >= 0; number--) {
            int parent = directories.get(number).parent();
            if (kept[number] && parent >= 0) {
                kept[parent] = true;
            }
        }
        int[] numbers = new int[kept.length];
        List<Ledger.Directory> left = new ArrayList<>();
        TreeMap<Integer, Smaller> smaller = new TreeMap<>();
        Ledger.Charge nothing = new Ledger.Charge("", 0, 0, 0, 0, 0, 0);
        for (int number = 0; number < kept.length; number++) {
            Ledger.Directory directory = directories.get(number);
            int parent = directory.parent();
            int place = parent < 0 ? -1 : numbers[parent];
            if (kept[number]) {
                numbers[number] = left.size();
                left.add(new Ledger.Directory(place, directory.charge()));
            } else {
                // The charges below an omitted directory belong to the same sum, and are in its bytes already.
                numbers[number] = place;
                boolean isCounted = parent >= 0 && !kept[parent];
                Smaller sum = smaller.getOrDefault(place, new Smaller(place, 0, nothing));
                smaller.put(place, isCounted ? sum.plusOne() : sum.plus(directory.charge()));
            }
        }
        List<Ledger.Charge> machines = ledger.machines().stream()
                .sorted(Comparator.comparingLong(Ledger.Charge::scannedBytes)
                        .reversed()
                        .thenComparing(Ledger.Charge::name))
                .limit(maxMachines)
                .toList();
        Ledger.DirectoryOverlap overlap = new Ledger.DirectoryOverlap(
                ledger.overlap().directories().stream()
                        .map(number -> numbers[number])
                        .toList(),
                ledger.overlap().sharedBytes(),
                ledger.overlap().sharedErrorBytes());
        Ledger cut = new Ledger(
                ledger.chunking(),
                ledger.compressor(),
                ledger.sampleShift(),
                ledger.sampledChunkCount(),
                ledger.directoryDepth(),
                left,
                ledger.types(),
                machines,
                overlap);
        return new LedgerCut(
                cut, List.copyOf(smaller.values()), ledger.machines().size() - machines.size());
    }
}
