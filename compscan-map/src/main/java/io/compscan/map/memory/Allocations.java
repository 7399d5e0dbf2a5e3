package io.compscan.map.memory;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The live allocations of {@link RawMemory}: their sum, and with assertions enabled also their addresses.
 *
 * <p>{@code RawMemory} asserts that every access lies within one live allocation.
 */
final class Allocations {

    private static final AtomicLong LIVE_BYTES = new AtomicLong();

    /** The starts of all allocations, ascending, and their lengths; every change replaces the table. */
    private static final class Table {
        final long[] starts;
        final long[] sizes;

        Table(long[] starts, long[] sizes) {
            this.starts = starts;
            this.sizes = sizes;
        }
    }

    private static volatile Table table = new Table(new long[0], new long[0]);

    private Allocations() {}

    static long liveBytes() {
        return LIVE_BYTES.get();
    }

    /** Takes bytes that are allocated, and that nobody uses, out of the sum. */
    static void leaveOut(long bytes) {
        LIVE_BYTES.addAndGet(-bytes);
    }

    static void add(long address, long bytes) {
        LIVE_BYTES.addAndGet(bytes);
        assert put(address, bytes) : "allocated twice";
    }

    static void remove(long address, long bytes) {
        LIVE_BYTES.addAndGet(-bytes);
        assert take(address, bytes) : "freed, but never allocated with this size: " + bytes;
    }

    static boolean holds(long address, long bytes) {
        Table now = table;
        int found = Arrays.binarySearch(now.starts, address);
        int i = found >= 0 ? found : -found - 2;
        return i >= 0 && address + bytes <= now.starts[i] + now.sizes[i];
    }

    private static synchronized boolean put(long address, long bytes) {
        int found = Arrays.binarySearch(table.starts, address);
        if (found >= 0) {
            return false;
        }
        table = new Table(inserted(table.starts, -found - 1, address), inserted(table.sizes, -found - 1, bytes));
        return true;
    }

    private static synchronized boolean take(long address, long bytes) {
        int found = Arrays.binarySearch(table.starts, address);
        if (found < 0 || table.sizes[found] != bytes) {
            return false;
        }
        table = new Table(without(table.starts, found), without(table.sizes, found));
        return true;
    }

    private static long[] inserted(long[] values, int at, long value) {
        long[] longer = Arrays.copyOf(values, values.length + 1);
        System.arraycopy(values, at, longer, at + 1, values.length - at);
        longer[at] = value;
        return longer;
    }

    private static long[] without(long[] values, int at) {
        long[] shorter = Arrays.copyOf(values, values.length - 1);
        System.arraycopy(values, at + 1, shorter, at, shorter.length - at);
        return shorter;
    }
}
