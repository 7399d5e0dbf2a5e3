package io.compscan.image.catar;

import io.compscan.core.source.PathName;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.file.OpenDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The archive of a directory, made while it is read. It holds the names in all directories between the top and the present file, and a name
 * of each file that has several.
 *
 * <p>casync stops at the first file that it cannot read, and Proxmox Backup leaves it out. This stream goes on, so hours of reading are not lost. A file that cannot be read
 * counts as zeros, a directory as an empty one. At its end the stream fails with an error that names the first of them.
 */
final class ArchiveStream extends InputStream {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final byte[] NO_TARGET = {};

    private final ArchiveFormat format;
    private final Path top;
    private final long fileSystem;
    private final Deque<Directory> open = new ArrayDeque<>();
    /** The first name of each file that has several, where the format tells of it. */
    private final Map<FileFacts.Inode, FirstName> firstNames = new HashMap<>();

    private final Xattrs xattrs = new Xattrs();
    private ByteBuffer record = NOTHING;
    private @Nullable UnitChannel payload;
    private long payloadPosition;
    private @Nullable Path payloadPath;
    private long payloadLeft;
    private long position;
    private @Nullable String firstFailure;
    private long failures;

    /**
     * A name under which the archive holds the bytes of a file.
     *
     * @param path below the top
     */
    private record FirstName(Path path, long position) {}

    /** One level of the walk: a directory that is held open, and the files that are left in it. */
    private static final class Directory {

        private final Path path;
        private final OpenDirectory held;
        /** Leads there whatever becomes of the path. */
        private final Path view;

        private final long entryPosition;
        private final NameTable names;
        private final Path[] files;
        private int next;

        Directory(Path path, OpenDirectory held, long entryPosition, Path[] files, NameTable names) {
            this.path = path;
            this.held = held;
            view = held.view();
            this.entryPosition = entryPosition;
            this.files = files;
            this.names = names;
        }
    }

