package io.compscan.core.fold.ledger;

import io.compscan.result.Ledger;
import io.compscan.result.TypeTotals;
import io.compscan.result.duplicate.Duplicates.Sharing;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Builds the ledger: shares the stored size of each sampled chunk among its references.
 *
 * <p>The outcome depends on the recorded references and not on their order. One thread.
 */
public final class LedgerBuilder {

    /** Shares are in parts of a byte as small as sums have room for, but no smaller than this. */
    private static final int MAX_FRACTION_BITS = 24;

    private static final int SUM_BITS = 62;

    private final int shift;
    private final long maxKey;
    private final int directoryDepth;
    private final List<DirectoryNode> directories;
    private final List<Machine> machines;
    /** The entries in the order of their chunks; the entries of one chunk in the order of their groups. */
    private final Entry[] entries;
    /** The keys of the chunks. */
    private final SampledKeys keys;

    /** The start of the entries of each chunk, and the end of those of the last one. */
    private final int[] starts;

    private final int[] lengths;
    private final int[] storedBytes;

    private record Entry(long key, int directory, int machine, String type, long references) {
        /** The order of the entries of one chunk. */
        static final Comparator<Entry> ORDER = Comparator.comparingInt(Entry::directory)
                .thenComparingInt(Entry::machine)
                .thenComparing(Entry::type)
                .thenComparingLong(Entry::references);
    }

    LedgerBuilder(DirectoryTree tree, Machines allMachines, ChunkSample sample) {
        shift = sample.shift();
        maxKey = sample.maxKey();
        Set<Account> accounts = new HashSet<>();
        ChunkSample.visit(sample, (key, account, references) -> accounts.add(account));
        directories = tree.list(() -> accounts.stream().map(Account::directory).iterator());
        directoryDepth = Math.min(
                tree.maxDepth(),
                directories.stream().mapToInt(DirectoryNode::depth).max().orElse(0));
        Set<Machine> machinesInUse = new HashSet<>();
        for (Account account : accounts) {
            Machine machine = account.machine();
            if (machine != null) {
                machinesInUse.add(machine);
            }
        }
        machines = allMachines.list(machinesInUse);
        Map<Machine, Integer> machineNumbers = new HashMap<>();
        machines.forEach(machine -> machineNumbers.put(machine, machineNumbers.size()));
        List<Entry> unsorted = new ArrayList<>();
        ChunkSample.visit(sample, (key, account, references) -> {
            Machine machine = account.machine();
            unsorted.add(new Entry(
                    key,
                    account.directory().number(),
                    machine == null ? machines.size() : machineNumbers.getOrDefault(machine, machines.size()),
                    account.type(),
                    references));
        });
        keys = new SampledKeys(unsorted.stream().mapToLong(Entry::key).toArray(), shift);
        starts = new int[keys.size() + 1];
        entries = sorted(unsorted);
        lengths = new int[keys.size()];
        storedBytes = new int[keys.size()];
    }

    /** The largest key, unsigned, that chunks of the sample have: no other need be shown. */
    public long maxKey() {
        return maxKey;
    }

    /**
     * Shows a distinct chunk; any thread may, but each chunk is shown once.
     *
     * @param stored its stored size, 0 if it is not known
     */
    public void visit(long key, int lengthBytes, int stored) {
        int chunk = keys.placeOf(key);
        if (chunk >= 0) {
            lengths[chunk] = lengthBytes;
            storedBytes[chunk] = stored;
        }
    }

