package io.compscan.bench;

import io.compscan.core.accelerator.Accelerator;
import io.compscan.core.accelerator.AcceleratorException;
import io.compscan.core.accelerator.SlabQueue;
import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.chunk.CutRange;
import io.compscan.core.chunk.Cutter;
import io.compscan.core.chunk.ZeroBytes;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinter;
import io.compscan.gpu.Device;
import io.compscan.gpu.OpenDevice;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Compares chunks, digests and zeros of a device with those of the processor, slab by slab. Belongs to one thread. */
final class DeviceIdentity {

    /** Windows and averages of all kinds; the small averages make many candidates count. */
    private static final String SPECS = "rabin:8k,rabin:512,min=48,rabin:1k,window=32,poly=0x145c2b6a1,value=0,"
            + "gear:8k,gear:512,min=64,fastcdc:8k,fastcdc:512,min=64,nc=3,seed=7,fastcdc:64k";

    private final SlabQueue queue;
    private final List<Chunker> chunkers;
    private final List<Cutter> cutters;
    private final byte[] data = new byte[DeviceRates.SLAB_BYTES];
    private final Fingerprinter sha1 = FingerprintAlgorithm.SHA1.open();

    private DeviceIdentity(SlabQueue queue, List<Chunker> chunkers) {
        this.queue = queue;
        this.chunkers = chunkers;
        cutters = chunkers.stream().map(Chunker::cutter).toList();
    }

    static void check(Device device, int mebibytes, int threads) throws Exception {
        List<Chunker> chunkers = ChunkerSpecs.parse(SPECS);
        int slabs = (int) (((long) mebibytes << 20) / DeviceRates.SLAB_BYTES);
        AtomicInteger next = new AtomicInteger();
        long begin = System.nanoTime();
        long[] chunkCounts = new long[threads];
        try (Accelerator accelerator = OpenDevice.open(device)) {
            DeviceRates.inThreads(threads, thread -> {
                try (SlabQueue queue = accelerator.openQueue(DeviceRates.SLAB_BYTES, DeviceRates.rules(chunkers))) {
                    DeviceIdentity identity = new DeviceIdentity(queue, chunkers);
                    for (int slab = next.getAndIncrement(); slab < slabs; slab = next.getAndIncrement()) {
                        chunkCounts[thread] += identity.checkSlab(slab);
                    }
                }
            });
        }
        DeviceRates.say(
                "identical: %d MiB, %d chunkers, %d chunks with digests and zeros, in %.1f s by %d threads",
                mebibytes,
                chunkers.size(),
                Arrays.stream(chunkCounts).sum(),
                (System.nanoTime() - begin) / 1e9,
                threads);
    }

    private long checkSlab(int slab) throws AcceleratorException {
        fill(data, slab);
        queue.slab().put(0, data);
        queue.upload(0, DeviceRates.SLAB_BYTES);
        queue.search(0, DeviceRates.SLAB_BYTES);
        long chunkCount = 0;
        for (int i = 0; i < chunkers.size(); i++) {
            CutRange piece = new CutRange(0, 0, DeviceRates.SLAB_BYTES, 0, true);
            ChunkList expected = new ChunkList();
            cutters.get(i).scan(data, 0, DeviceRates.SLAB_BYTES);
            cutters.get(i).cut(data, piece, expected);
            ChunkList found = new ChunkList();
            cutters.get(i).take(queue.candidates(i), 0, DeviceRates.SLAB_BYTES);
            cutters.get(i).cut(data, piece, found);
            compare(chunkers.get(i).name(), slab, expected, found);
            chunkCount += found.size();
        }
        for (int i = 0; i < 2; i++) {
            // The first round has the chunks of a whole slab by the first chunker, of all lengths. The second has short
            // chunks at random places.
            ChunkList chunks = new ChunkList();
            if (i == 0) {
                cutters.get(0).cutRegion(data, 0, DeviceRates.SLAB_BYTES, 0, chunks);
            } else {
                SplittableRandom random = new SplittableRandom(slab);
                for (int c = 0; c < 5000; c++) {
                    int length = random.nextInt(700);
                    chunks.add(random.nextInt(DeviceRates.SLAB_BYTES - length), length);
                }
            }
            compareDigests(slab, chunks);
        }
        return chunkCount;
    }

    private static void compare(String name, int slab, ChunkList expected, ChunkList found) {
        boolean isSame = expected.size() == found.size();
        for (int i = 0; isSame && i < expected.size(); i++) {
            isSame = expected.offset(i) == found.offset(i) && expected.length(i) == found.length(i);
        }
        if (!isSame) {
            throw new IllegalStateException("slab " + slab + ": other chunks by " + name);
        }
    }

    private void compareDigests(int slab, ChunkList chunks) throws AcceleratorException {
        byte[] expected = new byte[DeviceRates.DIGEST_BYTES * chunks.size()];
        byte[] found = new byte[expected.length];
        byte[] zeros = new byte[chunks.size()];
        queue.digest(chunks, found, zeros);
        sha1.fingerprint(data, chunks, expected);
        if (!Arrays.equals(expected, found)) {
            throw new IllegalStateException("slab " + slab + ": other digests");
        }
        for (int i = 0; i < chunks.size(); i++) {
            if (ZeroBytes.isZero(data, chunks.offset(i), chunks.length(i)) != (zeros[i] == 1)) {
                throw new IllegalStateException("slab " + slab + ": other zeros");
            }
        }
    }

    /** Random bytes, zeros, short periods and few values, in stretches of any length. */
    private static void fill(byte[] data, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int at = 0;
        while (at < data.length) {
            int length = Math.min(data.length - at, 1 + random.nextInt(1 << (8 + random.nextInt(14))));
            int period = 1 + random.nextInt(100);
            byte[] pattern = new byte[period];
            random.nextBytes(pattern);
            switch (random.nextInt(6)) {
                case 0 -> Arrays.fill(data, at, at + length, (byte) 0);
                case 1 -> {
                    for (int i = 0; i < length; i++) {
                        data[at + i] = pattern[i % period];
                    }
                }
                case 2 -> {
                    for (int i = 0; i < length; i++) {
                        data[at + i] = pattern[random.nextInt(Math.min(2, period))];
                    }
                }
                default -> {
                    byte[] any = new byte[length];
                    random.nextBytes(any);
                    System.arraycopy(any, 0, data, at, length);
                }
            }
            at += length;
        }
    }
}
