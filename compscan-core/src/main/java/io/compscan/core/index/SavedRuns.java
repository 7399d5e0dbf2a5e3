package io.compscan.core.index;

import io.compscan.map.EntryCursor;
import io.compscan.map.MergeCursor;
import io.compscan.map.RunFile;
import io.compscan.map.RunWriter;
import io.compscan.map.SpillingMap;
import io.compscan.map.TableSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The files of a map in a directory that outlives the scan. They are runs of the changes between one saving and the next, and second names
 * of runs that the map has spilled.
 *
 * <p>Saving writes the changes since the last time to a run. The map takes the run for its own and forgets the references that the run
 * holds, so all runs and the memory always add up. When there are many runs the smaller half of them is merged. Nobody may use the map
 * meanwhile.
 */
final class SavedRuns implements AutoCloseable {

    private static final int MAX_RUNS = 24;
    private static final byte[] NO_METADATA = {};

    private final SpillingMap map;
    private final List<RunFile> runs = new ArrayList<>();
    /** The names of the spilling map's runs in the directory. */
    private final Map<Path, String> linked = new HashMap<>();

    SavedRuns(SpillingMap map) {
        this.map = map;
    }

    /** Saves the map and returns the names of all files that hold it now; each begins with {@code prefix}. */
    List<String> save(Path directory, String prefix) throws IOException {
        saveChanges(directory, prefix);
        if (runs.size() > MAX_RUNS) {
            mergeSmaller(directory, prefix);
        }
        List<String> names = new ArrayList<>();
        for (RunFile run : runs) {
            names.add(String.valueOf(run.path().getFileName()));
        }
        Map<Path, String> before = Map.copyOf(linked);
        linked.clear();
        for (Path spilled : map.spilledRuns()) {
            String name = before.get(spilled);
            if (name == null) {
                Path place = unused(directory, prefix);
                link(spilled, place);
                name = String.valueOf(place.getFileName());
            }
            linked.put(spilled, name);
            names.add(name);
        }
        return names;
    }

    /** Takes over what an earlier session has saved. */
    void restore(Path directory, List<String> names) throws IOException {
        for (String name : names) {
            RunFile run = RunFile.open(directory.resolve(name));
            runs.add(run);
            // Damage that the fold would meet hours later ends the scan now.
            run.verify();
            map.adopt(run, 0);
        }
    }

    private void saveChanges(Path directory, String prefix) throws IOException {
        Path file = unused(directory, prefix);
        boolean anything;
        try (RunWriter writer = RunWriter.create(file)) {
            writer.beginTable(spec());
            map.writeChanges(writer);
            anything = writer.endTable().entryCount() > 0;
            writer.finish(NO_METADATA);
        }
        if (anything) {
            RunFile run = RunFile.open(file);
            runs.add(run);
            map.changesWritten(run, 0);
        } else {
            Files.delete(file);
        }
    }

    private TableSpec spec() {
        return TableSpec.of("saved", map.options().keyBytes(), map.options().layout());
    }

    /** So each entry is written again only when the runs have about doubled. */
    private void mergeSmaller(Path directory, String prefix) throws IOException {
        List<RunFile> smaller = runs.stream()
                .sorted(Comparator.comparingLong(RunFile::bytes))
                .limit(MAX_RUNS / 2 + 1)
                .toList();
        Path file = unused(directory, prefix);
        List<EntryCursor> cursors = smaller.stream().map(run -> run.cursor(0)).toList();
        try (RunWriter writer = RunWriter.create(file);
                MergeCursor merged = MergeCursor.of(cursors, map.options().layout())) {
            writer.beginTable(spec());
            writer.appendAll(merged);
            writer.endTable();
            writer.finish(NO_METADATA);
        } catch (UncheckedIOException e) {
            throw Objects.requireNonNull(e.getCause(), "no cause");
        }
        RunFile run = RunFile.open(file);
        map.replaceAdopted(smaller, run, 0);
        runs.removeAll(smaller);
        runs.add(run);
        // The files are still part of the last checkpoint; the next checkpoint removes them.
        for (RunFile old : smaller) {
            old.close();
        }
    }

    private static Path unused(Path directory, String prefix) {
        for (int i = 0; ; i++) {
            Path path = directory.resolve(prefix + "-" + i + ".run");
            if (Files.notExists(path)) {
                return path;
            }
        }
    }

    /** A second name costs nothing, but only within a file system. */
    private static void link(Path from, Path to) throws IOException {
        try {
            Files.createLink(to, from);
        } catch (UnsupportedOperationException | FileSystemException e) {
            // With its permissions, which are the owner's alone.
            Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
        }
        // A spilled run need not survive a power cut, but a run of a checkpoint must.
        try (FileChannel file = FileChannel.open(to, StandardOpenOption.WRITE)) {
            file.force(true);
        }
    }

    @Override
    public void close() {
        for (RunFile run : runs) {
            try {
                run.close();
            } catch (IOException e) {
                // It was read only.
            }
        }
    }
}
