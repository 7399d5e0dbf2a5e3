package io.compscan.image.archive;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A stream that is unpacked while it is read.
 *
 * @param name its name, with that of the container
 * @param extension its extension
 * @param packed its packed bytes, of known size
 * @param how the way to unpack them
 * @param bounds the bounds for all streams of the container
 * @param check what the container says of the unpacked bytes; null if it says nothing
 */
record PackedUnit(
        String name,
        String extension,
        Unit packed,
        Unpacking how,
        UnpackBounds bounds,
        @Nullable Check check) implements Unit {

    /** The extension of the content, for extensions that stand for two. */
    private static final Map<String, String> INSIDE =
            Map.of("tgz", "tar", "txz", "tar", "tbz2", "tar", "tbz", "tar", "tlz", "tar", "tzst", "tar");

    /** Size and checksum. Programs that do not know sizes above 4 GiB store the lower 32 bits. */
    record Check(long sizeBytes, long crc32) {}

    /** The one stream in a file. Its name is that of the file without the last extension. */
    static Unit of(Unit container, Unpacking how, UnpackBounds bounds) {
        String name = container.name();
        String last = PathName.lastName(name);
        int dot = last.lastIndexOf('.');
        String stem = dot <= 0 ? last : last.substring(0, dot);
        String inside = INSIDE.get(container.extension().toLowerCase(Locale.ROOT));
        String member = inside == null ? stem : stem + "." + inside;
        return new PackedUnit(
                name + PathName.SEPARATOR + member, MemberName.extensionOf(member), container, how, bounds, null);
    }

    @Override
    public long sizeBytes() {
        return UNKNOWN_SIZE;
    }

    @Override
    public long packedBytes() {
        return packed.sizeBytes();
    }

    @Override
    public UnitChannel open() throws IOException {
        return new Channel();
    }

    /** One thread. */
    private final class Channel implements UnitChannel {

        private static final int BUFFER_BYTES = 64 << 10;

        private final CRC32 sum = new CRC32();
        private Counted counted;
        private InputStream unpacked;
        private long countedBytes;
        private long doneBytes;
        private @Nullable IOException failure;

        Channel() throws IOException {
            counted = new Counted(packed.open());
            unpacked = unpack(counted);
        }

        private InputStream unpack(Counted bytes) throws IOException {
            try {
                return how.unpack(new BufferedInputStream(bytes, BUFFER_BYTES), bounds);
            } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
                bytes.close();
                throw bounds.failure(e);
            }
        }

        @Override
        public int read(long position, byte[] data, int offset, int length) throws IOException {
            if (failure != null) {
                throw failure;
            }
            int got;
            try {
                got = unpacked.read(data, offset, length);
            } catch (InterruptedIOException | ClosedChannelException e) {
                throw e;
            } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
                failure = bounds.failure(e);
                got = salvage(data, offset, length);
                if (got == 0) {
                    throw failure;
                }
            }
            if (got < 0) {
                checkEnd();
                return got;
            }
            bounds.add(counted.position - countedBytes, data, offset, got);
            countedBytes = counted.position;
            doneBytes += got;
            if (check != null) {
                sum.update(data, offset, got);
            }
            return got;
        }

        /**
         * Unpacks once more, byte by byte, up to the failure. A call of a library that fails does not say how many bytes it has unpacked
         * before.
         *
         * @return how many bytes precede the failure
         */
        private int salvage(byte[] data, int offset, int length) throws IOException {
            unpacked.close();
            counted.close();
            counted = new Counted(packed.open());
            int got = 0;
            try {
                unpacked = unpack(counted);
                unpacked.skipNBytes(doneBytes);
                while (got < length) {
                    int one = unpacked.read();
                    if (one < 0) {
                        break;
                    }
                    data[offset + got++] = (byte) one;
                }
            } catch (InterruptedIOException | ClosedChannelException e) {
                throw e;
            } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
                // It is the same failure.
            }
            return got;
        }

        private void checkEnd() throws IOException {
            if (check == null) {
                return;
            }
            if (doneBytes != check.sizeBytes() && (doneBytes & 0xffff_ffffL) != check.sizeBytes()) {
                throw new IOException(
                        "damaged: it unpacks to " + doneBytes + " bytes, and should to " + check.sizeBytes());
            }
            if (sum.getValue() != check.crc32()) {
                throw new IOException("damaged: its checksum is wrong");
            }
        }

        @Override
        public long leftBytes() {
            return doneBytes == 0 ? packed.sizeBytes() : Math.max(0, packed.sizeBytes() - counted.position);
        }

        @Override
        public @Nullable String remark() {
            return unpacked instanceof GzipStream gzip ? gzip.remark() : null;
        }

        @Override
        public boolean hasChanged() {
            return counted.channel.hasChanged();
        }

        @Override
        public void close() throws IOException {
            try {
                unpacked.close();
            } finally {
                counted.close();
            }
        }
    }

    /** The packed bytes, and how many have been read. */
    private static final class Counted extends InputStream {

        private final UnitChannel channel;
        private long position;

        Counted(UnitChannel channel) {
            this.channel = channel;
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
            int got = channel.read(position, data, offset, length);
            position += Math.max(0, got);
            return got;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
