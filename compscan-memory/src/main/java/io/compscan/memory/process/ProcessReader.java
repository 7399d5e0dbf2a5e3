package io.compscan.memory.process;

import io.compscan.memory.page.PageHash;
import io.compscan.memory.page.PageReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads pages through {@code /proc/PID/mem}, and only those that are present at that moment: to read others would make the process
 * grow.
 */
final class ProcessReader implements PageReader {

    private static final int PAGE_BYTES = PageHash.PAGE_BYTES;
    /** So many pages stay in the second-level cache until they are copied. */
    private static final int STEP_PAGES = 64;

    private final String name;
    private final FileChannel memory;
    private final ProcFile table;
    private final ByteBuffer entries = ProcFile.buffer(STEP_PAGES);
    private final ByteBuffer step = ByteBuffer.allocateDirect(STEP_PAGES * PAGE_BYTES);
    private @Nullable IOException failure;
    private long unreadPages;

    ProcessReader(String name, FileChannel memory, ProcFile table) {
        this.name = name;
        this.memory = memory;
        this.table = table;
    }

    @Override
    public void read(long address, int pages, byte[] data, int offset, BitSet got) {
        got.clear();
        for (int page = 0; page < pages; page += STEP_PAGES) {
            readStep(address, page, Math.min(STEP_PAGES, pages - page), data, offset, got);
        }
    }

    private void readStep(long address, int from, int count, byte[] data, int offset, BitSet got) {
        int known = entries(address + (long) from * PAGE_BYTES, count);
        int page = 0;
        while (page < known) {
            if (!isPresent(page)) {
                page++;
                continue;
            }
            int end = page + 1;
            while (end < known && isPresent(end)) {
                end++;
            }
            readPresent(address, from + page, end - page, data, offset, got);
            page = end;
        }
    }

    private boolean isPresent(int page) {
        return PageEntry.isPresent(entries.getLong(page * Long.BYTES));
    }

    /** How many entries of the page table there are; none once the process has gone. */
    private int entries(long address, int count) {
        try {
            int known = table.read(address / PAGE_BYTES, count, entries);
            if (known == 0) {
                failure = new NoSuchFileException(name);
            }
            return known;
        } catch (IOException e) {
            failure = e;
            return 0;
        }
    }

    private void readPresent(long address, int from, int count, byte[] data, int offset, BitSet got) {
        int done = 0;
        while (done < count) {
            int read = 0;
            try {
                step.clear().limit((count - done) * PAGE_BYTES);
                read = memory.read(step, address + (long) (from + done) * PAGE_BYTES);
            } catch (ClosedChannelException e) {
                failure = e;
                return;
            } catch (IOException e) {
                noteUnreadable(address + (long) (from + done) * PAGE_BYTES);
            }
            int whole = Math.max(0, read) / PAGE_BYTES;
            step.flip();
            step.get(data, offset + (from + done) * PAGE_BYTES, whole * PAGE_BYTES);
            got.set(from + done, from + done + whole);
            // Passes over a page that cannot be read; the next one may be readable.
            done += Math.max(1, whole);
        }
    }

    /** Notes a failure, unless the page is gone: it may be unmapped since the look at its entry. */
    private void noteUnreadable(long address) {
        ByteBuffer entry = ProcFile.buffer(1);
        try {
            if (table.read(address / PAGE_BYTES, 1, entry) == 1 && PageEntry.isPresent(entry.getLong(0))) {
                unreadPages++;
                failure = new IOException(
                        "some pages are there and cannot be read, such as that at 0x" + Long.toHexString(address));
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    @Override
    public @Nullable IOException failure() {
        return failure;
    }

    @Override
    public long unreadPages() {
        return unreadPages;
    }

    /** The files belong to the process's space. */
    @Override
    public void close() {}
}
