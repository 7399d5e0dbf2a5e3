package io.compscan.core.fold.ledger;

import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/** The files and bytes read of one directory or machine. Any thread adds. */
final class Sums {

    private static final AtomicLongFieldUpdater<Sums> FILES =
            AtomicLongFieldUpdater.newUpdater(Sums.class, "fileCount");
    private static final AtomicLongFieldUpdater<Sums> SCANNED =
            AtomicLongFieldUpdater.newUpdater(Sums.class, "scannedBytes");
    private static final AtomicLongFieldUpdater<Sums> ZEROS =
            AtomicLongFieldUpdater.newUpdater(Sums.class, "zeroBytes");

    private volatile long fileCount;
    private volatile long scannedBytes;
    private volatile long zeroBytes;

    void add(long files, long scanned, long zeros) {
        add(FILES, files);
        add(SCANNED, scanned);
        add(ZEROS, zeros);
    }

    private void add(AtomicLongFieldUpdater<Sums> sum, long amount) {
        if (amount != 0) {
            sum.addAndGet(this, amount);
        }
    }

    /** Sets all sums to zero; no thread may add meanwhile. */
    void clear() {
        fileCount = 0;
        scannedBytes = 0;
        zeroBytes = 0;
    }

    /** Receives sums that are moved elsewhere. */
    @FunctionalInterface
    interface Target {
        void add(long files, long scanned, long zeros);
    }

    /** Leaves nothing here. */
    void moveTo(Target target) {
        target.add(FILES.getAndSet(this, 0), SCANNED.getAndSet(this, 0), ZEROS.getAndSet(this, 0));
    }

    boolean isZero() {
        return fileCount == 0 && scannedBytes == 0;
    }

    long fileCount() {
        return fileCount;
    }

    long scannedBytes() {
        return scannedBytes;
    }

    long zeroBytes() {
        return zeroBytes;
    }

    long nonZeroBytes() {
        return Math.max(0, scannedBytes - zeroBytes);
    }
}
