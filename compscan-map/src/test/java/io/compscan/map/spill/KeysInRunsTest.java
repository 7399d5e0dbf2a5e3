package io.compscan.map.spill;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.map.EntryBatch;
import io.compscan.map.FingerprintMap;
import io.compscan.map.MemoryBudget;
import io.compscan.map.RecheckPolicy;
import io.compscan.map.SpillSettings;
import io.compscan.testing.Slow;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys that lie in runs: when they are looked up, and when they are called new again. */
final class KeysInRunsTest {

    @TempDir
    Path directory;

    /** Keys that were never added: only the filters' errors are looked up. */
    @Test
    void filtersSaveTheLookupsOfNewKeys() {
        RecheckPolicy policy = RecheckPolicy.measured();
        policy.noteNewKeys(1, 1_000_000_000);
        try (FreezingStore store = SmallStore.open(SpillSettings.to(directory));
                FingerprintMap map = store.openMap(SmallStore.OPTIONS, policy)) {
            EntryBatch batch = new EntryBatch(SmallStore.OPTIONS, Tally.BATCH);
            int keys = 100_000;
            for (int done = 0; done < keys; done += Tally.BATCH) {
                batch.clear();
                for (int i = 0; i < Tally.BATCH; i++) {
                    batch.add(Tally.key(done + i), 0);
                }
                assertThat(map.addAll(batch)).isZero();
                policy.noteNewKeys(1, 1_000_000_000);
            }
            assertThat(store.stats().runCount()).isGreaterThan(5);
            // A key meets a handful of runs, each with an error of some 3 %.
            assertThat(store.stats().recheckCount()).isBetween(keys / 1000L, keys / 2L);
        }
    }

    /** The second pass adds keys that lie in runs. */
    private static long newInSecondPass(FingerprintMap map, RecheckPolicy policy, long newKeyNanos, int keys) {
        EntryBatch batch = new EntryBatch(SmallStore.OPTIONS, Tally.BATCH);
        long newKeys = 0;
        for (int pass = 0; pass < 2; pass++) {
            for (int done = 0; done < keys; done += Tally.BATCH) {
                batch.clear();
                for (int i = 0; i < Tally.BATCH; i++) {
                    batch.add(Tally.key(done + i), 0);
                }
                assertThat(map.addAll(batch)).isZero();
                policy.noteNewKeys(1, newKeyNanos);
                for (int i = 0; i < Tally.BATCH; i++) {
                    assertThat(pass == 1 || batch.isNew(i)).isTrue();
                    newKeys += pass == 1 && batch.isNew(i) ? 1 : 0;
                }
            }
        }
        return newKeys;
    }

    @Test
    void keysInRunsAreFoundWhereThatIsCheaper() {
        RecheckPolicy policy = RecheckPolicy.measured();
        policy.noteNewKeys(1, 1_000_000_000);
        try (FreezingStore store =
                        new FreezingStore(SpillSettings.to(directory), new MemoryBudget(2 * SmallStore.BUDGET_BYTES));
                FingerprintMap map = store.openMap(SmallStore.OPTIONS, policy)) {
            // Runs that lost their filters to younger ones are not searched.
            assertThat(newInSecondPass(map, policy, 1_000_000_000, 60_000)).isLessThan(20_000);
            assertThat(store.stats().recheckCount()).isGreaterThan(10_000);
            assertThat(map.callsKeysNewOnce()).isFalse();
        }
    }

    /** Some runs have no filter here: there is no memory for it. */
    @Test
    @Slow
    void keysInRunsAreNewOnceWhereThatIsAskedFor() {
        RecheckPolicy policy = RecheckPolicy.always();
        try (FreezingStore store = SmallStore.open(SpillSettings.to(directory));
                FingerprintMap map = store.openMap(SmallStore.OPTIONS, policy)) {
            assertThat(newInSecondPass(map, policy, 1, 150_000)).isZero();
            assertThat(store.stats().runCount()).isGreaterThan(5);
            assertThat(map.callsKeysNewOnce()).isTrue();
        }
    }

    @Test
    void keysInRunsAreCalledNewAgainWhereThatIsCheaper() {
        RecheckPolicy policy = RecheckPolicy.measured();
        policy.noteNewKeys(1, 1);
        policy.noteLookups(1000, 1_000_000_000_000L);
        try (FreezingStore store = SmallStore.open(SpillSettings.to(directory));
                FingerprintMap map = store.openMap(SmallStore.OPTIONS, policy)) {
            assertThat(newInSecondPass(map, policy, 1, 60_000)).isGreaterThan(40_000);
            assertThat(store.stats().recheckCount()).isZero();
        }
    }
}
