package io.compscan.core.fold.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Records the directories and machines of a scan, and the references to a sample of its chunks, in at most about 30 MiB.
 *
 * <p>The walk opens an account for each unit; the reading threads add to the accounts.
 */
public final class LedgerRecorder {

    private final DirectoryTree directories;
    private final Machines machines;
    private final ChunkSample sample;
    private final LedgerLimits limits;
    /** By number, of a part of a divided scan. */
    private final Map<Integer, Account> numbered = new TreeMap<>();

    private String lastType = "";
    private @Nullable Account lastAccount;

    /**
     * A recorder without any account.
     *
     * @param paths the paths that are scanned
     * @param separator the separator of the names in the name of a unit
     */
    public LedgerRecorder(List<String> paths, String separator, LedgerLimits limits) {
        directories = new DirectoryTree(paths, separator, limits.directories());
        machines = new Machines(separator);
        sample = new ChunkSample(limits.pairs());
        this.limits = limits;
    }

    /**
     * The account that a unit is charged to. One thread.
     *
     * @param unitName its name, which begins with one of the paths
     * @param extension the extension of its name
     * @param type the name under which files of this extension are counted
     */
    public synchronized Account open(String unitName, String extension, String type) {
        DirectoryTree.Place place = directories.placeOf(unitName);
        Machine machine = machines.of(unitName, extension);
        long group = DirectoryNode.hash(place.pathHash(), extension);
        if (machine != null) {
            group = DirectoryNode.hash(group, machine.name());
        }
        Account last = lastAccount;
        if (last != null && last.group() == group && lastType.equals(type) && last.directory() == place.directory()) {
            return last;
        }
        Account account = new Account(place.directory(), type, machine, group);
        lastAccount = account;
        lastType = type;
        return account;
    }

    /**
     * The account of this number, in a part of a divided scan. One thread.
     *
     * @param number that the {@link DividedRecorder} has given
     */
    public synchronized Account open(int number) {
        return numbered.computeIfAbsent(number, unused -> new Account(DirectoryNode.root(""), "", null, number));
    }

    /** The largest key, unsigned, that chunks of the sample have; it only ever falls. Any thread. */
    public long maxKey() {
        return sample.maxKey();
    }

    /** Takes note of one reference to a chunk, if it is in the sample. Any thread. */
    public void add(long key, Account account) {
        sample.add(key, account, 1);
    }

    /** All that is noted, to be carried over to a scan that goes on; while no chunk is added. */
    public synchronized String save() {
        sample.settle();
        return RecorderState.write(directories, machines, sample);
    }

    /**
     * Takes over the saved state of a scan of the same paths, before any other call.
     *
     * @throws IllegalArgumentException if it is no saved state
     */
    public synchronized void restore(String saved) {
        RecorderState.read(saved, directories, machines, sample);
    }

    /** The files and bytes read of each numbered account. */
    public synchronized List<AccountSums> sums() {
        List<AccountSums> all = new ArrayList<>();
        numbered.forEach((number, account) -> {
            Sums sums = account.directory().sums();
            all.add(new AccountSums(number, sums.fileCount(), sums.scannedBytes(), sums.zeroBytes()));
        });
        return all;
    }

    /** The references of the numbered accounts to sampled chunks; call it after the last chunk. */
    public synchronized SampledReferences references() {
        sample.settle();
        return SampledReferences.of(sample);
    }

    /** Ends the recording; the builder then needs the stored sizes of the sample. */
    public synchronized LedgerBuilder post() {
        sample.settle();
        return new LedgerBuilder(directories, machines, sample);
    }

    /** The builder for a sample recorded elsewhere, under numbers that stand for these accounts. */
    synchronized LedgerBuilder post(SampledReferences references, List<Account> accounts) {
        ChunkSample whole = new ChunkSample(limits.pairs());
        whole.limit(references.shift());
        references.forEach((key, account, count) -> whole.add(key, accounts.get(account), count));
        whole.settle();
        return new LedgerBuilder(directories, machines, whole);
    }
}
