package io.compscan.map.spill;

import io.compscan.map.EntryBatch;
import io.compscan.map.MapOptions;
import io.compscan.map.MemoryBudget;
import io.compscan.map.RecordLayout;
import io.compscan.map.trie.TrieMap;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IJ_Result;

/**
 * A thread adds a key twice while another detaches the shard's trie. The first thread asks without a lock whether there is a part. If there
 * is none, it trusts that a new key is new, and would report the size of the chunk. It must do so once at most.
 */
@JCStressTest
@Outcome(
        id = {"0, 2", "1, 2"},
        expect = Expect.ACCEPTABLE,
        desc = "certain at most once, and both references are there")
@Outcome(expect = Expect.FORBIDDEN, desc = "certain twice, or a reference is lost")
@State
public class CertaintyRace {

    private static final MapOptions OPTIONS =
            MapOptions.of(20, RecordLayout.of()).withShardCount(1).withMapListSize(8);
    private static final byte[] KEY = new byte[20];

    private final ShardParts shards = new ShardParts(new TrieMap(OPTIONS, new MemoryBudget(1 << 20)));
    private final EntryBatch batch = new EntryBatch(OPTIONS, 1);

    private int addAndTrust() {
        batch.clear();
        batch.add(KEY, 0);
        shards.tries().addAll(batch);
        return batch.isNew(0) && !shards.any() ? 1 : 0;
    }

    @Actor
    public void writer(IJ_Result result) {
        result.r1 = addAndTrust() + addAndTrust();
    }

    @Actor
    public void freezer() {
        shards.detach(0);
    }

    @Arbiter
    public void count(IJ_Result result) {
        result.r2 = shards.get(KEY, 0, new int[0]);
        shards.close();
    }
}
