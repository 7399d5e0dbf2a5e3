package io.compscan.core.source;

import java.io.IOException;
import java.io.InputStream;

/** A unit that is read once, from the front, until it ends: standard input, a named pipe, a character device. */
public final class StreamUnit implements Unit {

    /** Opens the stream. */
    @FunctionalInterface
    public interface Opener {
        /** A stream that the caller closes. */
        InputStream open() throws IOException;
    }

    private final String name;
    private final String extension;
    private final Opener opener;

    /** A unit of this name and extension, read from the stream that the opener opens. */
    public StreamUnit(String name, String extension, Opener opener) {
        this.name = name;
        this.extension = extension;
        this.opener = opener;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String extension() {
        return extension;
    }

    @Override
    public long sizeBytes() {
        return UNKNOWN_SIZE;
    }

    @Override
    public UnitChannel open() throws IOException {
        return new OpenStream(opener.open());
    }

    private record OpenStream(InputStream stream) implements UnitChannel {

        @Override
        public int read(long position, byte[] data, int offset, int length) throws IOException {
            return stream.read(data, offset, length);
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }
}
