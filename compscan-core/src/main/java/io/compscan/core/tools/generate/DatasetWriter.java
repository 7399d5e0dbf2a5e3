package io.compscan.core.tools.generate;

import io.compscan.file.Reason;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes a data set to a directory: threads take slices of files in turn, make them and write them where they belong. */
final class DatasetWriter {

    private static final int SLICE_BYTES = 4 << 20;

    // The JDK copies through a direct buffer as large as what it is given.
    private static final int WRITE_BYTES = 1 << 20;

    private final Supplier<ContentReader> openReader;
    private final FileTable files;
    private final LongConsumer progress;
    private final int sliceBytes;

    private int file;
    private long offset;
    private boolean stopped;

    DatasetWriter(Supplier<ContentReader> openReader, FileTable files, int chunkBytes, LongConsumer progress) {
        this.openReader = openReader;
        this.files = files;
        this.progress = progress;
        sliceBytes = Math.max(1, SLICE_BYTES / chunkBytes) * chunkBytes;
    }

    void write(Path directory, int threads, boolean overwrite) throws IOException {
        prepare(directory, overwrite);
        try {
            String previous = "";
            for (int i = 0; i < files.count(); i++) {
                String parent = files.name(i).substring(0, files.name(i).indexOf('/'));
                if (!parent.equals(previous)) {
                    Files.createDirectory(directory.resolve(parent));
                    previous = parent;
                }
            }
            writeFiles(directory, threads);
        } catch (FileSystemException e) {
            undo(directory, e);
            throw named(e);
        } catch (IOException | RuntimeException e) {
            undo(directory, e);
            throw e;
        }
    }

    private static void undo(Path directory, Exception because) {
        try {
            clear(directory);
        } catch (IOException e) {
            because.addSuppressed(e);
        }
    }

    private void writeFiles(Path directory, int threads) throws IOException {
        ExecutorService executor = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "generate");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<?>> writers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                writers.add(executor.submit(() -> {
                    try {
                        writeSlices(directory);
                    } finally {
                        // Also where it ends as it should: then there is nothing left to take.
                        stop();
                    }
                    return null;
                }));
            }
            Throwable failure = null;
            for (Future<?> writer : writers) {
                try {
                    writer.get();
                } catch (ExecutionException e) {
                    failure = failure == null ? e.getCause() : failure;
                }
            }
            if (failure instanceof IOException io) {
                throw io;
            } else if (failure != null) {
                throw new IllegalStateException("writing to " + directory + " failed", failure);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(directory + ": interrupted");
        } finally {
            stop();
            executor.shutdown();
        }
    }

    private void writeSlices(Path directory) throws IOException {
        ContentReader reader = openReader.get();
        byte[] bytes = new byte[sliceBytes];
        for (Slice slice = take(); slice != null; slice = take()) {
            Path path = directory.resolve(files.name(slice.file));
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                reader.read(slice.file, slice.offset, bytes, 0, slice.length);
                for (int at = 0; at < slice.length; ) {
                    ByteBuffer part = ByteBuffer.wrap(bytes, at, Math.min(WRITE_BYTES, slice.length - at));
                    at += channel.write(part, slice.offset + at);
                }
            } catch (FileSystemException e) {
                throw e;
            } catch (IOException e) {
                throw new IOException(path + ": " + e.getMessage(), e);
            }
            progress.accept(slice.length);
        }
    }

    private record Slice(int file, long offset, int length) {}

    private synchronized @Nullable Slice take() {
        if (stopped || file == files.count()) {
            return null;
        }
        // The first slice of a shifted file is the shift alone: so all others begin with a chunk.
        int shift = files.shiftBytes(file);
        long limit = offset < shift ? shift : files.bytes(file);
        Slice slice = new Slice(file, offset, (int) Math.min(sliceBytes, limit - offset));
        offset += slice.length;
        if (offset == files.bytes(file)) {
            file++;
            offset = 0;
        }
        return slice;
    }

    private synchronized void stop() {
        stopped = true;
    }

    private static void prepare(Path directory, boolean overwrite) throws IOException {
        try {
            Files.createDirectories(directory);
            if (isEmpty(directory)) {
                return;
            }
            if (!overwrite) {
                throw new IOException(directory + " is not empty");
            }
            Path foreign = foreign(directory);
            if (foreign != null) {
                throw new IOException(foreign + " is not part of a generated data set, which alone is overwritten");
            }
            clear(directory);
        } catch (FileAlreadyExistsException | NotDirectoryException e) {
            throw new IOException(e.getFile() + " is not a directory", e);
        } catch (FileSystemException e) {
            throw named(e);
        }
    }

    private static @Nullable Path foreign(Path directory) throws IOException {
        for (Path child : children(directory)) {
            if (!isGeneratedDirectory(child)) {
                return child;
            }
            for (Path file : children(child)) {
                if (!isGeneratedFile(file)) {
                    return file;
                }
            }
        }
        return null;
    }

    /** Removes the files that have the name of a generated one, and their directories. */
    private static void clear(Path directory) throws IOException {
        for (Path child : children(directory)) {
            if (isGeneratedDirectory(child)) {
                for (Path file : children(child)) {
                    if (isGeneratedFile(file)) {
                        Files.delete(file);
                    }
                }
                Files.delete(child);
            }
        }
    }

    private static boolean isGeneratedDirectory(Path path) {
        return path.getFileName().toString().matches("d[0-9]{4}") && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean isGeneratedFile(Path path) {
        return path.getFileName().toString().matches("f[0-9]{7}\\.bin")
                && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (Stream<Path> children = Files.list(directory)) {
            return children.findAny().isEmpty();
        }
    }

    private static List<Path> children(Path directory) throws IOException {
        try (Stream<Path> children = Files.list(directory)) {
            return children.toList();
        }
    }

    /** The JDK's message is the path alone where the type of the exception says the rest. */
    private static IOException named(FileSystemException e) {
        return new IOException(e.getFile() + ": " + Reason.of(e), e);
    }
}
