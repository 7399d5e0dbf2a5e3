package io.compscan.map.spill;

import io.compscan.map.EntryCursor;
import io.compscan.map.MapOptions;
import io.compscan.map.trie.TrieMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The content of a spilling map: a trie for each shard, and the parts that were taken out of it.
 *
 * <pre>
 *   shard  | trie, which is written to | part being frozen | run | run | run | ...      oldest first
 * </pre>
 *
 * <p>A key may be in any number of them; its references add up and its fields merge to the maximum. A thread replaces the list of parts
 * as a whole and under the shard's lock. So a thread that adds a key sees all parts that could hold the key at that moment.
 */
final class ShardParts {

    private static final Part[] NONE = {};

    private final TrieMap tries;
    private final AtomicReferenceArray<Part[]> parts;
    private volatile boolean any;

    ShardParts(TrieMap tries) {
        this.tries = tries;
        Part[][] none = new Part[tries.options().shardCount()][];
        Arrays.fill(none, NONE);
        parts = new AtomicReferenceArray<>(none);
    }

    TrieMap tries() {
        return tries;
    }

    MapOptions options() {
        return tries.options();
    }

    int shardCount() {
        return parts.length();
    }

    /** Whether there has ever been a part. */
    boolean any() {
        return any;
    }

    /** The parts of a shard; the list is final only while the shard is locked. */
    Part[] of(int shard) {
        return parts.get(shard);
    }

    /** Replaces the list of a shard's parts under its lock. */
    void update(int shard, UnaryOperator<Part[]> change) {
        tries.whileLocked(shard, () -> {
            parts.set(shard, change.apply(parts.get(shard)));
            any = true;
        });
    }

    void add(int shard, Part further) {
        update(shard, now -> {
            Part[] more = Arrays.copyOf(now, now.length + 1);
            more[now.length] = further;
            return more;
        });
    }

    void remove(int shard, Part gone) {
        update(shard, now -> Arrays.stream(now).filter(part -> part != gone).toArray(Part[]::new));
    }

    /** Replaces some parts by one, at the place of the first. */
    void replace(int shard, List<? extends Part> gone, Part by) {
        update(shard, now -> {
            List<Part> left = new ArrayList<>(List.of(now));
            left.set(left.indexOf(gone.get(0)), by);
            left.removeAll(gone);
            return left.toArray(Part[]::new);
        });
    }

    /** Turns a shard's trie into a part; the shard continues with an empty trie. Returns null if there was no trie. */
    @Nullable TriePart detach(int shard) {
        TriePart[] detached = new TriePart[1];
        tries.detach(shard, entries -> {
            detached[0] = new TriePart(entries);
            add(shard, detached[0]);
        });
        return detached[0];
    }

    /** See {@link io.compscan.map.FingerprintMap#get}. */
    long get(byte[] key, int offset, int[] fields) {
        int shard = tries.shardOf(key, offset);
        Part[][] seen = {NONE};
        long references = tries.get(key, offset, fields, () -> seen[0] = parts.get(shard));
        if (references < 0) {
            Arrays.fill(fields, 0, options().layout().fieldCount(), 0);
        }
        long hash = KeyFilter.hash(key, offset, options().keyBytes());
        for (Part part : seen[0]) {
            KeyFilter filter = part.filter();
            if (filter == null || filter.mayHold(hash)) {
                long found = part.find(key, offset, fields);
                if (found >= 0) {
                    references = Math.addExact(Math.max(0, references), found);
                }
            }
        }
        return references;
    }

    /** One cursor for each source of a shard's entries. */
    List<EntryCursor> cursors(int shard) {
        List<EntryCursor> cursors = new ArrayList<>();
        for (Part part : parts.get(shard)) {
            cursors.add(part.cursor());
        }
        if (tries.entryCount(shard) > 0) {
            cursors.add(tries.cursor(shard));
        }
        return cursors;
    }

    /** The entries of all parts, an upper bound of the distinct keys in them. */
    long entryCount() {
        return sum(Part::entryCount);
    }

    long memoryBytes() {
        return sum(Part::memoryBytes);
    }

    private long sum(ToLongFunction<Part> of) {
        long sum = 0;
        for (int shard = 0; shard < parts.length(); shard++) {
            sum += Arrays.stream(parts.get(shard)).mapToLong(of).sum();
        }
        return sum;
    }

    /** Frees all parts and tries. */
    void close() {
        for (int shard = 0; shard < parts.length(); shard++) {
            for (Part part : parts.getAndSet(shard, NONE)) {
                part.close();
            }
        }
        tries.close();
    }
}