    ArchiveStream(Path directory, ArchiveFormat format) throws IOException {
        this.format = format;
        top = directory;
        FileFacts facts = FileFacts.of(directory);
        fileSystem = facts.fileSystem();
        record = format.entry(facts, xattrs.of(directory, facts), NO_TARGET);
        OpenDirectory held = OpenDirectory.of(directory);
        open.push(new Directory(directory, held, 0, list(held, directory), format.names()));
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] data, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        // Small files are many, so a read goes on until the caller's memory is full.
        int done = 0;
        while (done < length) {
            int got;
            if (record.hasRemaining()) {
                got = Math.min(length - done, record.remaining());
                record.get(data, offset + done, got);
            } else if (payloadLeft > 0) {
                got = readPayload(data, offset + done, (int) Math.min(length - done, payloadLeft));
            } else if (open.isEmpty()) {
                break;
            } else {
                advance();
                continue;
            }
            done += got;
            position += got;
        }
        if (done == 0 && firstFailure != null) {
            String more = failures == 1 ? "" : " (and " + (failures - 1) + " more)";
            throw new IOException("not all was read: " + firstFailure + more);
        }
        return done == 0 ? -1 : done;
    }

    /** Reads bytes of the present file. It always has the size that it had when it was found. */
    private int readPayload(byte[] data, int offset, int length) {
        int got = -1;
        if (payload != null) {
            try {
                got = payload.read(payloadPosition, data, offset, length);
                payloadPosition += Math.max(0, got);
                if (got < 0) {
                    failed(payloadPath, "shorter than when it was found");
                }
            } catch (IOException e) {
                failed(payloadPath, reason(e));
            }
        }
        if (got < 0) {
            closePayload();
            Arrays.fill(data, offset, offset + length, (byte) 0);
            got = length;
        }
        payloadLeft -= got;
        if (payloadLeft == 0) {
            closePayload();
        }
        return got;
    }

    /** Goes on to the next record: that of the next file in the present directory, or the last one of the directory. */
    private void advance() {
        Directory directory = open.getFirst();
        directory.names.end(position);
        if (directory.next == directory.files.length) {
            record = format.goodbye(directory.names, position, directory.entryPosition);
            open.pop().held.close();
            return;
        }
        Path name = directory.files[directory.next++];
        Path path = directory.path.resolve(name);
        Path seen = directory.view.resolve(name);
        ByteBuffer entry;
        FileFacts facts;
        try {
            facts = FileFacts.of(seen);
            byte[] target = facts.isLink() ? PathName.bytesOf(Files.readSymbolicLink(seen)) : NO_TARGET;
            entry = format.entry(facts, xattrs.of(seen, facts), target);
        } catch (IOException e) {
            failed(path, reason(e));
            return;
        }
        byte[] bytes = PathName.bytesOf(name);
        ByteBuffer named = format.name(bytes);
        directory.names.begin(bytes, position);
        ByteBuffer link =
                facts.isFile() && facts.names() > 1 && format.storesHardLinks() ? hardLink(path, facts) : null;
        if (link != null) {
            entry = link;
        } else if (facts.isDirectory()) {
            enter(directory, name, facts, position + named.remaining());
        } else if (facts.isFile() && facts.sizeBytes() > 0) {
            openPayload(directory, name, facts.sizeBytes());
        }
        record = ByteBuffer.allocate(named.remaining() + entry.remaining())
                .put(named)
                .put(entry)
                .flip();
    }

    /** The record of a file whose bytes lie in the archive already; null if this is its first name. */
    private @Nullable ByteBuffer hardLink(Path path, FileFacts facts) {
        FirstName first = firstNames.get(facts.inode());
        if (first != null) {
            return format.hardLink(position - first.position, PathName.bytesOf(first.path));
        }
        firstNames.put(facts.inode(), new FirstName(top.relativize(path), position));
        return null;
    }

    /** Goes into a directory, or counts it as empty. */
    private void enter(Directory parent, Path name, FileFacts facts, long entryPosition) {
        Path path = parent.path.resolve(name);
        OpenDirectory held = null;
        Path[] files = {};
        if (facts.fileSystem() == fileSystem || format.crossesFileSystems()) {
            try {
                held = parent.held.directory(name);
                files = list(held, path);
            } catch (IOException e) {
                failed(path, reason(e));
            }
        }
        OpenDirectory seen = held == null ? OpenDirectory.NOWHERE : held;
        open.push(new Directory(path, seen, entryPosition, files, format.names()));
    }

    private void openPayload(Directory directory, Path name, long sizeBytes) {
        payloadPath = directory.path.resolve(name);
        payloadLeft = sizeBytes;
        payloadPosition = 0;
        try {
            payload = directory.held.file(name);
        } catch (IOException e) {
            failed(payloadPath, reason(e));
        }
    }

    /** The names in a directory, in the order of their bytes. */
    private Path[] list(OpenDirectory held, Path path) {
        List<Path> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(held.view())) {
            for (Path entry : entries) {
                names.add(entry.getFileName());
            }
        } catch (IOException e) {
            failed(path, reason(e));
        } catch (DirectoryIteratorException e) {
            failed(path, reason(e.getCause()));
        }
        Path[] sorted = names.toArray(new Path[0]);
        Arrays.sort(sorted);
        return sorted;
    }

    private void failed(@Nullable Path path, String reason) {
        failures++;
        if (firstFailure == null && path != null) {
            firstFailure = PathName.of(path) + ": " + reason;
        }
    }

    private static String reason(@Nullable IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return "no longer there";
        }
        return e == null ? "unreadable" : String.valueOf(e.getMessage());
    }

    private void closePayload() {
        UnitChannel done = payload;
        payload = null;
        if (done != null) {
            try {
                done.close();
            } catch (IOException e) {
                // All of its bytes were read, or the failure is noted already.
            }
        }
    }

    @Override
    public void close() {
        closePayload();
        open.forEach(directory -> directory.held.close());
        open.clear();
    }
}
