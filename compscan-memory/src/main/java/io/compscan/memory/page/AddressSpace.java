package io.compscan.memory.page;

import java.io.IOException;
import java.util.List;

/** An owner of mapped pages: a process, a virtual machine or a dump. */
public interface AddressSpace extends AutoCloseable {

    /** The name in reports. No name is the beginning of another name's path. */
    String name();

    /** Its kind or command, under which the pages are counted by type. */
    String type();

    /** The pages that it maps. */
    MappedPages pages();

    /** Parts of it that are missing; none of a process. */
    default List<LostPages> lost() {
        return List.of();
    }

    /** A reader of its own for each thread. */
    PageReader open() throws IOException;

    /** Bytes of it that are in swap space, and not read. */
    long swappedBytes();

    @Override
    void close();
}
