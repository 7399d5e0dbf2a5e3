package io.compscan.image.archive;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.deflate64.Deflate64CompressorInputStream;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorInputStream;
import org.apache.commons.compress.compressors.z.ZCompressorInputStream;
import org.tukaani.xz.LZMAInputStream;
import org.tukaani.xz.XZInputStream;

/** The ways to unpack one stream. */
enum Unpacking {
    /** A zip member. */
    DEFLATE {
        @Override
        InputStream unpack(InputStream packed, UnpackBounds bounds) {
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
    /** A zip member, in the dialect of Windows for files above 2 GiB. */
    DEFLATE64 {
        @Override
        InputStream unpack(InputStream packed, UnpackBounds bounds) {
            return new Deflate64CompressorInputStream(packed);
        }
    },
    /** All members of a gzip file. */
    GZIP {
        @Override
        InputStream unpack(InputStream packed, UnpackBounds bounds) {
            return new GzipStream(packed);
        }
    },
    /** All frames of a Zstandard file, skippable ones left out. */
    ZSTD {
        @Override
        InputStream unpack(InputStream packed, UnpackBounds bounds) throws IOException {
            return new ZstdInputStreamNoFinalizer(packed).setLongMax(windowLog(bounds));
        }
    },
    /** All blocks of an xz file. */
    XZ {
        @Override
        InputStream unpack(InputStream packed, UnpackBounds bounds) throws IOException {
            return new XZInputStream(packed, bounds.decoderKibibytes());
        }
    },
    /** A stream of LZMA, as {@code xz} made it before xz files. */
    LZMA {
        @Override
        InputStream unpack(InputStream packed, UnpackBounds bounds) throws IOException {
            return new LZMAInputStream(packed, bounds.decoderKibibytes());
        }
    },
    /** A zip member of LZMA, with a header of its own. */
    ZIP_LZMA {
        private static final int VERSION_BYTES = 2;
        private static final int PROPERTIES_BYTES = 5;

        @Override
        InputStream unpack(InputStream packed, UnpackBounds bounds) throws IOException {
            byte[] header = packed.readNBytes(VERSION_BYTES + 2 + PROPERTIES_BYTES);
            if (header.length < VERSION_BYTES + 2 + PROPERTIES_BYTES || header[VERSION_BYTES] != PROPERTIES_BYTES) {
                throw new IOException("damaged: the header of LZMA");
            }
            long dictionaryBytes = 0;
            for (int i = 0; i < Integer.BYTES; i++) {
                dictionaryBytes |= (header[header.length - Integer.BYTES + i] & 0xffL) << (Byte.SIZE * i);
            }
            bounds.requireDictionary(dictionaryBytes);
            return new LZMAInputStream(packed, -1, header[VERSION_BYTES + 2], (int)
                    Math.min(dictionaryBytes, LZMAInputStream.DICT_SIZE_MAX));
        }
    },
    /** All streams of a bzip2 file. */
    BZIP2 {
        @Override
        InputStream unpack(InputStream packed, UnpackBounds bounds) throws IOException {
            return new BZip2CompressorInputStream(packed, true);
        }
    },
    /** All frames of an lz4 file. */
    LZ4 {
        @Override
        InputStream unpack(InputStream packed, UnpackBounds bounds) throws IOException {
            return new FramedLZ4CompressorInputStream(packed, true);
        }
    },
    /** A file of {@code compress}: codes of 9 to 16 bits (LZW). It has no end and no checksum. */
    COMPRESS {
        @Override
        InputStream unpack(InputStream packed, UnpackBounds bounds) throws IOException {
            return new ZCompressorInputStream(packed, bounds.decoderKibibytes());
        }
    };

    private static final int BUFFER_BYTES = 64 << 10;
    /** The library knows windows between these. */
    private static final int MIN_WINDOW_LOG = 10;

    private static final int MAX_WINDOW_LOG = 31;

    private static int windowLog(UnpackBounds bounds) {
        return Math.max(MIN_WINDOW_LOG, Math.min(MAX_WINDOW_LOG, bounds.windowLog()));
    }

    /** Unpacks; the caller closes the packed bytes. */
    abstract InputStream unpack(InputStream packed, UnpackBounds bounds) throws IOException;
}
