package io.compscan.bench;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.Cutter;
import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.Fingerprinter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Reads, chunks, hashes, compresses and does nothing else: the minimum work of any scan on this machine.
 *
 * @param chunker the kernel that cuts
 * @param digest the kernel that hashes
 * @param compressor the kernel that compresses
 * @param readBytes the length of a read; what was read is processed at once
 */
record BareLoop(Chunker chunker, Supplier<Fingerprinter> digest, CompressorSpec compressor, int readBytes) {

    private static final int DIGEST_BYTES = 20;
    private static final int PIECE_BYTES = 8 << 20;

    /**
     * A part of a file.
     *
     * @param from its first byte
     * @param to behind its last byte
     */
    record Piece(Path file, long from, long to) {}

    /** The files in pieces so short that all threads end at the same time. */
    static List<Piece> pieces(List<Path> files) throws IOException {
        List<Piece> pieces = new ArrayList<>();
        for (Path file : files) {
            long size = Files.size(file);
            for (long from = 0; from < size; from += PIECE_BYTES) {
                pieces.add(new Piece(file, from, Math.min(size, from + PIECE_BYTES)));
            }
        }
        return pieces;
    }

    /** Runs over these pieces and returns their bytes. */
    long run(List<Piece> pieces, int threadCount) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(threadCount);
        try {
            AtomicInteger next = new AtomicInteger();
            List<Future<Long>> shares = new ArrayList<>();
            for (int i = 0; i < threadCount; i++) {
                shares.add(threads.submit(() -> share(pieces, next)));
            }
            long bytes = 0;
            for (Future<Long> share : shares) {
                bytes += share.get();
            }
            return bytes;
        } finally {
            threads.shutdown();
        }
    }

    private long share(List<Piece> pieces, AtomicInteger next) throws IOException {
        byte[] data = new byte[readBytes];
        long bytes = 0;
        try (Kernel kernel = new Kernel()) {
            for (int i = next.getAndIncrement(); i < pieces.size(); i = next.getAndIncrement()) {
                Piece piece = pieces.get(i);
                try (FileChannel file = FileChannel.open(piece.file, StandardOpenOption.READ)) {
                    long at = piece.from;
                    while (at < piece.to) {
                        int wanted = (int) Math.min(readBytes, piece.to - at);
                        int got = file.read(ByteBuffer.wrap(data, 0, wanted), at);
                        if (got <= 0) {
                            throw new IOException(piece.file + " has become shorter");
                        }
                        kernel.process(data, got);
                        at += got;
                    }
                    bytes += piece.to - piece.from;
                }
            }
        }
        return bytes;
    }

    /** The JDK's digest, a chunk at a time. */
    static Fingerprinter jdkDigest() {
        MessageDigest sha1;
        try {
            sha1 = MessageDigest.getInstance("SHA-1");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        return (data, chunks, digests) -> {
            try {
                for (int i = 0; i < chunks.size(); i++) {
                    sha1.update(data, chunks.offset(i), chunks.length(i));
                    sha1.digest(digests, i * DIGEST_BYTES, DIGEST_BYTES);
                }
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        };
    }

    private final class Kernel implements AutoCloseable {
        private final Cutter cutter = chunker.cutter();
        private final ChunkList chunks = new ChunkList();
        private final Fingerprinter fingerprinter = digest.get();
        private final Compressor sizes = compressor.open();
        private final boolean compresses = !compressor.name().equals("none");
        private byte[] digests = {};
        private long sink;

        void process(byte[] data, int length) {
            chunks.clear();
            cutter.cutRegion(data, 0, length, 0, chunks);
            if (digests.length < chunks.size() * DIGEST_BYTES) {
                digests = new byte[2 * chunks.size() * DIGEST_BYTES];
            }
            fingerprinter.fingerprint(data, chunks, digests);
            sink += digests[0];
            if (compresses) {
                for (int i = 0; i < chunks.size(); i++) {
                    sink += sizes.storedBytes(data, chunks.offset(i), chunks.length(i));
                }
            }
        }

        @Override
        public void close() {
            sizes.close();
            if (sink == 42) {
                System.out.print("");
            }
        }
    }
}
