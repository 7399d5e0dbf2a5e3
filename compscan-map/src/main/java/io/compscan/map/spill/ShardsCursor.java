package io.compscan.map.spill;

import io.compscan.map.EntryCursor;
import io.compscan.map.MergeCursor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Walks shards one after another, each merged from its parts, and releases the map at the end. */
final class ShardsCursor implements EntryCursor {

    private final ShardParts shards;
    private final Runnable atEnd;
    private final int endShard;
    private boolean ended;
    private int nextShard;
    private @Nullable EntryCursor shard;

    /**
     * A cursor before the first entry.
     *
     * @param endShard the first shard that it does not walk
     * @param atEnd runs once, when there are no more entries or the walk is closed
     */
    ShardsCursor(ShardParts shards, int firstShard, int endShard, Runnable atEnd) {
        this.shards = shards;
        nextShard = firstShard;
        this.endShard = endShard;
        this.atEnd = atEnd;
    }

    @Override
    public boolean next() {
        shards.tries().requireOpen();
        while (shard == null || !shard.next()) {
            if (shard != null) {
                shard.close();
                shard = null;
            }
            if (nextShard == endShard) {
                end();
                return false;
            }
            List<EntryCursor> sources = shards.cursors(nextShard++);
            if (!sources.isEmpty()) {
                shard = sources.size() == 1
                        ? sources.get(0)
                        : MergeCursor.of(sources, shards.options().layout());
            }
        }
        return true;
    }

    private void end() {
        if (!ended) {
            ended = true;
            atEnd.run();
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

    @Override
    public void close() {
        nextShard = endShard;
        if (shard != null) {
            shard.close();
            shard = null;
        }
        end();
    }
}
