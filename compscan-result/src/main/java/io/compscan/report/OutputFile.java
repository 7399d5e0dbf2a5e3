package io.compscan.report;

import io.compscan.file.HeldDirectory;
import io.compscan.file.OwnerOnly;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * A file that appears when it is whole. It is written under a temporary name beside its place and moved there, atomically if the file
 * system can do that.
 *
 * <p>Closed before that it leaves nothing behind. It replaces only a regular file, never a device, pipe or symbolic link. Without
 * {@code overwrite} it replaces nothing, not even a file that has appeared meanwhile. With it a text replaces a text, and a run file
 * one of its kind: who names a file by mistake keeps his disk image.
 */
public final class OutputFile implements AutoCloseable {

    private static final int BEGIN_BYTES = 4096;
    private static final String RUN_MAGIC = "\u0089csrun\r\n";

    private static final String EXISTS = "it exists already (--overwrite replaces it)";

    private final Path place;
    private final Path temporary;
    private final boolean overwrite;
    private final boolean ownerOnly;
    private final boolean isRun;
    private boolean isMoved;

    private OutputFile(Path place, boolean overwrite, boolean ownerOnly, boolean isRun) {
        this.place = place;
        this.isRun = isRun;
        this.ownerOnly = ownerOnly;
        this.temporary = place.resolveSibling("." + place.getFileName() + "." + UUID.randomUUID() + ".tmp");
        this.overwrite = overwrite;
    }

    /**
     * A text that is not written yet.
     *
     * @param overwrite whether it may replace another
     * @throws OutputException if something exists in its place that it may not replace
     */
    public static OutputFile at(Path place, boolean overwrite) throws OutputException {
        return free(new OutputFile(place, overwrite, false, false));
    }

    /** {@link #at} for a run file: a fingerprint set, or an estimate to go on with. */
    public static OutputFile run(Path place, boolean overwrite) throws OutputException {
        return free(new OutputFile(place, overwrite, false, true));
    }

    /** {@link #at} for a text with fingerprints: nobody but its owner can read it. */
    public static OutputFile ownerOnly(Path place, boolean overwrite) throws OutputException {
        return free(new OutputFile(place, overwrite, true, false));
    }

    private static OutputFile free(OutputFile file) throws OutputException {
        file.refuseExisting();
        return file;
    }

    /** Whether a file with these first bytes, each as a character, is a run: a fingerprint set, or an estimate. */
    public static boolean isRun(String begin) {
        return begin.startsWith(RUN_MAGIC);
    }

    /**
     * Tests whether the file can be written; leaves nothing behind.
     *
     * @throws OutputException if it cannot be written
     */
    public void requireWritable() throws OutputException {
        try {
            Files.createFile(temporary);
            Files.delete(temporary);
        } catch (IOException e) {
            throw new OutputException(place, e);
        }
    }

    /** The final place of the file. */
    public Path place() {
        return place;
    }

    /** The temporary place to write it to. */
    public Path temporary() {
        return temporary;
    }

    /**
     * Writes the file as UTF-8, through to the disk on close.
     *
     * @throws OutputException naming the place, as every method of the writer does when it fails
     */
    public Writer writer() throws OutputException {
        try {
            return new Through(
                    place,
                    ownerOnly
                            ? OwnerOnly.create(temporary)
                            : FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        } catch (IOException e) {
            throw new OutputException(place, e);
        }
    }

    /** A writer through to the disk, not only to its cache. Only there does a full disk behind a network come to light. */
    private static final class Through extends Writer {
        private final Path place;
        private final FileChannel channel;
        private final Writer out;

        Through(Path place, FileChannel channel) {
            this.place = place;
            this.channel = channel;
            out = new BufferedWriter(new OutputStreamWriter(Channels.newOutputStream(channel), StandardCharsets.UTF_8));
        }

        @Override
        public void write(char[] chars, int offset, int length) throws OutputException {
            try {
                out.write(chars, offset, length);
            } catch (IOException e) {
                throw new OutputException(place, e);
            }
        }

        @Override
        public void flush() throws OutputException {
            try {
                out.flush();
            } catch (IOException e) {
                throw new OutputException(place, e);
            }
        }

        @Override
        public void close() throws OutputException {
            try (channel) {
                if (channel.isOpen()) {
                    out.flush();
                    channel.force(true);
                }
            } catch (IOException e) {
                throw new OutputException(place, e);
            }
        }
    }

    void refuseExisting() throws OutputException {
        refuseExisting(place, overwrite);
        if (!isOfItsKind()) {
            throw new OutputException(
                    place,
                    isRun
                            ? "it is no file of --save, and --overwrite replaces nothing else"
                            : "it is no text, and --overwrite replaces nothing else");
        }
    }

    /** Whether what lies in the place may be an earlier version of the file. An empty file may be one of anything. */
    private boolean isOfItsKind() {
        String begin;
        try (InputStream in = Files.newInputStream(place, LinkOption.NOFOLLOW_LINKS)) {
            begin = new String(in.readNBytes(BEGIN_BYTES), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return true;
        }
        return begin.isEmpty() || (isRun ? isRun(begin) : begin.indexOf('\0') < 0);
    }

    static void refuseExisting(Path place, boolean overwrite) throws OutputException {
        if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
            throw new OutputException(place, "it is a directory");
        }
        if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!Files.isRegularFile(place, LinkOption.NOFOLLOW_LINKS)) {
            throw new OutputException(
                    place, "it is a symbolic link, a device or a pipe; only a regular file is replaced");
        }
        if (!overwrite) {
            throw new OutputException(place, EXISTS);
        }
    }

    /** What a file holds. */
    @FunctionalInterface
    public interface Content {
        /** Writes it; does not close. */
        void write(Writer out) throws IOException;
    }

    /** Writes the file as {@link #writer} does, and moves it to its place. */
    public void write(Content content) throws IOException {
        try (Writer out = writer()) {
            content.write(out);
        }
        moveIntoPlace();
    }

    /** Moves the file to its place, and brings the new name to the disk. The file must be whole and on the disk. */
    public void moveIntoPlace() throws OutputException {
        rename();
        forceDirectoryOf(place);
    }

    /** {@link #moveIntoPlace} without the directory, which {@link #forceDirectoryOf} brings to the disk. */
    void rename() throws OutputException {
        refuseExisting();
        try {
            if (!overwrite && linkIntoPlace()) {
                return;
            }
            try {
                Files.move(temporary, place, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(temporary, place, StandardCopyOption.REPLACE_EXISTING);
            }
            isMoved = true;
        } catch (IOException e) {
            throw new OutputException(place, e);
        }
    }

    /**
     * Gives the file a second name in its place. A rename would replace a file that has appeared since the last look; a second name never
     * does. False if files can have one name only.
     */
    private boolean linkIntoPlace() throws IOException {
        try {
            Files.createLink(place, temporary);
        } catch (FileAlreadyExistsException e) {
            throw new OutputException(place, EXISTS);
        } catch (UnsupportedOperationException | FileSystemException e) {
            return false;
        }
        isMoved = true;
        Files.delete(temporary);
        return true;
    }

    /** A new name is on the disk once its directory is. */
    static void forceDirectoryOf(Path place) {
        HeldDirectory.forceNames(place.toAbsolutePath().getParent());
    }

    @Override
    public void close() {
        if (!isMoved) {
            try {
                Files.deleteIfExists(temporary);
            } catch (IOException e) {
                // The cause of the failure is on its way to the user; a useless file that stays behind is not worth
                // hiding it.
            }
        }
    }
}
