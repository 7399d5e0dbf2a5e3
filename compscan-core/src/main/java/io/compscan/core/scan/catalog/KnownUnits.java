package io.compscan.core.scan.catalog;

import io.compscan.core.SplitMix;
import io.compscan.core.fold.ledger.Account;
import io.compscan.core.source.UnitVersion;
import io.compscan.map.EntryBatch;
import io.compscan.map.FingerprintMap;
import io.compscan.map.MapOptions;
import io.compscan.map.RecordLayout;
import io.compscan.map.RecordLayout.Field;
import io.compscan.result.Timing;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The units that earlier scans have recorded, some 80 bytes each, and which of them this scan need not read.
 *
 * <p>A name and a version are known by hashes of 128 and 64 bits. An accident is less likely than a fault of the memory.
 *
 * <p>The walk calls {@link #recall}; when it is over, any thread may ask.
 */
final class KnownUnits implements AutoCloseable {

    /** No unit has this number. */
    static final int NONE = -1;

    private static final int KEY_BYTES = 2 * Long.BYTES;
    private static final RecordLayout LAYOUT =
            RecordLayout.of(new Field("number", Integer.BYTES), new Field("live", Integer.BYTES));

    private final FingerprintMap names;
    private final EntryBatch batch;
    private final BooleanSupplier isStopped;
    private final byte[] key = new byte[KEY_BYTES];
    private final int[] fields = new int[2];

    private long[] versions = {};
    private long[] logicalBytes = {};
    private long[] contents = {};
    private int[] recordCounts = {};
    private final BitSet trusted = new BitSet();
    /** Those of the last complete scan. */
    private final BitSet live = new BitSet();

    /** Those of them that this walk has found. */
    private final BitSet met = new BitSet();

    private final BitSet unchanged = new BitSet();
    private int[] types = {};
    private Account[] accounts = {};
    private @Nullable AtomicIntegerArray left;
    private final AtomicLong countedCount = new AtomicLong();
    private final AtomicLong countedBytes = new AtomicLong();

    /** @param isStopped whether no further unit may begin to count */
    KnownUnits(BooleanSupplier isStopped) {
        this.isStopped = isStopped;
        MapOptions options = MapOptions.of(KEY_BYTES, LAYOUT).withShardCount(1);
        names = FingerprintMap.open(options);
        batch = new EntryBatch(options, 1);
    }

    /** Adds a unit; later ones of the same name take its place. */
    void add(int number, UnitEntry entry, boolean isLive) {
        if (number >= versions.length) {
            int length = Math.max(number + 1, versions.length + versions.length / 2);
            versions = Arrays.copyOf(versions, length);
            logicalBytes = Arrays.copyOf(logicalBytes, length);
            contents = Arrays.copyOf(contents, length);
            recordCounts = Arrays.copyOf(recordCounts, length);
        }
        versions[number] = hashOf(entry.version());
        logicalBytes[number] = entry.logicalBytes();
        contents[number] = entry.content();
        recordCounts[number] = entry.recordCount();
        find(entry.name());
        if (isLive && fields[1] > 0) {
            // A walk that finds a unit twice counts it twice, and remembers it once.
            live.clear(fields[1] - 1);
        }
        trusted.set(number, entry.isTrusted());
        live.set(number, isLive);
        batch.clear();
        int i = batch.add(key, 0, 0);
        // A map keeps the larger value, and later units have larger numbers.
        batch.setField(i, 0, number + 1);
        batch.setField(i, 1, isLive ? number + 1 : 0);
        names.addAll(batch);
    }

    /** Looks a name up; the numbers plus one are then in the fields, 0 if there are none. */
    private void find(String name) {
        ByteBuffer.wrap(key).putLong(SplitMix.key(0, name)).putLong(SplitMix.key(SplitMix.GOLDEN, name));
        if (names.get(key, 0, fields) < 0) {
            Arrays.fill(fields, 0);
        }
    }

    private static long hashOf(UnitVersion version) {
        long hash = SplitMix.mix(version.inode() + SplitMix.GOLDEN);
        hash = SplitMix.mix(hash + version.changedNanos());
        hash = SplitMix.mix(hash + version.modifiedNanos());
        return SplitMix.mix(hash + version.sizeBytes());
    }

    /**
     * What is known of a unit that the walk has found.
     *
     * @param number of its last recording; {@link #NONE} if there is none
     * @param liveNumber of its recording in the last complete scan, likewise; a killed scan may have recorded it since
     */
    record Found(int number, int liveNumber) {}

    /** Notes that the walk has found a unit. */
    Found meet(String name) {
        find(name);
        if (fields[1] > 0) {
            met.set(fields[1] - 1);
        }
        return new Found(fields[0] - 1, fields[1] - 1);
    }

    /** Whether an earlier scan has recorded the unit in this version. A unit that the walk finds twice is recalled once. */
    boolean isUnchanged(int number, UnitVersion version) {
        return trusted.get(number) && !unchanged.get(number) && versions[number] == hashOf(version);
    }

    /** Notes that the unit need not be read. */
    void recall(int number, int typeId, Account account) {
        if (types.length < versions.length) {
            types = Arrays.copyOf(types, versions.length);
            accounts = Arrays.copyOf(accounts, versions.length);
        }
        types[number] = typeId;
        accounts[number] = account;
        unchanged.set(number);
    }

    /** The walk is over. */
    void endWalk() {
        left = new AtomicIntegerArray(recordCounts);
    }

    boolean isRecalled(int number) {
        return unchanged.get(number);
    }

    /**
     * Takes one record of a recalled unit.
     *
     * @return how many were left before; 0 if the unit may not begin, or has no more than this
     */
    int take(int number) {
        AtomicIntegerArray counts = Objects.requireNonNull(left, "the walk is not over");
        int before = counts.get(number);
        while (before > 0 && !(before == recordCounts[number] && isStopped.getAsBoolean())) {
            if (counts.compareAndSet(number, before, before - 1)) {
                return before;
            }
            before = counts.get(number);
        }
        return 0;
    }

    int recordCount(int number) {
        return recordCounts[number];
    }

    /** Notes that a recalled unit counts. Any thread. */
    void noteCounted(int number) {
        countedCount.incrementAndGet();
        countedBytes.addAndGet(logicalBytes[number]);
    }

    /** The recalled units that count; all of them, unless the scan was stopped. */
    Timing.Unchanged counted() {
        return new Timing.Unchanged(countedCount.get(), countedBytes.get());
    }

    /** Whether a recalled unit has records that nobody has taken. */
    boolean anyLeft() {
        AtomicIntegerArray counts = Objects.requireNonNull(left, "the walk is not over");
        return unchanged.stream().anyMatch(number -> counts.get(number) > 0);
    }

    long content(int number) {
        return contents[number];
    }

    long logicalBytes(int number) {
        return logicalBytes[number];
    }

    int typeId(int number) {
        return types[number];
    }

    Account account(int number) {
        return accounts[number];
    }

    BitSet recalled() {
        return unchanged;
    }

    /** Whether the unit belonged to the last complete scan. */
    boolean isLive(int number) {
        return live.get(number);
    }

    /** The units of the last complete scan that the walk has not found. */
    BitSet gone() {
        BitSet gone = (BitSet) live.clone();
        gone.andNot(met);
        return gone;
    }

    /** The share of all recorded bytes that belongs to units of the last complete scan. */
    double liveShare() {
        long all = 0;
        long kept = 0;
        for (int i = 0; i < logicalBytes.length; i++) {
            all += logicalBytes[i];
            kept += isLive(i) ? logicalBytes[i] : 0;
        }
        return all == 0 ? 1 : (double) kept / all;
    }

    @Override
    public void close() {
        names.close();
    }
}
