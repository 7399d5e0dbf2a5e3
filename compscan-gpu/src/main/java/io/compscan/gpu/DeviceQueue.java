package io.compscan.gpu;

import io.compscan.core.accelerator.AcceleratorException;
import io.compscan.core.accelerator.SlabQueue;
import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.rolling.CandidateBits;
import io.compscan.core.chunk.rolling.CandidateRule;
import io.compscan.gpu.Stream.DeviceMemory;
import io.compscan.gpu.Stream.HostMemory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The memory of one thread's slab, here and on the device, and the kernels that run over it. */
final class DeviceQueue implements SlabQueue {

    /** Kernels read words and whole stretches. */
    private static final int SLACK_BYTES = 2 * Kernel.STRETCH_BYTES;

    private static final int TABLE_LENGTH = 256;
    /** A Rabin rule has two tables. */
    private static final int MAX_TABLES_BYTES = 2 * TABLE_LENGTH * Long.BYTES;

    private final Stream stream;
    private final int capacityBytes;
    private final Runnable whenClosed;
    private final HostMemory host;
    private final DeviceMemory device;
    private final List<Search> searches = new ArrayList<>();
    private final ChunkDigests digests;
    private int searchedFrom;
    private boolean isSearching;

    /** A rule, and the memory that looking for its candidates takes. */
    private record Search(
            CandidateRule rule, DeviceMemory tables, List<DeviceMemory> bits, List<HostMemory> hostBits) {}

    private DeviceQueue(Stream stream, int capacityBytes, Runnable whenClosed) throws AcceleratorException {
        this.stream = stream;
        this.capacityBytes = capacityBytes;
        this.whenClosed = whenClosed;
        host = stream.allocateHost(capacityBytes);
        device = stream.allocate((long) capacityBytes + SLACK_BYTES);
        digests = new ChunkDigests(stream);
    }

    /** Closes the stream if that fails. */
    static DeviceQueue open(Stream stream, int capacityBytes, List<CandidateRule> rules, Runnable whenClosed)
            throws AcceleratorException {
        try {
            DeviceQueue queue = new DeviceQueue(stream, capacityBytes, whenClosed);
            HostMemory staging = stream.allocateHost(MAX_TABLES_BYTES);
            for (CandidateRule rule : rules) {
                queue.add(rule, staging);
            }
            return queue;
        } catch (AcceleratorException | RuntimeException e) {
            stream.close();
            throw e;
        }
    }

    private void add(CandidateRule rule, HostMemory staging) throws AcceleratorException {
        List<Long> numbers = new ArrayList<>();
        int maps = 1;
        if (rule instanceof CandidateRule.Rabin rabin) {
            numbers.addAll(rabin.reduced());
            numbers.addAll(rabin.leaving());
        } else if (rule instanceof CandidateRule.Gear gear) {
            numbers.addAll(gear.table());
            maps = gear.hasTwoMasks() ? 2 : 1;
        }
        staging.bytes().clear();
        numbers.forEach(staging.bytes()::putLong);
        long tableBytes = (long) numbers.size() * Long.BYTES;
        DeviceMemory tables = stream.allocate(tableBytes);
        stream.upload(staging, 0, tables, 0, tableBytes);
        List<DeviceMemory> bits = new ArrayList<>();
        List<HostMemory> hostBits = new ArrayList<>();
        for (int i = 0; i < maps; i++) {
            bits.add(stream.allocate(bitBytes(capacityBytes)));
            hostBits.add(stream.allocateHost(bitBytes(capacityBytes)));
        }
        // The next rule reuses the staging memory.
        stream.finish();
        searches.add(new Search(rule, tables, List.copyOf(bits), List.copyOf(hostBits)));
    }

    /** How long the bits of so many bytes are, written a stretch at a time. */
    private static int bitBytes(int bytes) {
        return stretches(bytes) * (Kernel.STRETCH_BYTES / Byte.SIZE);
    }

    private static int stretches(int bytes) {
        return (bytes + Kernel.STRETCH_BYTES - 1) / Kernel.STRETCH_BYTES;
    }

    @Override
    public ByteBuffer slab() {
        return host.bytes();
    }

    @Override
    public void upload(int from, int to) throws AcceleratorException {
        if (from < to) {
            stream.upload(host, from, device, from, to - from);
        }
    }

    @Override
    public void search(int from, int to) throws AcceleratorException {
        if (from % ALIGNMENT_BYTES != 0) {
            throw new IllegalArgumentException(from + " is no multiple of " + ALIGNMENT_BYTES);
        }
        searchedFrom = from;
        isSearching = true;
        if (from >= to) {
            return;
        }
        for (Search search : searches) {
            launch(search, from, to - from);
        }
        for (Search search : searches) {
            for (int i = 0; i < search.bits.size(); i++) {
                stream.download(search.bits.get(i), 0, search.hostBits.get(i), 0, bitBytes(to - from));
            }
        }
    }

    /** All launches have as many items, see {@link Stream#launch}; those beyond the bytes do nothing. */
    private void launch(Search search, long from, long bytes) throws AcceleratorException {
        int items = stretches(capacityBytes);
        long first = search.bits.get(0).handle();
        if (search.rule instanceof CandidateRule.Rabin rabin) {
            stream.launch(
                    Kernel.RABIN,
                    items,
                    device.handle(),
                    from,
                    bytes,
                    search.tables.handle(),
                    rabin.windowBytes(),
                    rabin.topShift(),
                    rabin.mask(),
                    rabin.value(),
                    first);
        } else if (search.rule instanceof CandidateRule.Gear gear && gear.hasTwoMasks()) {
            stream.launch(
                    Kernel.GEAR_TWICE,
                    items,
                    device.handle(),
                    from,
                    bytes,
                    search.tables.handle(),
                    gear.strictMask(),
                    gear.looseMask(),
                    first,
                    search.bits.get(1).handle());
        } else if (search.rule instanceof CandidateRule.Gear gear) {
            stream.launch(
                    Kernel.GEAR, items, device.handle(), from, bytes, search.tables.handle(), gear.strictMask(), first);
        }
    }

    @Override
    public CandidateBits candidates(int rule) throws AcceleratorException {
        if (isSearching) {
            stream.finish();
            isSearching = false;
        }
        Search search = searches.get(rule);
        return new CandidateBits(
                search.rule,
                search.hostBits.get(0).bytes().asLongBuffer(),
                search.hostBits.size() == 1
                        ? null
                        : search.hostBits.get(1).bytes().asLongBuffer(),
                searchedFrom);
    }

    @Override
    public void digest(ChunkList chunks, byte[] fingerprints, byte[] zeros) throws AcceleratorException {
        digests.compute(host.bytes(), device, chunks, fingerprints, zeros);
    }

    @Override
    public void finish() throws AcceleratorException {
        stream.finish();
    }

    @Override
    public void close() {
        stream.close();
        whenClosed.run();
    }
}
