package io.compscan.image.archive;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import io.compscan.core.source.PathName;
import io.compscan.core.source.StreamUnit;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.tukaani.xz.XZInputStream;

/** The ways to unpack one stream. */
enum Unpacking {
    /** A zip member. */
    DEFLATE {
        @Override
        InputStream unpack(InputStream packed) {
            Inflater inflater = new Inflater(true);
            return new InflaterInputStream(packed, inflater, BUFFER_BYTES) {
                @Override
                public void close() throws IOException {
                    inflater.end();
                    super.close();
                }
            };
        }
    },
    /** All members of a gzip file. */
    GZIP {
        @Override
        InputStream unpack(InputStream packed) throws IOException {
            return GzipCompressorInputStream.builder()
                    .setInputStream(packed)
                    .setDecompressConcatenated(true)
                    .get();
        }
    },
    /** All frames of a Zstandard file. */
    ZSTD {
        @Override
        InputStream unpack(InputStream packed) throws IOException {
            return new ZstdInputStreamNoFinalizer(packed).setLongMax(MAX_WINDOW_LOG);
        }
    },
    /** All blocks of an xz file. */
    XZ {
        @Override
        InputStream unpack(InputStream packed) throws IOException {
            return new XZInputStream(packed, MAX_DICTIONARY_KIB);
        }
    };

    private static final int BUFFER_BYTES = 64 << 10;
    private static final int MAX_WINDOW_LOG = 27;
    private static final int MAX_DICTIONARY_KIB = 128 << 10;

    /** The extension of the content, for extensions that stand for two. */
    private static final Map<String, String> INSIDE = Map.of("tgz", "tar", "txz", "tar");

    abstract InputStream unpack(InputStream packed) throws IOException;

    /** The unpacked stream of a unit of known size; the caller closes it. */
    InputStream open(Unit packed) throws IOException {
        Counted counted = new Counted(packed.open());
        try {
            return new Bounded(unpack(new BufferedInputStream(counted, BUFFER_BYTES)), counted);
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
            counted.close();
            throw LibraryFailure.of(e);
        }
    }

    /** The one stream in a file. Its name is that of the file without the last extension. */
    Unit unit(Unit container) {
        String name = container.name();
        String last = PathName.lastName(name);
        int dot = last.lastIndexOf('.');
        String stem = dot <= 0 ? last : last.substring(0, dot);
        String inside = INSIDE.get(container.extension().toLowerCase(Locale.ROOT));
        String member = inside == null ? stem : stem + "." + inside;
        return new StreamUnit(
                name + PathName.SEPARATOR + member, MemberName.extensionOf(member), () -> open(container));
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

    /** Ends with a failure where a few packed bytes unpack to too many. Images of thin disks are mostly zeros, so these do not count. */
    private static final class Bounded extends FilterInputStream {

        /** No stream of DEFLATE (RFC 1951) expands as far: 258 bytes take two bits at least. */
        private static final long MAX_EXPANSION = 1100;
        /** So many unpacked bytes are allowed without any check, because they do no harm. */
        private static final long FREE_BYTES = 16 << 20;

        private static final byte[] ZEROS = new byte[8192];

        private final Counted packed;
        private long unpackedBytes;

        Bounded(InputStream unpacked, Counted packed) {
            super(unpacked);
            this.packed = packed;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] data, int offset, int length) throws IOException {
            int got;
            try {
                got = super.read(data, offset, length);
            } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
                throw LibraryFailure.of(e);
            }
            unpackedBytes += isZero(data, offset, got) ? 0 : got;
            if (unpackedBytes > FREE_BYTES && unpackedBytes / MAX_EXPANSION > packed.position) {
                throw new IOException("it unpacks to more than " + MAX_EXPANSION + " times its size, zeros left out");
            }
            return got;
        }

        private static boolean isZero(byte[] data, int offset, int length) {
            for (int from = 0; from < length; from += ZEROS.length) {
                int bytes = Math.min(ZEROS.length, length - from);
                if (!Arrays.equals(data, offset + from, offset + from + bytes, ZEROS, 0, bytes)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public long skip(long count) throws IOException {
            throw new IOException("nothing is skipped");
        }
    }
}
