package io.compscan.core.tools.duplicate;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The key, the size and the name of every file, in a file that vanishes with the process. One thread.
 *
 * <pre>
 *   record ...     record: key | bytes: 8 | length of the name: 4 | name, UTF-8
 * </pre>
 */
final class NameList implements AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 16;

    private final FileChannel file;
    private final DataOutputStream out;
    private long count;

    /** Sees a record. */
    @FunctionalInterface
    interface Visitor {
        void visit(byte[] key, long bytes, String name);
    }

    private NameList(FileChannel file) {
        this.file = file;
        out = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(file), BUFFER_BYTES));
    }

    static NameList in(Path directory) throws IOException {
        Files.createDirectories(directory);
        Path place = Files.createTempFile(directory, "compscan-names-", ".tmp");
        return new NameList(FileChannel.open(
                place, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE));
    }

    void add(byte[] key, long bytes, String name) throws IOException {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        out.write(key);
        out.writeLong(bytes);
        out.writeInt(text.length);
        out.write(text);
        count++;
    }

    /** Shows all records, in the order in which they came; none comes afterwards. */
    void forEach(Visitor visitor) throws IOException {
        out.flush();
        file.position(0);
        DataInputStream in = new DataInputStream(new BufferedInputStream(Channels.newInputStream(file), BUFFER_BYTES));
        byte[] key = new byte[FileKey.BYTES];
        for (long i = 0; i < count; i++) {
            in.readFully(key);
            long bytes = in.readLong();
            byte[] text = in.readNBytes(in.readInt());
            visitor.visit(key, bytes, new String(text, StandardCharsets.UTF_8));
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
