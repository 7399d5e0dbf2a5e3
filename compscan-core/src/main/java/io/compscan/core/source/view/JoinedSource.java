package io.compscan.core.source.view;

import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import java.util.List;
import java.util.LongSummaryStatistics;

/**
 * Several sources, one after another.
 *
 * @param sources in their order; with none, there is nothing to read
 */
public record JoinedSource(List<Source> sources) implements Source {

    /** Copies the list. */
    public JoinedSource {
        sources = List.copyOf(sources);
    }

    /** The one source, or all of them together. */
    public static Source of(List<Source> sources) {
        return sources.size() == 1 ? sources.get(0) : new JoinedSource(sources);
    }

    @Override
    public List<String> paths() {
        return sources.stream().flatMap(source -> source.paths().stream()).toList();
    }

    @Override
    public List<String> roots() {
        return sources.stream().flatMap(source -> source.roots().stream()).toList();
    }

    @Override
    public boolean isRepeatable() {
        return sources.stream().allMatch(Source::isRepeatable);
    }

    @Override
    public int leastReaders() {
        return sources.stream().mapToInt(Source::leastReaders).max().orElse(0);
    }

    @Override
    public long requestCount() {
        LongSummaryStatistics counts = sources.stream()
                .mapToLong(Source::requestCount)
                .filter(count -> count >= 0)
                .summaryStatistics();
        return counts.getCount() == 0 ? -1 : counts.getSum();
    }

    @Override
    public boolean listsDigests() {
        return !sources.isEmpty() && sources.stream().allMatch(Source::listsDigests);
    }

    @Override
    public List<Source> trees() {
        return sources.stream().flatMap(source -> source.trees().stream()).toList();
    }

    @Override
    public void walk(SourceVisitor visitor) throws InterruptedException {
        for (Source source : sources) {
            if (visitor.isStopped()) {
                return;
            }
            source.walk(visitor);
        }
    }
}
