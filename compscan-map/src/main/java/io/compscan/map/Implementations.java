package io.compscan.map;

import io.compscan.map.memory.Ballast;
import io.compscan.map.run.LoserTreeCursor;
import io.compscan.map.run.RunReader;
import io.compscan.map.run.SequentialRunWriter;
import io.compscan.map.spill.FreezingStore;
import io.compscan.map.trie.TrieMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Creates the objects behind the interfaces of this package: the only class here that may name the inner packages.
 *
 * <p>The inner packages know the interfaces, so any other reference to them would be a cycle.
 */
final class Implementations {

    private Implementations() {}

    /** Holds memory back; the runnable frees it. */
    static Runnable ballast(long bytes) {
        return new Ballast(bytes)::free;
    }

    static FingerprintMap openMap(MapOptions options, MemoryBudget budget) {
        return new TrieMap(options, budget);
    }

    static SpillStore openStore(SpillSettings settings, MemoryBudget budget) {
        return new FreezingStore(settings, budget);
    }

    static RunFile openRun(Path file) throws IOException {
        return RunReader.open(file);
    }

    static RunWriter createRun(Path file) throws IOException {
        return SequentialRunWriter.create(file);
    }

    static MergeCursor merge(List<? extends EntryCursor> inputs, RecordLayout layout) {
        return new LoserTreeCursor(inputs, layout);
    }
}
