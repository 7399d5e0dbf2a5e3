package io.compscan.memory.page;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;

/**
 * A part of an address space that is missing where it should be, such as the end of a dump that is cut off. It is a unit that cannot be read.
 *
 * @param name the name of the address space
 * @param type under which its bytes are counted
 * @param bytes the number of bytes that are missing; 0 if that is not known
 * @param reason why they are missing
 */
public record LostPages(String name, String type, long bytes, IOException reason) implements Unit {

    @Override
    public String extension() {
        return type;
    }

    @Override
    public long sizeBytes() {
        return UNKNOWN_SIZE;
    }

    @Override
    public UnitChannel open() {
        return new UnitChannel() {
            @Override
            public int read(long position, byte[] data, int offset, int length) throws IOException {
                throw reason;
            }

            @Override
            public long leftBytes() {
                return bytes;
            }

            @Override
            public void close() {}
        };
    }
}
