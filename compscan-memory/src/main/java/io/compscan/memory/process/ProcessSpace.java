package io.compscan.memory.process;

import io.compscan.memory.page.AddressSpace;
import io.compscan.memory.page.MappedPages;
import io.compscan.memory.page.PageHash;
import io.compscan.memory.page.PageReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a process, as it was at the opening. Its files stay open, so another program after an exec, or another process with the
 * same number, never takes its place.
 */
public final class ProcessSpace implements AddressSpace {

    private final long pid;
    private final String command;
    private final FileChannel memory;
    private final ProcFile table;
    private final MappedPages pages = new MappedPages();
    private long swappedBytes;

    private ProcessSpace(long pid, String command, FileChannel memory, ProcFile table) {
        this.pid = pid;
        this.command = command;
        this.memory = memory;
        this.table = table;
    }

    /**
     * Opens the memory of a process and finds its pages, through the first of its threads that has not ended: all of them have the same memory.
     *
     * @return null for a thread of the kernel and for a process that has ended and is not yet reaped, which have no memory
     * @throws IOException if there is no such process any more, or if it may not be read
     */
    public static @Nullable ProcessSpace open(long pid, PageTables tables) throws IOException {
        Path directory = Path.of("/proc", Long.toString(pid));
        String command = CommandName.read(directory);
        ProcessSpace space = open(pid, command, directory, tables);
        if (space != null) {
            return space;
        }
        List<Path> threads;
        try (Stream<Path> list = Files.list(directory.resolve("task"))) {
            threads = list.sorted().toList();
        }
        for (Path thread : threads) {
            space = open(pid, command, thread, tables);
            if (space != null) {
                return space;
            }
        }
        return null;
    }

    /** Opens it through a thread; null if the thread has no memory, or no longer. */
    private static @Nullable ProcessSpace open(long pid, String command, Path thread, PageTables tables)
            throws IOException {
        if (!ThreadStat.hasMemory(thread)) {
            return null;
        }
        try {
            return openFiles(pid, command, thread, tables);
        } catch (IOException e) {
            if (!ThreadStat.hasMemory(thread)) {
                return null;
            }
            throw e;
        }
    }

    private static @Nullable ProcessSpace openFiles(long pid, String command, Path thread, PageTables tables)
            throws IOException {
        FileChannel memory = FileChannel.open(thread.resolve("mem"), StandardOpenOption.READ);
        ProcessSpace space = null;
        try {
            ProcFile table = ProcFile.open(thread.resolve("pagemap"));
            space = new ProcessSpace(pid, command, memory, table);
            List<Area> areas = Smaps.read(thread);
            space.swappedBytes = tables.collect(table, areas, space.pages) * PageHash.PAGE_BYTES;
            if (areas.isEmpty()) {
                space.close();
                return null;
            }
            return space;
        } catch (IOException e) {
            if (space == null) {
                memory.close();
            } else {
                space.close();
            }
            throw e;
        }
    }

    /** Its number. */
    public long pid() {
        return pid;
    }

    @Override
    public String name() {
        return pid + " " + command;
    }

    @Override
    public String type() {
        return command;
    }

    @Override
    public MappedPages pages() {
        return pages;
    }

    @Override
    public PageReader open() {
        return new ProcessReader(name(), memory, table);
    }

    @Override
    public long swappedBytes() {
        return swappedBytes;
    }

    @Override
    public void close() {
        try {
            memory.close();
            table.close();
        } catch (IOException e) {
            // Nothing was written.
        }
    }
}
