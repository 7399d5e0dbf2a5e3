package io.compscan.core.source.view;

import io.compscan.core.source.Unit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Recognises one kind of file system by its first bytes.
 *
 * <p>Found by {@link ServiceLoader}, so an implementation needs a public constructor without arguments. It must be immutable. The bytes are
 * hostile input. With any bytes it ends in bounded time and memory.
 */
public interface FileSystemFormat {

    /**
     * A file system.
     *
     * @param name its kind, such as {@code ext4}
     * @param blockBytes its unit of allocation
     * @param sizeBytes the bytes that it takes of its disk
     */
    record Found(String name, long blockBytes, long sizeBytes) {}

    /** All that lie on the class path. */
    static List<FileSystemFormat> load() {
        List<FileSystemFormat> all = new ArrayList<>();
        ServiceLoader.load(FileSystemFormat.class, FileSystemFormat.class.getClassLoader())
                .forEach(all::add);
        return List.copyOf(all);
    }

    /**
     * The file system that begins with the unit's first byte.
     *
     * @param unit the unit, of known size
     * @return null if it is none of this kind
     */
    @Nullable Found look(Unit unit) throws IOException;

    /**
     * A unit in which everything that the file system calls free is a hole.
     *
     * @param unit one that {@link #look} has recognised
     * @throws IOException if the file system's word cannot be relied on; the message is one line for a person
     */
    Unit trimmed(Unit unit) throws IOException;
}