    /**
     * The ledger, after all chunks have been shown.
     *
     * @param types all there are
     * @param layout the number of the layout among their zero bytes
     */
    public Ledger ledger(StoredTotals stored, List<TypeTotals> types, int layout) {
        long[] weights = new long[keys.size()];
        int fractionBits = weigh(stored, weights);
        double fraction = Math.scalb(1.0, -fractionBits);

        Map<String, Integer> typeNumbers = new HashMap<>();
        types.forEach(type -> typeNumbers.put(type.extension(), typeNumbers.size()));
        GroupSums byDirectory = new GroupSums(directories.stream()
                .mapToInt(directory -> numberOf(directory.parent()))
                .toArray());
        GroupSums byType = GroupSums.flat(types.size());
        // The last one is for all files that are no image.
        GroupSums byMachine = GroupSums.flat(machines.size() + 1);
        DirectoryCharges directoryCharges = new DirectoryCharges(directories, byDirectory);
        long allWeights = 0;
        double squares = 0;
        int chunkCount = 0;
        for (int chunk = 0; chunk < keys.size(); chunk++) {
            long weight = weights[chunk];
            if (lengths[chunk] == 0) {
                // Its references were taken note of, but the index does not have it: it came when a scan was cut off.
                continue;
            }
            int from = starts[chunk];
            int to = starts[chunk + 1];
            long references = 0;
            for (int i = from; i < to; i++) {
                references += entries[i].references();
            }
            long left = weight;
            for (int i = to - 1; i >= from; i--) {
                Entry entry = entries[i];
                // The first takes the remainder of rounding.
                long share = i == from ? left : product(weight, entry.references(), references);
                left -= share;
                byDirectory.add(entry.directory(), share, entry.references());
                byMachine.add(entry.machine(), share, entry.references());
                Integer type = typeNumbers.get(entry.type());
                if (type != null) {
                    byType.add(type, share, entry.references());
                }
            }
            directoryCharges.noteShared(weight, fraction);
            byDirectory.endChunk(weight, fraction, references);
            byMachine.endChunk(weight, fraction, references);
            byType.endChunk(weight, fraction, references);
            allWeights += weight;
            squares += weight * fraction * (weight * fraction);
            chunkCount++;
        }
        Estimate estimate = new Estimate(stored, allWeights, fraction, squares, chunkCount, shift);
        FlatCharges flat = new FlatCharges(estimate, stored);
        return new Ledger(
                stored.chunking(),
                stored.compressor(),
                shift,
                chunkCount,
                directoryDepth,
                directoryCharges.directories(estimate, stored.physicalBytes()),
                flat.types(types, layout, byType),
                flat.machines(machines, byMachine),
                directoryCharges.overlap(estimate));
    }

    /**
     * The pairs of directories that share most, after all chunks have been shown.
     *
     * @param most the most pairs
     */
    public Sharing sharing(StoredTotals stored, int most) {
        long[] weights = new long[keys.size()];
        double fraction = Math.scalb(1.0, -weigh(stored, weights));
        DirectoryPairs pairs = new DirectoryPairs(directories, fraction);
        for (int chunk = 0; chunk < keys.size(); chunk++) {
            if (lengths[chunk] > 0) {
                int[] holders = Arrays.stream(entries, starts[chunk], starts[chunk + 1])
                        .mapToInt(Entry::directory)
                        .distinct()
                        .toArray();
                pairs.add(keys.get(chunk), holders, weights[chunk]);
            }
        }
        return pairs.sharing(stored, shift, most);
    }

    /** Most chunks have one entry: sorting the keys and not the entries is many times as fast. */
    private Entry[] sorted(List<Entry> unsorted) {
        int[] places =
                unsorted.stream().mapToInt(entry -> keys.placeOf(entry.key())).toArray();
        for (int place : places) {
            starts[place + 1]++;
        }
        for (int i = 0; i < keys.size(); i++) {
            starts[i + 1] += starts[i];
        }
        int[] next = starts.clone();
        Entry[] sorted = new Entry[unsorted.size()];
        for (int i = 0; i < places.length; i++) {
            sorted[next[places[i]]++] = unsorted.get(i);
        }
        for (int i = 0; i < keys.size(); i++) {
            if (starts[i + 1] - starts[i] > 1) {
                Arrays.sort(sorted, starts[i], starts[i + 1], Entry.ORDER);
            }
        }
        return sorted;
    }

    private static int numberOf(@Nullable DirectoryNode directory) {
        return directory == null ? -1 : directory.number();
    }

    /** Fills in the weights of the chunks and tells how many bits of them are fractions of a byte. */
    private int weigh(StoredTotals stored, long[] weights) {
        double ratio = stored.uniqueBytes() == 0 ? 0 : (double) stored.physicalBytes() / stored.uniqueBytes();
        long most = 1;
        for (int length : lengths) {
            most += length;
        }
        int bits = Math.min(MAX_FRACTION_BITS, SUM_BITS - (Long.SIZE - Long.numberOfLeadingZeros(most)));
        for (int chunk = 0; chunk < weights.length; chunk++) {
            boolean isKnown =
                    storedBytes[chunk] > 0 && Long.compareUnsigned(keys.get(chunk), stored.lastKnownKey()) <= 0;
            weights[chunk] =
                    isKnown ? (long) storedBytes[chunk] << bits : Math.round(Math.scalb(lengths[chunk] * ratio, bits));
        }
        return bits;
    }

    private static long product(long weight, long part, long whole) {
        return Math.multiplyHigh(weight, part) == 0 && weight * part >= 0
                ? weight * part / whole
                : BigInteger.valueOf(weight)
                        .multiply(BigInteger.valueOf(part))
                        .divide(BigInteger.valueOf(whole))
                        .longValueExact();
    }
}
