package io.compscan.core.source.file;

import io.compscan.core.source.PathName;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.result.ReadError;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A visitor that writes down what a walk finds. */
class Findings implements SourceVisitor {

    final List<Unit> units = new ArrayList<>();
    final List<ReadError> errors = new ArrayList<>();
    final Map<Skip, Integer> skipped = new EnumMap<>(Skip.class);
    long hardLinkBytes;
    int hardLinkCount;
    int directoryCount;
    int emptyDirectoryCount;
    int linkedDirectoryCount;
    long repeatedLinkCount;
    final StringBuilder names = new StringBuilder();
    int namedBytes;
    long targetBytes;
    boolean stopped;

    static Findings of(WalkOptions options, Path... roots) throws InterruptedException {
        Findings findings = new Findings();
        new FileTreeSource(List.of(roots), options).walk(findings);
        return findings;
    }

    static Findings of(Path... roots) throws InterruptedException {
        return of(WalkOptions.ALL, roots);
    }

    /** The names of the units below the directory, in the order in which they came. */
    List<String> namesBelow(Path directory) {
        String prefix = PathName.of(directory) + "/";
        return units.stream()
                .map(Unit::name)
                .map(name -> name.startsWith(prefix) ? name.substring(prefix.length()) : name)
                .toList();
    }

    int skippedCount(Skip skip) {
        return skipped.getOrDefault(skip, 0);
    }

    @Override
    public void unit(Unit unit) throws InterruptedException {
        units.add(unit);
    }

    @Override
    public void hardLink(long sizeBytes) {
        hardLinkBytes += sizeBytes;
        hardLinkCount++;
    }

    @Override
    public void named(int nameBytes, long toBytes) {
        namedBytes += nameBytes;
        targetBytes += toBytes;
    }

    @Override
    public void directory() {
        directoryCount++;
    }

    @Override
    public void emptyDirectory() {
        emptyDirectoryCount++;
    }

    @Override
    public void names(byte[] some, int length) {
        names.append(new String(some, 0, length, StandardCharsets.UTF_8));
    }

    @Override
    public void linkedDirectory(long linkCount) {
        linkedDirectoryCount++;
        repeatedLinkCount += linkCount;
    }

    @Override
    public void skipped(Skip skip) {
        skipped.merge(skip, 1, Integer::sum);
    }

    @Override
    public void error(ReadError error) {
        errors.add(error);
    }

    @Override
    public boolean isStopped() {
        return stopped;
    }
}
