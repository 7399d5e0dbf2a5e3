package io.compscan.memory.page;

import java.io.IOException;

/** What maps pages: a process, a virtual machine, a dump. */
public interface AddressSpace extends AutoCloseable {

    /** The name in reports; none is the beginning of another's path. */
    String name();

    /** Its kind or command, under which the pages are counted by type. */
    String type();

    /** The pages that it maps. */
    MappedPages pages();

    /** A reader of its own for each thread. */
    PageReader open() throws IOException;

    /** Bytes of it that are in swap space, and not read. */
    long swappedBytes();

    @Override
    void close();
}
