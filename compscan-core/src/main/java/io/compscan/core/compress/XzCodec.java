package io.compscan.core.compress;

import io.compscan.core.Versions;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.tukaani.xz.ArrayCache;
import org.tukaani.xz.BasicArrayCache;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.ResettableArrayCache;
import org.tukaani.xz.XZ;
import org.tukaani.xz.XZOutputStream;

/**
 * {@code xz[:level]}: LZMA2, presets 0 to 9, 6 by default. Sizes are those of a whole {@code .xz} stream of one block, without
 * integrity check. As with zstd, the storage system is assumed to have its own check.
 *
 * <p>The dictionary is never larger than the input: nothing could be found in the rest of it.
 */
public final class XzCodec implements Codec {

    @Override
    public String name() {
        return "xz";
    }

    @Override
    public Levels levels() {
        return new Levels(LZMA2Options.PRESET_MIN, LZMA2Options.PRESET_MAX, LZMA2Options.PRESET_DEFAULT);
    }

    @Override
    public String library(int level) {
        return Versions.library("xz");
    }

    @Override
    public Compressor open(int level) {
        return new XzCompressor(level);
    }

    private static final class XzCompressor extends EncodingCompressor {

        private final int level;
        // The encoder itself cannot be reused; its tables, which are nearly all of it, can.
        private final ResettableArrayCache tables = new ResettableArrayCache(new BasicArrayCache());

        XzCompressor(int level) {
            this.level = level;
        }

        @Override
        int bound(int length) {
            // LZMA2 stores what does not shrink, with 3 bytes for each 64 KiB; header, index and footer are below 100
            // bytes.
            return Math.addExact(length, (length >>> 12) + 1024);
        }

        @Override
        int encode(byte[] data, int offset, int length, byte[] target) {
            ArrayOutput output = new ArrayOutput(target);
            try {
                LZMA2Options options = new LZMA2Options(level);
                options.setDictSize(Math.max(LZMA2Options.DICT_SIZE_MIN, Math.min(options.getDictSize(), length)));
                try (OutputStream xz = new XZOutputStream(output, options, XZ.CHECK_NONE, (ArrayCache) tables)) {
                    xz.write(data, offset, length);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            tables.reset();
            return output.size;
        }
    }

    private static final class ArrayOutput extends OutputStream {

        private final byte[] target;
        private int size;

        ArrayOutput(byte[] target) {
            this.target = target;
        }

        @Override
        public void write(int b) {
            target[size++] = (byte) b;
        }

        @Override
        public void write(byte[] source, int offset, int length) {
            System.arraycopy(source, offset, target, size, length);
            size += length;
        }
    }
}
