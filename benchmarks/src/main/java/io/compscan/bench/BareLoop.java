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
import java.util.concurrent.atomic.AtomicLong;
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

    /** Runs over these files and returns their bytes. */
    long run(List<Path> files, int threadCount) throws InterruptedException, ExecutionException, IOException {
        ExecutorService threads = Executors.newFixedThreadPool(threadCount);
        try {
            if (files.size() == 1) {
                AtomicLong next = new AtomicLong();
                try (FileChannel file = FileChannel.open(files.get(0), StandardOpenOption.READ)) {
                    return sum(threads, threadCount, () -> shareOfFile(file, next));
                }
            } else {
                AtomicInteger next = new AtomicInteger();
                return sum(threads, threadCount, () -> shareOfFiles(files, next));
            }
        } finally {
            threads.shutdown();
        }
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

    @FunctionalInterface
    private interface Share {
        long run() throws IOException;
    }

    private static long sum(ExecutorService threads, int threadCount, Share share)
            throws InterruptedException, ExecutionException {
        List<Future<Long>> futures = new ArrayList<>();
        for (int i = 0; i < threadCount; i++) {
            futures.add(threads.submit(share::run));
        }
        long bytes = 0;
        for (Future<Long> future : futures) {
            bytes += future.get();
        }
        return bytes;
    }

    private long shareOfFile(FileChannel file, AtomicLong next) throws IOException {
        byte[] data = new byte[readBytes];
        long bytes = 0;
        try (Kernel kernel = new Kernel()) {
            while (true) {
                long position = next.getAndAdd(readBytes);
                int got = file.read(ByteBuffer.wrap(data), position);
                if (got <= 0) {
                    return bytes;
                }
                kernel.process(data, got);
                bytes += got;
            }
        }
    }

    private long shareOfFiles(List<Path> files, AtomicInteger next) throws IOException {
        byte[] data = new byte[readBytes];
        ByteBuffer buffer = ByteBuffer.wrap(data);
        long bytes = 0;
        try (Kernel kernel = new Kernel()) {
            for (int i = next.getAndIncrement(); i < files.size(); i = next.getAndIncrement()) {
                try (FileChannel file = FileChannel.open(files.get(i), StandardOpenOption.READ)) {
                    for (int got = file.read(buffer.clear()); got > 0; got = file.read(buffer.clear())) {
                        kernel.process(data, got);
                        bytes += got;
                    }
                }
            }
        }
        return bytes;
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
