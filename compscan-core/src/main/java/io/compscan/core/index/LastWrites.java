package io.compscan.core.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The chunk at each place of some streams after the last write to it, under one fixed chunking. Place {@code p} is the chunk that begins at
 * {@code p} times the length of a chunk.
 *
 * <pre>
 *   stream   page number -> page
 *   page     | length 0 | ... | length 15 | fingerprint 0 | ... | fingerprint 15 |      16 places
 *   length   0 for a place that was never written, n for a chunk of n bytes, -n for n bytes of zeros
 * </pre>
 *
 * A place takes the bytes of its fingerprint and about ten more, where its neighbours are written, too. Any thread.
 */
public final class LastWrites {

    static final int PAGE_PLACES = 16;
    private static final int MOST_PAGES = Integer.MAX_VALUE / PAGE_PLACES;
    /** A page's part of the map and of the headers of objects. */
    private static final int PAGE_OVERHEAD_BYTES = 96;
    /** All places together may take this part of the heap. */
    private static final int HEAP_SHARE = 4;

    private static final VarHandle CODES = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private final int chunkBytes;
    private final int fingerprintBytes;
    private final long mostPages;
    private final Map<String, Places> streams = new LinkedHashMap<>();
    private volatile long pageCount;

    /**
     * Sees a place that was written.
     *
     * @param <E> what it throws
     */
    @FunctionalInterface
    public interface PlaceVisitor<E extends Exception> {
        /**
         * Takes note of a chunk.
         *
         * @param page holds its fingerprint at {@code offset}; valid during the call
         * @param isZero whether it is all zero and has no fingerprint
         */
        void visit(byte[] page, int offset, int lengthBytes, boolean isZero) throws E;
    }

    /** Places that nobody has written to, for chunks and fingerprints of these lengths. */
    public LastWrites(int chunkBytes, int fingerprintBytes) {
        this.chunkBytes = chunkBytes;
        this.fingerprintBytes = fingerprintBytes;
        long pageBytes = PAGE_OVERHEAD_BYTES + (long) PAGE_PLACES * (Integer.BYTES + fingerprintBytes);
        mostPages = Math.min(MOST_PAGES, Runtime.getRuntime().maxMemory() / HEAP_SHARE / pageBytes);
    }

    /** The length of a chunk, but for the last of a stream. */
    public int chunkBytes() {
        return chunkBytes;
    }

    /** Whether the places have used up their part of the heap: nothing is lost, and the caller should soon stop writing. */
    public boolean isFull() {
        return pageCount > mostPages;
    }

    /** The stream of this name, to write on in it. */
    public synchronized Places stream(String name) {
        return streams.computeIfAbsent(name, unused -> new Places());
    }

    /** An empty stream of this name; an earlier one of the same name is forgotten, like a file that is written anew. */
    public synchronized Places newStream(String name) {
        Places places = new Places();
        Places before = streams.put(name, places);
        if (before != null) {
            before.forget();
        }
        return places;
    }

    /** The streams by name, in the order of their first writes. */
    public synchronized Map<String, Places> streams() {
        return new LinkedHashMap<>(streams);
    }

    private synchronized void addPages(long count) {
        pageCount += count;
    }

    int fingerprintBytes() {
        return fingerprintBytes;
    }

    /** The length at a place of a page, as drawn above. */
    static int code(byte[] page, int place) {
        return (int) CODES.get(page, place * Integer.BYTES);
    }

    /** The places of one stream. */
    public final class Places {
        private final Map<Long, byte[]> pages = new HashMap<>();
        private long sizeBytes;
        private boolean isForgotten;

        private Places() {}

        /** The end of the last place that was written. */
        public synchronized long sizeBytes() {
            return sizeBytes;
        }

        /** Whether the place was ever written. */
        public synchronized boolean holds(long place) {
            byte[] page = pages.get(place / PAGE_PLACES);
            return page != null && code(page, (int) (place % PAGE_PLACES)) != 0;
        }

        /** Notes a write of the chunk with the fingerprint at {@code fingerprints[offset..]}. */
        public synchronized void put(long place, byte[] fingerprints, int offset, int lengthBytes) {
            byte[] page = put(place, lengthBytes, lengthBytes);
            System.arraycopy(fingerprints, offset, page, at(place), fingerprintBytes);
        }

        /** Notes a write of zeros. */
        public synchronized void putZeros(long place, int lengthBytes) {
            put(place, -lengthBytes, lengthBytes);
        }

        private byte[] put(long place, int code, int lengthBytes) {
            byte[] page = pages.get(place / PAGE_PLACES);
            if (page == null) {
                page = new byte[PAGE_PLACES * (Integer.BYTES + fingerprintBytes)];
                if (!isForgotten) {
                    pages.put(place / PAGE_PLACES, page);
                    addPages(1);
                }
            }
            sizeBytes = Math.max(sizeBytes, place * chunkBytes + lengthBytes);
            CODES.set(page, (int) (place % PAGE_PLACES) * Integer.BYTES, code);
            return page;
        }

        private int at(long place) {
            return PAGE_PLACES * Integer.BYTES + (int) (place % PAGE_PLACES) * fingerprintBytes;
        }

        private synchronized void forget() {
            addPages(-pages.size());
            pages.clear();
            isForgotten = true;
        }

        /** The pages, which hold fingerprints from {@link #at} on. */
        synchronized Collection<byte[]> pages() {
            return List.copyOf(pages.values());
        }

        /** Shows all places that were written, in no order. */
        public synchronized <E extends Exception> void forEach(PlaceVisitor<E> visitor) throws E {
            for (byte[] page : pages.values()) {
                for (int i = 0; i < PAGE_PLACES; i++) {
                    int code = code(page, i);
                    if (code != 0) {
                        visitor.visit(page, at(i), Math.abs(code), code < 0);
                    }
                }
            }
        }
    }
}
