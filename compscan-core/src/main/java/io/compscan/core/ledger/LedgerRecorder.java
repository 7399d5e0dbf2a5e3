package io.compscan.core.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a scan takes note of for its ledger, in at most about 30 MiB: the directories and machines that it meets, and who refers to the
 * chunks of a sample.
 *
 * <p>The walk opens an account for each unit; whoever reads and cuts units adds to the accounts.
 */
public final class LedgerRecorder {

    private final DirectoryTree directories;
    private final Machines machines;
    private final ChunkSample sample;
    private final Limits limits;
    /** By number, of a part of a divided scan. */
    private final Map<Integer, Account> numbered = new TreeMap<>();

    private String lastType = "";
    private @Nullable Account lastAccount;

    /**
     * How much may be noted.
     *
     * @param pairs of a chunk of the sample and an account that refers to it
     * @param directories that are charged apart
     */
    public record Limits(int pairs, int directories) {
        /**
         * What costs less than a hundredth of the time that reading a few gigabytes takes, and charges a directory with a tenth of the
         * data to about 4 per cent.
         */
        public static final Limits DEFAULT = new Limits(1 << 15, 1 << 16);
    }

    /**
     * A journal in which nothing is noted.
     *
     * @param paths that are scanned
     * @param separator between the names in the name of a unit
     */
    public LedgerRecorder(List<String> paths, String separator, Limits limits) {
        directories = new DirectoryTree(paths, separator, limits.directories());
        machines = new Machines(separator);
        sample = new ChunkSample(limits.pairs());
        this.limits = limits;
    }

    /**
     * The account that a unit is charged to. One thread.
     *
     * @param unitName its name, which begins with one of the paths
     * @param extension of its name
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
     * The account of this number, in the journal of a part of a divided scan. One thread.
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
     * Takes over what was saved by a scan of the same paths, before anything else.
     *
     * @throws IllegalArgumentException if it is not what was saved
     */
    public synchronized void restore(String saved) {
        RecorderState.read(saved, directories, machines, sample);
    }

    /** What was read of each numbered account. */
    public synchronized List<AccountSums> sums() {
        List<AccountSums> all = new ArrayList<>();
        numbered.forEach((number, account) -> {
            Sums sums = account.directory().sums();
            all.add(new AccountSums(number, sums.fileCount(), sums.scannedBytes(), sums.zeroBytes()));
        });
        return all;
    }

    /** Who of the numbered accounts refers to the chunks of the sample; once no chunk is added any more. */
    public synchronized SampledReferences references() {
        sample.settle();
        return SampledReferences.of(sample);
    }

    /** Ends the journal: what is stored of the sample is now to be told to the posting. */
    public synchronized LedgerBuilder post() {
        sample.settle();
        return new LedgerBuilder(directories, machines, sample);
    }

    /** The posting of a sample that was noted elsewhere, under numbers that stand for these accounts. */
    synchronized LedgerBuilder post(SampledReferences references, List<Account> accounts) {
        ChunkSample whole = new ChunkSample(limits.pairs());
        whole.limit(references.shift());
        references.forEach((key, account, count) -> whole.add(key, accounts.get(account), count));
        whole.settle();
        return new LedgerBuilder(directories, machines, whole);
    }
}
