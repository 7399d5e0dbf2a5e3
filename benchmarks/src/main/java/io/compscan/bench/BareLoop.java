package io.compscan.bench;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.Cutter;
import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.CompressorSpec;
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

/** Read, chunk, hash, compress and nothing else: the speed of light for a scan on this machine. */
final class BareLoop {

    private static final int READ_BYTES = 1 << 20;

    private BareLoop() {}

    /** Runs over these files and returns their bytes. */
    static long run(List<Path> files, Chunker chunker, int threadCount, CompressorSpec compressor)
            throws InterruptedException, ExecutionException, IOException {
        ExecutorService threads = Executors.newFixedThreadPool(threadCount);
        try {
            if (files.size() == 1) {
                AtomicLong next = new AtomicLong();
                try (FileChannel file = FileChannel.open(files.get(0), StandardOpenOption.READ)) {
                    return sum(threads, threadCount, () -> shareOfFile(file, next, chunker, compressor));
                }
            } else {
                AtomicInteger next = new AtomicInteger();
                return sum(threads, threadCount, () -> shareOfFiles(files, next, chunker, compressor));
            }
        } finally {
            threads.shutdown();
        }
    }

    @FunctionalInterface
    private interface Share {
        long run() throws IOException, GeneralSecurityException;
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

    private static long shareOfFile(FileChannel file, AtomicLong next, Chunker chunker, CompressorSpec spec)
            throws IOException, GeneralSecurityException {
        byte[] data = new byte[READ_BYTES];
        long bytes = 0;
        try (Kernel kernel = new Kernel(chunker, spec)) {
            while (true) {
                long position = next.getAndAdd(READ_BYTES);
                int got = file.read(ByteBuffer.wrap(data), position);
                if (got <= 0) {
                    return bytes;
                }
                kernel.process(data, got);
                bytes += got;
            }
        }
    }

    private static long shareOfFiles(List<Path> files, AtomicInteger next, Chunker chunker, CompressorSpec spec)
            throws IOException, GeneralSecurityException {
        byte[] data = new byte[READ_BYTES];
        long bytes = 0;
        try (Kernel kernel = new Kernel(chunker, spec)) {
            for (int i = next.getAndIncrement(); i < files.size(); i = next.getAndIncrement()) {
                try (FileChannel file = FileChannel.open(files.get(i), StandardOpenOption.READ)) {
                    for (int got = file.read(ByteBuffer.wrap(data)); got > 0; got = file.read(ByteBuffer.wrap(data))) {
                        kernel.process(data, got);
                        bytes += got;
                    }
                }
            }
        }
        return bytes;
    }

    private static final class Kernel implements AutoCloseable {
        private final Cutter cutter;
        private final ChunkList chunks = new ChunkList();
        private final MessageDigest sha1;
        private final byte[] digest = new byte[20];
        private final Compressor compressor;
        private final boolean compresses;
        private long sink;

        Kernel(Chunker chunker, CompressorSpec spec) throws GeneralSecurityException {
            cutter = chunker.cutter();
            sha1 = MessageDigest.getInstance("SHA-1");
            compressor = spec.open();
            compresses = !spec.name().equals("none");
        }

        void process(byte[] data, int length) throws GeneralSecurityException {
            chunks.clear();
            cutter.cutRegion(data, 0, length, 0, chunks);
            for (int i = 0; i < chunks.size(); i++) {
                int offset = chunks.offset(i);
                int chunk = chunks.length(i);
                sha1.update(data, offset, chunk);
                sha1.digest(digest, 0, digest.length);
                sink += digest[0];
                if (compresses) {
                    sink += compressor.storedBytes(data, offset, chunk);
                }
            }
        }

        @Override
        public void close() {
            compressor.close();
            if (sink == 42) {
                System.out.print("");
            }
        }
    }
}
