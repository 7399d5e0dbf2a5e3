package io.compscan.core.compress;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import io.compscan.core.Versions;
import java.nio.ByteBuffer;

/**
 * {@code zstdstream[:level]}: Zstandard as a program writes it that does not tell the library how long its data is, levels -1000 to 12, 3
 * by default.
 *
 * <p>Then the library takes other tables and a larger window than {@code zstd}, and the frame names no length. For chunks of 64 KiB of a
 * library's code, level 3 takes 0.7 % more. So does casync store its chunks, and so does any program that compresses a pipe. Beyond level
 * 12 the tables of each thread would take hundreds of megabytes.
 */
public final class ZstdStreamCodec implements Codec {

    private static final int MAX_LEVEL = 12;

    @Override
    public String name() {
        return "zstdstream";
    }

    @Override
    public Levels levels() {
        return new Levels(-1000, MAX_LEVEL, ZstdCodec.DEFAULT_LEVEL);
    }

    @Override
    public String library(int level) {
        return Versions.library("zstd-jni");
    }

    @Override
    public Compressor open(int level) {
        return EncodingCompressor.load(name(), () -> new ZstdStreamCompressor(level));
    }

    private static final class ZstdStreamCompressor extends EncodingCompressor {

        /** Two blocks of the format. */
        private static final int BUFFER_BYTES = 256 << 10;

        /** The end of a stream, or an empty block, beyond what a frame of known length takes. */
        private static final int END_BYTES = 64;

        private final ZstdCompressCtx context;
        private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
        private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_BYTES);
        private int encodedBytes;

        ZstdStreamCompressor(int level) {
            context = new ZstdCompressCtx().setLevel(level).setChecksum(false).setDictID(false);
        }

        @Override
        int bound(int length) {
            return Math.toIntExact(Zstd.compressBound(length)) + END_BYTES;
        }

        @Override
        int encode(byte[] data, int offset, int length, byte[] target) {
            encodedBytes = 0;
            for (int done = 0; done < length; done += BUFFER_BYTES) {
                in.clear();
                in.put(data, offset + done, Math.min(BUFFER_BYTES, length - done))
                        .flip();
                while (in.hasRemaining()) {
                    step(EndDirective.CONTINUE, target);
                }
            }
            // Were the end told with the last bytes of a short stream, the library would know its length.
            while (!step(EndDirective.END, target)) {
                // The next step writes the bytes that did not fit into the buffer.
            }
            return encodedBytes;
        }

        private boolean step(EndDirective directive, byte[] target) {
            out.clear();
            boolean isDone = context.compressDirectByteBufferStream(out, in, directive);
            out.flip();
            int bytes = out.remaining();
            out.get(target, encodedBytes, bytes);
            encodedBytes += bytes;
            return isDone;
        }

        @Override
        public void close() {
            super.close();
            context.close();
        }
    }
}
