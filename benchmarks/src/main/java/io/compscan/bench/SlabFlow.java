package io.compscan.bench;

import io.compscan.core.accelerator.Accelerator;
import io.compscan.core.accelerator.AcceleratorException;
import io.compscan.core.accelerator.SlabQueue;
import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.chunk.CutRange;
import io.compscan.core.chunk.Cutter;
import io.compscan.gpu.Device;
import io.compscan.gpu.OpenDevice;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The work of a scan's thread on a slab that readers have left in pinned memory, without the index. */
final class SlabFlow {

    private static final String SPECS = "4k,gear:8k,fastcdc:8k,rabin:8k";
    private static final int FIXED_CHUNK_BYTES = 4096;

    private final SlabQueue queue;
    private final Cutter cutter;
    private final boolean isContentDefined;
    private final byte[] data;
    private final ChunkList chunks = new ChunkList();
    private byte[] digests = {};
    private byte[] zeros = {};

    private SlabFlow(SlabQueue queue, Chunker chunker, byte[] data) {
        this.queue = queue;
        this.data = data;
        cutter = chunker.cutter();
        isContentDefined = chunker.candidateRule() != null;
        queue.slab().put(0, data);
    }

    static void measure(Device device, int[] threadCounts) throws Exception {
        DeviceRates.say("%-12s %8s %10s", "chunker", "threads", "GB/s");
        byte[] data = new byte[DeviceRates.SLAB_BYTES];
        new SplittableRandom(1).nextBytes(data);
        try (Accelerator accelerator = OpenDevice.open(device)) {
            for (Chunker chunker : ChunkerSpecs.parse(SPECS)) {
                for (int threads : threadCounts) {
                    List<SlabFlow> flows = new ArrayList<>();
                    for (int t = 0; t < threads; t++) {
                        flows.add(new SlabFlow(
                                accelerator.openQueue(DeviceRates.SLAB_BYTES, DeviceRates.rules(List.of(chunker))),
                                chunker,
                                data));
                    }
                    double rate = DeviceRates.median(
                            threads,
                            DeviceRates.SLAB_BYTES,
                            thread -> flows.get(thread).run());
                    DeviceRates.say("%-12s %8d %10.1f", chunker.name(), threads, rate);
                    flows.forEach(SlabFlow::close);
                }
            }
        }
    }

    private long run() throws AcceleratorException {
        queue.upload(0, DeviceRates.SLAB_BYTES);
        chunks.clear();
        if (isContentDefined) {
            queue.search(0, DeviceRates.SLAB_BYTES);
            cutter.take(queue.candidates(0), 0, DeviceRates.SLAB_BYTES);
            cutter.cut(data, new CutRange(0, 0, DeviceRates.SLAB_BYTES, 0, true), chunks);
        } else {
            for (int at = 0; at < DeviceRates.SLAB_BYTES; at += FIXED_CHUNK_BYTES) {
                chunks.add(at, FIXED_CHUNK_BYTES);
            }
        }
        if (digests.length < DeviceRates.DIGEST_BYTES * chunks.size()) {
            digests = new byte[DeviceRates.DIGEST_BYTES * chunks.size()];
            zeros = new byte[chunks.size()];
        }
        queue.digest(chunks, digests, zeros);
        return 1;
    }

    private void close() {
        queue.close();
    }
}
