package io.compscan.memory;

import io.compscan.core.source.PathName;
import io.compscan.core.source.ReadErrors;
import io.compscan.core.source.Source;
import io.compscan.memory.dump.Dumps;
import io.compscan.memory.page.AddressSpace;
import io.compscan.memory.page.FrameIntake;
import io.compscan.memory.page.Frames;
import io.compscan.memory.page.PageHash;
import io.compscan.memory.page.PageUnit;
import io.compscan.memory.process.Freeze;
import io.compscan.memory.process.PageTables;
import io.compscan.memory.process.ProcessSpace;
import io.compscan.memory.tally.KsmSettings;
import io.compscan.memory.tally.MemoryTally;
import io.compscan.result.ReadError;
import io.compscan.result.memory.MemoryResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The memory of processes and dumps, to be scanned once.
 *
 * <pre>
 *   open -> firstPass -> scan of source() -> result -> close
 * </pre>
 *
 * It finds the pages when it is opened. A frame that several processes map is read once.
 */
public final class MemoryScan implements AutoCloseable {

    private static final long NANOS = TimeUnit.SECONDS.toNanos(1);

    private final List<AddressSpace> spaces = new ArrayList<>();
    private final List<ReadError> errors = new ArrayList<>();
    private final MemoryRequest request;
    private boolean framesVisible = true;
    private Frames frames = new Frames(0);
    private @Nullable Freeze freeze;
    private boolean hasProcesses;
    private boolean hasFirstPass;

    private MemoryScan(MemoryRequest request) {
        this.request = request;
    }

    /**
     * Stops the processes if the request says so, and finds their pages.
     *
     * @throws MemoryException if there is nothing to scan
     */
    public static MemoryScan open(MemoryRequest request) throws MemoryException, InterruptedException {
        Targets targets = Targets.parse(request.targets());
        MemoryScan scan = new MemoryScan(request);
        try {
            FrameIntake intake = new FrameIntake();
            if (targets.hasProcesses()) {
                scan.openProcesses(targets, intake);
            } else if (request.freeze()) {
                throw new MemoryException("--freeze stops processes, and only dumps are named");
            }
            for (Path dump : targets.dumps()) {
                scan.openDump(dump, intake);
            }
            scan.frames = intake.seal(scan.spaces);
            if (scan.frames.count() == 0 && scan.errors.isEmpty() && scan.isComplete()) {
                throw new MemoryException("there are no pages in what was named"
                        + (scan.hasProcesses ? ": threads of the kernel and processes that have ended have none" : ""));
            }
            return scan;
        } catch (UncheckedIOException e) {
            scan.close();
            throw new MemoryException(String.valueOf(e.getMessage()));
        } catch (MemoryException | InterruptedException | RuntimeException e) {
            scan.close();
            throw e;
        }
    }

    private void openProcesses(Targets targets, FrameIntake intake) throws MemoryException, InterruptedException {
        PageSize.require(PageHash.PAGE_BYTES);
        hasProcesses = true;
        if (request.freeze()) {
            freeze = targets.freeze();
        }
        try (PageTables tables = PageTables.open(intake)) {
            framesVisible = tables.framesVisible();
            for (long pid : targets.processes()) {
                if (pid == 0) {
                    IOException reason = new IOException("processes of another PID namespace have no number here");
                    errors.add(ReadErrors.of("process 0", reason, 0));
                    continue;
                }
                try {
                    ProcessSpace space = ProcessSpace.open(pid, tables);
                    if (space != null) {
                        spaces.add(space);
                    }
                } catch (IOException e) {
                    // A process that has ended since the listing is not in the scan.
                    if (Files.isDirectory(Path.of("/proc", String.valueOf(pid)))) {
                        errors.add(ReadErrors.of("process " + pid, e, 0));
                    }
                }
            }
        } catch (IOException e) {
            throw new MemoryException("/proc: " + ReadErrors.of("", e, 0).reason());
        }
    }

    private void openDump(Path dump, FrameIntake intake) throws MemoryException {
        try {
            spaces.addAll(Dumps.open(dump, intake));
        } catch (IOException e) {
            String name = PathName.of(dump);
            throw new MemoryException(name + ": " + ReadErrors.of(name, e, 0).reason());
        }
    }

    /** Whether no part of a dump is missing. */
    private boolean isComplete() {
        return spaces.stream().allMatch(space -> space.lost().isEmpty());
    }

    /** Whether the kernel tells which frame lies behind a page. */
    public boolean framesVisible() {
        return framesVisible;
    }

    /** The time from the start of the first pass to the start of the second; 0 for one pass, and for dumps alone. */
    public long intervalNanos() {
        return hasProcesses ? request.intervalNanos() : 0;
    }

    /** The size of all frames that the scan reads, in bytes. */
    public long residentBytes() {
        return (long) frames.count() * PageHash.PAGE_BYTES;
    }

    /**
     * Reads everything for the first time, and returns when the interval has passed since the start of the pass. Does nothing if one pass
     * was asked for.
     */
    public void firstPass() throws InterruptedException {
        if (intervalNanos() == 0) {
            return;
        }
        hasFirstPass = true;
        long start = System.nanoTime();
        new FirstPass(frames, memorySource().units()).run(request.threads());
        long left = intervalNanos() - (System.nanoTime() - start);
        if (left > 0) {
            TimeUnit.NANOSECONDS.sleep(left);
        }
    }

    /** The pages, to be scanned once, after the first pass. */
    public Source source() {
        return memorySource();
    }

    private MemorySource memorySource() {
        PageUnit.Order order = new PageUnit.Order(hasFirstPass, request.longestChunkBytes());
        return new MemorySource(List.copyOf(spaces), frames, List.copyOf(errors), order);
    }

    /** Lets the processes go on. */
    public void thaw() {
        if (freeze != null) {
            freeze.close();
            freeze = null;
        }
    }

    /** The figures of memory alone, once the source has been scanned to its end. */
    public MemoryResult result() {
        double interval = (double) intervalNanos() / NANOS;
        return new MemoryTally(spaces, frames).result(framesVisible, interval, request.freeze(), KsmSettings.read());
    }

    @Override
    public void close() {
        thaw();
        spaces.forEach(AddressSpace::close);
    }
}
