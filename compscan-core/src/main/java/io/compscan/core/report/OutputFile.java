package io.compscan.core.report;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * A file that appears when it is whole: written under a temporary name beside its place and moved there, atomically where the file
 * system can.
 *
 * <p>Closed before that it leaves nothing behind.
 */
public final class OutputFile implements AutoCloseable {

    private final Path place;
    private final Path temporary;
    private final boolean overwrite;
    private boolean isMoved;

    private OutputFile(Path place, boolean overwrite) {
        this.place = place;
        this.temporary = place.resolveSibling("." + place.getFileName() + "." + UUID.randomUUID() + ".tmp");
        this.overwrite = overwrite;
    }

    /**
     * One that is still to be written.
     *
     * @param overwrite whether it may take the place of another
     * @throws OutputException if there is something that may not be replaced
     */
    public static OutputFile at(Path place, boolean overwrite) throws OutputException {
        OutputFile file = new OutputFile(place, overwrite);
        file.refuseExisting();
        return file;
    }

    /** Where the file is going to be. */
    public Path place() {
        return place;
    }

    /** Where to write it until then. */
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
                    place, FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        } catch (IOException e) {
            throw new OutputException(place, e);
        }
    }

    /** To the disk, not only to its cache: a full disk behind a network may come to light no earlier. */
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
    }

    static void refuseExisting(Path place, boolean overwrite) throws OutputException {
        if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
            throw new OutputException(place, "it is a directory");
        }
        if (!overwrite && Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            throw new OutputException(place, "it exists already (--overwrite replaces it)");
        }
    }

    /** Puts the file in its place; to be called when it is whole and on the disk. */
    public void moveIntoPlace() throws OutputException {
        refuseExisting();
        try {
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
