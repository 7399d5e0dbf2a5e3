package io.compscan.core.estimate;

import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import java.io.IOException;

/** A unit whose bytes are made when it is opened, and that tells of each read. */
record MadeUnit(String name, UnitVersion version, Content content, Runnable whenRead) implements Unit {

    interface Content {
        byte[] make() throws IOException;
    }

    @Override
    public String extension() {
        return "";
    }

    @Override
    public long sizeBytes() {
        return version.sizeBytes();
    }

    @Override
    public UnitChannel open() throws IOException {
        byte[] bytes = content.make();
        UnitChannel channel = new MemoryUnit(name, "", bytes.length, bytes, -1, false).open();
        return new UnitChannel() {
            @Override
            public int read(long position, byte[] data, int offset, int length) throws IOException {
                whenRead.run();
                return channel.read(position, data, offset, length);
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }
}
