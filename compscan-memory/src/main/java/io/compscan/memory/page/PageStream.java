package io.compscan.memory.page;

import io.compscan.core.source.UnitChannel;
import io.compscan.memory.page.PageOrder.Stretch;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * The pages of a slice as a stream, in the order of {@link PageOrder}, without those that are gone. It notes the digest of each frame.
 *
 * <p>If a page of a superpage is gone, its other pages come behind all others, so that chunks stay aligned. One thread at a time.
 */
final class PageStream implements UnitChannel {

    private static final int PAGE_BYTES = PageHash.PAGE_BYTES;

    private final MappedPages pages;
    private final Frames frames;
    private final PageReader reader;
    private final boolean isSecond;
    private final Deque<Stretch> waiting;
    private final BitSet got = new BitSet(PageOrder.LARGEST_BLOCK);
    /** Pages that did not fit into the caller's memory. */
    private byte[] buffer = {};

    private int next;
    private int end;

    PageStream(MappedPages pages, Frames frames, PageReader reader, List<Stretch> order, boolean isSecond) {
        this.pages = pages;
        this.frames = frames;
        this.reader = reader;
        this.isSecond = isSecond;
        waiting = new ArrayDeque<>(order);
    }

    @Override
    public int read(long position, byte[] data, int offset, int length) throws IOException {
        while (next == end) {
            Stretch stretch = waiting.pollFirst();
            if (stretch == null) {
                return end();
            }
            if (length / PAGE_BYTES >= stretch.block()) {
                // Reads straight into the caller's memory, because a copy would cost a tenth of the time of a scan.
                int got = read(stretch, length / PAGE_BYTES, data, offset);
                if (got > 0) {
                    return got;
                }
            } else {
                buffer = buffer.length > 0 ? buffer : new byte[PageOrder.LARGEST_BLOCK * PAGE_BYTES];
                next = 0;
                end = read(stretch, PageOrder.LARGEST_BLOCK, buffer, 0);
            }
        }
        int step = Math.min(length, end - next);
        System.arraycopy(buffer, next, data, offset, step);
        next += step;
        return step;
    }

    /** Reports a failure after all pages that could be read, and again whenever it is asked: a reader tries a failed read once more. */
    private int end() throws IOException {
        IOException failure = reader.failure();
        if (failure == null) {
            return -1;
        }
        throw failure;
    }

    @Override
    public long leftBytes() {
        return reader.unreadPages() * PAGE_BYTES;
    }

    /**
     * Reads the first pages of a stretch, as many blocks as the room holds. The other blocks wait.
     *
     * @return the bytes of those that are still there
     */
    private int read(Stretch stretch, int room, byte[] data, int offset) {
        int count = Math.min(stretch.count(), room / stretch.block() * stretch.block());
        if (count < stretch.count()) {
            waiting.addFirst(part(stretch, count, stretch.count() - count, stretch.block()));
        }
        reader.read(stretch.address(), count, data, offset, got);
        int kept = 0;
        for (int block = 0; block < count; block += stretch.block()) {
            int blockEnd = block + stretch.block();
            if (got.nextClearBit(block) >= blockEnd) {
                keep(stretch, block, data, offset, offset + kept);
                kept += stretch.block() * PAGE_BYTES;
            } else if (stretch.block() > 1) {
                for (int page = got.nextSetBit(block); page >= 0 && page < blockEnd; ) {
                    int clear = Math.min(got.nextClearBit(page), blockEnd);
                    waiting.addLast(part(stretch, page, clear - page, 1));
                    page = got.nextSetBit(clear);
                }
            }
        }
        return kept;
    }

    private static Stretch part(Stretch whole, int from, int count, int block) {
        return new Stretch(whole.page() + from, whole.address() + (long) from * PAGE_BYTES, count, block);
    }

    /** Moves a whole block behind those that are kept, to this place. */
    private void keep(Stretch stretch, int block, byte[] data, int offset, int place) {
        int from = offset + block * PAGE_BYTES;
        for (int page = 0; page < stretch.block(); page++) {
            int frame = pages.frame(stretch.page() + block + page);
            frames.noteLast(frame, PageHash.of(data, from + page * PAGE_BYTES), isSecond);
        }
        if (from != place) {
            System.arraycopy(data, from, data, place, stretch.block() * PAGE_BYTES);
        }
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
