package io.compscan.bench;

import io.compscan.core.accelerator.AcceleratorException;
import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.chunk.rolling.CandidateRule;
import io.compscan.gpu.Kernel;
import io.compscan.gpu.Stream;
import io.compscan.gpu.Stream.DeviceMemory;
import io.compscan.gpu.Stream.HostMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Bytes that a device holds, and the other memory that one kernel needs. Belongs to one thread. */
final class ResidentBytes {

    /** Kernels read this far behind the bytes. */
    private static final int SLACK_BYTES = 4096;

    private final Stream stream;
    private final Kernel kernel;
    private final long items;
    private final long[] arguments;

    ResidentBytes(Stream stream, String name, int bytes, int seed) throws AcceleratorException {
        this.stream = stream;
        HostMemory host = stream.allocateHost(bytes);
        byte[] data = new byte[bytes];
        new SplittableRandom(seed).nextBytes(data);
        host.bytes().put(0, data);
        DeviceMemory device = stream.allocate((long) bytes + SLACK_BYTES);
        stream.upload(host, 0, device, 0, bytes);
        stream.finish();
        long handle = device.handle();
        if (name.startsWith("sha1")) {
            ChunkList chunks = new ChunkList();
            Chunker chunker =
                    ChunkerSpecs.parse(name.endsWith("cdc") ? "rabin:8k" : "4k").get(0);
            chunker.cutter().cutRegion(data, 0, bytes, 0, chunks);
            kernel = Kernel.SHA1;
            items = chunks.size();
            arguments = digestArguments(handle, byLength(chunks), host);
        } else {
            Chunker chunker = ChunkerSpecs.parse(name + ":8k").get(0);
            items = bytes / 1024;
            DeviceMemory strict = stream.allocate(bytes / Byte.SIZE);
            DeviceMemory loose = stream.allocate(bytes / Byte.SIZE);
            CandidateRule rule = chunker.candidateRule();
            if (rule instanceof CandidateRule.Rabin rabin) {
                List<Long> numbers = new ArrayList<>(rabin.reduced());
                numbers.addAll(rabin.leaving());
                kernel = Kernel.RABIN;
                arguments = new long[] {
                    handle,
                    0,
                    bytes,
                    table(numbers, host),
                    rabin.windowBytes(),
                    rabin.topShift(),
                    rabin.mask(),
                    rabin.value(),
                    strict.handle()
                };
            } else if (rule instanceof CandidateRule.Gear gear) {
                long table = table(gear.table(), host);
                kernel = gear.hasTwoMasks() ? Kernel.GEAR_TWICE : Kernel.GEAR;
                arguments = gear.hasTwoMasks()
                        ? new long[] {
                            handle,
                            0,
                            bytes,
                            table,
                            gear.strictMask(),
                            gear.looseMask(),
                            strict.handle(),
                            loose.handle()
                        }
                        : new long[] {handle, 0, bytes, table, gear.strictMask(), strict.handle()};
            } else {
                throw new IllegalArgumentException(name);
            }
        }
        stream.finish();
    }

    private long table(List<Long> numbers, HostMemory host) throws AcceleratorException {
        DeviceMemory table = stream.allocate((long) numbers.size() * Long.BYTES);
        for (int i = 0; i < numbers.size(); i++) {
            host.bytes().putLong(i * Long.BYTES, numbers.get(i));
        }
        stream.upload(host, 0, table, 0, table.bytes());
        stream.finish();
        return table.handle();
    }

    private static ChunkList byLength(ChunkList chunks) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < chunks.size(); i++) {
            order.add(i);
        }
        order.sort((a, b) -> Integer.compare(chunks.length(b), chunks.length(a)));
        ChunkList sorted = new ChunkList();
        order.forEach(i -> sorted.add(chunks.offset(i), chunks.length(i)));
        return sorted;
    }

    private long[] digestArguments(long data, ChunkList chunks, HostMemory host) throws AcceleratorException {
        int count = chunks.size();
        for (int i = 0; i < count; i++) {
            host.bytes().putInt(i * Integer.BYTES, chunks.offset(i));
            host.bytes().putInt((count + i) * Integer.BYTES, chunks.length(i));
        }
        long listBytes = (long) count * Integer.BYTES;
        DeviceMemory offsets = stream.allocate(listBytes);
        DeviceMemory lengths = stream.allocate(listBytes);
        stream.upload(host, 0, offsets, 0, listBytes);
        stream.upload(host, listBytes, lengths, 0, listBytes);
        DeviceMemory digests = stream.allocate((long) count * DeviceRates.DIGEST_BYTES);
        DeviceMemory zeros = stream.allocate(count);
        stream.finish();
        return new long[] {data, offsets.handle(), lengths.handle(), count, digests.handle(), zeros.handle()};
    }

    /** Launches a few at a time, so that the device does not wait for this thread. */
    long run() throws AcceleratorException {
        int launches = 4;
        for (int i = 0; i < launches; i++) {
            stream.launch(kernel, items, arguments);
        }
        stream.finish();
        return launches;
    }

    void close() {
        stream.close();
    }
}
