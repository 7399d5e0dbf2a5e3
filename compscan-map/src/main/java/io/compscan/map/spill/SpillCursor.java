package io.compscan.map.spill;

import io.compscan.map.EntryCursor;
import io.compscan.map.run.MergeCursor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Walks the entries of some shards of a map, one shard after another, each merged from its parts; nothing of the map is frozen until it is through. */
final class SpillCursor implements EntryCursor {

    private final SpillingMap map;
    private final Runnable atEnd;
    private final int endShard;
    private boolean ended;
    private int nextShard;
    private @Nullable EntryCursor shard;

    /**
     * @param endShard the first one that is not walked any more
     * @param atEnd runs when there are no more entries
     */
    SpillCursor(SpillingMap map, int firstShard, int endShard, Runnable atEnd) {
        this.map = map;
        nextShard = firstShard;
        this.endShard = endShard;
        this.atEnd = atEnd;
    }

    @Override
    public boolean next() {
        map.requireOpen();
        while (shard == null || !shard.next()) {
            close(shard);
            shard = null;
            if (nextShard == endShard) {
                if (!ended) {
                    ended = true;
                    atEnd.run();
                }
                return false;
            }
            List<EntryCursor> sources = map.cursors(nextShard++);
            if (!sources.isEmpty()) {
                shard = sources.size() == 1
                        ? sources.get(0)
                        : new MergeCursor(sources, map.options().layout());
            }
        }
        return true;
    }

    private static void close(@Nullable EntryCursor cursor) {
        if (cursor instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Exception e) {
                throw new IllegalStateException("a cursor that cannot be closed", e);
            }
        }
    }

    @Override
    public byte[] key() {
        return current().key();
    }

    @Override
    public long references() {
        return current().references();
    }

    @Override
    public int field(int field) {
        return current().field(field);
    }

    private EntryCursor current() {
        if (shard == null) {
            throw new IllegalStateException("the cursor stands on no entry");
        }
        return shard;
    }
}
