package io.compscan.memory;

import io.compscan.memory.page.Frames;
import io.compscan.memory.page.MappedPages;
import io.compscan.memory.page.PageHash;
import io.compscan.memory.page.PageOrder;
import io.compscan.memory.page.PageOrder.Stretch;
import io.compscan.memory.page.PageReader;
import io.compscan.memory.page.PageUnit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Takes the digests of all frames, on several threads. */
final class FirstPass {

    /** So many pages stay in a core's cache until they are digested. */
    private static final int STEP_PAGES = 64;

    private final Frames frames;
    private final Queue<PageUnit> units;

    FirstPass(Frames frames, List<PageUnit> units) {
        this.frames = frames;
        this.units = new ConcurrentLinkedQueue<>(units);
    }

    /** Returns after a look at all frames. A page that cannot be read fails in the same way in the second pass. */
    void run(int threads) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "compscan-first-pass");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Callable<Boolean>> tasks = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                tasks.add(this::work);
            }
            for (Future<Boolean> done : pool.invokeAll(tasks)) {
                done.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    private boolean work() throws IOException {
        byte[] buffer = new byte[STEP_PAGES * PageHash.PAGE_BYTES];
        BitSet got = new BitSet();
        for (PageUnit unit = units.poll();
                unit != null && !Thread.currentThread().isInterrupted();
                unit = units.poll()) {
            MappedPages pages = unit.space().pages();
            try (PageReader reader = unit.space().open()) {
                for (Stretch stretch : PageOrder.of(pages, unit.from(), unit.to(), PageHash.PAGE_BYTES)) {
                    read(pages, reader, stretch, buffer, got);
                }
            }
        }
        return true;
    }

    private void read(MappedPages pages, PageReader reader, Stretch stretch, byte[] buffer, BitSet got) {
        for (int from = 0; from < stretch.count(); from += STEP_PAGES) {
            int count = Math.min(STEP_PAGES, stretch.count() - from);
            reader.read(stretch.address() + (long) from * PageHash.PAGE_BYTES, count, buffer, 0, got);
            for (int page = got.nextSetBit(0); page >= 0; page = got.nextSetBit(page + 1)) {
                int frame = pages.frame(stretch.page() + from + page);
                frames.noteFirst(frame, PageHash.of(buffer, page * PageHash.PAGE_BYTES));
            }
        }
    }
}
