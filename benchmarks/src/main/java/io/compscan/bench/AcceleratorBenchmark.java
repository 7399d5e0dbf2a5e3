package io.compscan.bench;

import io.compscan.core.accelerator.Accelerator;
import io.compscan.core.accelerator.AcceleratorException;
import io.compscan.core.accelerator.Context;
import io.compscan.core.accelerator.Device;
import io.compscan.core.accelerator.DeviceText;
import io.compscan.core.accelerator.Devices;
import io.compscan.core.accelerator.Kernel;
import io.compscan.core.accelerator.SlabQueue;
import io.compscan.core.accelerator.Stream;
import io.compscan.core.accelerator.Stream.DeviceMemory;
import io.compscan.core.accelerator.Stream.HostMemory;
import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.chunk.CutRange;
import io.compscan.core.chunk.Cutter;
import io.compscan.core.chunk.ZeroBytes;
import io.compscan.core.chunk.rolling.CandidateRule;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Rates of a device, and a check that it agrees with the processor. It needs nothing but {@code compscan.jar}.
 *
 * <pre>
 *   java -cp compscan.jar:benchmarks.jar io.compscan.bench.AcceleratorBenchmark list
 *   java -cp compscan.jar:benchmarks.jar io.compscan.bench.AcceleratorBenchmark DEVICE identity MIB THREADS
 *   java -cp compscan.jar:benchmarks.jar io.compscan.bench.AcceleratorBenchmark DEVICE kernels
 *   java -cp compscan.jar:benchmarks.jar io.compscan.bench.AcceleratorBenchmark DEVICE transfers
 *   java -cp compscan.jar:benchmarks.jar io.compscan.bench.AcceleratorBenchmark DEVICE flow THREADS...
 * </pre>
 *
 * {@code identity} compares chunks, digests and zeros with those of the processor, over generated data. {@code kernels} runs one kernel
 * again and again over bytes that the device holds. {@code transfers} copies between pinned memory and the device. {@code flow} uploads a
 * slab, finds candidates, chooses and digests, in each thread, without reading anything. Rates are medians of seven, in 10^9 bytes a second.
 */
public final class AcceleratorBenchmark {

    private static final int SLAB_BYTES = 32 << 20;
    private static final int RUNS = 7;
    private static final long RUN_NANOS = 400_000_000;
    private static final int SLACK_BYTES = 4096;
    private static final int DIGEST_BYTES = 20;
    private static final int FIXED_CHUNK_BYTES = 4096;

    /** Windows and averages of all kinds; the small averages make many candidates count. */
    private static final String IDENTITY_SPECS =
            "rabin:8k,rabin:512,min=48,rabin:1k,window=32,poly=0x145c2b6a1,value=0,"
                    + "gear:8k,gear:512,min=64,fastcdc:8k,fastcdc:512,min=64,nc=3,seed=7,fastcdc:64k";

    private static final String FLOW_SPECS = "4k,gear:8k,fastcdc:8k,rabin:8k";

    private AcceleratorBenchmark() {}

    /** See the class. */
    public static void main(String[] args) throws Exception {
        if (args[0].equals("list")) {
            System.out.print(DeviceText.of(Devices.find()));
            return;
        }
        Device device = Devices.find().named(args[0]);
        say("%s: %s, %s, %d MiB", device.id(), device.name(), device.type(), device.memoryBytes() >> 20);
        switch (args[1]) {
            case "identity" -> identity(device, Integer.parseInt(args[2]), Integer.parseInt(args[3]));
            case "kernels" -> kernels(device);
            case "transfers" -> transfers(device);
            case "flow" ->
                flow(
                        device,
                        Arrays.stream(args).skip(2).mapToInt(Integer::parseInt).toArray());
            default -> throw new IllegalArgumentException(args[1]);
        }
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }

    /** The work of one thread; threads are numbered from 0. */
    @FunctionalInterface
    private interface Task {
        void run(int thread) throws Exception;
    }

    private static void inThreads(int count, Task task) throws Exception {
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < count; t++) {
            int number = t;
            Thread thread = new Thread(() -> {
                try {
                    task.run(number);
                } catch (Exception e) {
                    failure.compareAndSet(null, e);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Exception thrown = failure.get();
        if (thrown != null) {
            throw thrown;
        }
    }

    // ---- identity

    private static void identity(Device device, int mebibytes, int threads) throws Exception {
        List<Chunker> chunkers = ChunkerSpecs.parse(IDENTITY_SPECS);
        int slabs = (int) (((long) mebibytes << 20) / SLAB_BYTES);
        AtomicInteger next = new AtomicInteger();
        long begin = System.nanoTime();
        long[] chunkCounts = new long[threads];
        try (Accelerator accelerator = Accelerator.open(device)) {
            inThreads(threads, thread -> {
                try (SlabQueue queue = accelerator.openQueue(SLAB_BYTES, rules(chunkers))) {
                    Identity identity = new Identity(queue, chunkers);
                    for (int slab = next.getAndIncrement(); slab < slabs; slab = next.getAndIncrement()) {
                        chunkCounts[thread] += identity.check(slab);
                    }
                }
            });
        }
        say(
                "identical: %d MiB, %d chunkers, %d chunks with digests and zeros, in %.1f s by %d threads",
                mebibytes,
                chunkers.size(),
                Arrays.stream(chunkCounts).sum(),
                (System.nanoTime() - begin) / 1e9,
                threads);
    }

    private static List<CandidateRule> rules(List<Chunker> chunkers) {
        List<CandidateRule> rules = new ArrayList<>();
        for (Chunker chunker : chunkers) {
            CandidateRule rule = chunker.candidateRule();
            if (rule != null) {
                rules.add(rule);
            }
        }
        return rules;
    }

    /** Compares slab by slab. */
    private static final class Identity {

        private final SlabQueue queue;
        private final List<Chunker> chunkers;
        private final List<Cutter> cutters;
        private final byte[] data = new byte[SLAB_BYTES];
        private final Fingerprinter sha1 = FingerprintAlgorithm.SHA1.open();

        Identity(SlabQueue queue, List<Chunker> chunkers) {
            this.queue = queue;
            this.chunkers = chunkers;
            cutters = chunkers.stream().map(Chunker::cutter).toList();
        }

        long check(int slab) throws AcceleratorException {
            fill(data, slab);
            queue.slab().put(0, data);
            queue.upload(0, SLAB_BYTES);
            queue.search(0, SLAB_BYTES);
            long chunkCount = 0;
            for (int i = 0; i < chunkers.size(); i++) {
                CutRange piece = new CutRange(0, 0, SLAB_BYTES, 0, true);
                ChunkList expected = new ChunkList();
                cutters.get(i).scan(data, 0, SLAB_BYTES);
                cutters.get(i).cut(data, piece, expected);
                ChunkList found = new ChunkList();
                cutters.get(i).take(queue.candidates(i), 0, SLAB_BYTES);
                cutters.get(i).cut(data, piece, found);
                compare(chunkers.get(i).name(), slab, expected, found);
                chunkCount += found.size();
            }
            for (int i = 0; i < 2; i++) {
                // Whole slabs by way of the first chunker, which has chunks of all lengths, and chunks at any place of
                // any short length.
                ChunkList chunks = new ChunkList();
                if (i == 0) {
                    cutters.get(0).cutRegion(data, 0, SLAB_BYTES, 0, chunks);
                } else {
                    SplittableRandom random = new SplittableRandom(slab);
                    for (int c = 0; c < 5000; c++) {
                        int length = random.nextInt(700);
                        chunks.add(random.nextInt(SLAB_BYTES - length), length);
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
            byte[] expected = new byte[DIGEST_BYTES * chunks.size()];
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

    // ---- kernels

    private static void kernels(Device device) throws Exception {
        say("%-12s %8s %8s %10s", "kernel", "streams", "MiB", "GB/s");
        try (Context context = device.open()) {
            for (String name : List.of("rabin", "gear", "fastcdc", "sha1 4k", "sha1 8k cdc")) {
                for (int[] shape : new int[][] {{1, 32}, {1, 256}, {16, 32}}) {
                    double rate = kernelRate(context, name, shape[0], shape[1] << 20);
                    say("%-12s %8d %8d %10.1f", name, shape[0], shape[1], rate);
                }
            }
        }
    }

    private static double kernelRate(Context context, String name, int streams, int bytes) throws Exception {
        List<Resident> residents = new ArrayList<>();
        try {
            for (int i = 0; i < streams; i++) {
                residents.add(new Resident(context.openStream(), name, bytes, i));
            }
            return medianRate(streams, bytes, thread -> residents.get(thread).run());
        } finally {
            residents.forEach(Resident::close);
        }
    }

    /** Bytes that a device holds, and what one kernel needs besides. */
    private static final class Resident {

        private final Stream stream;
        private final Kernel kernel;
        private final long items;
        private final long[] arguments;

        Resident(Stream stream, String name, int bytes, int seed) throws AcceleratorException {
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
                Chunker chunker = ChunkerSpecs.parse(name.endsWith("cdc") ? "rabin:8k" : "4k")
                        .get(0);
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
            DeviceMemory digests = stream.allocate((long) count * DIGEST_BYTES);
            DeviceMemory zeros = stream.allocate(count);
            stream.finish();
            return new long[] {data, offsets.handle(), lengths.handle(), count, digests.handle(), zeros.handle()};
        }

        /** A few at a time, so that the device does not wait for this thread. */
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

    /** Does something with a slab, and says how many times. */
    @FunctionalInterface
    private interface Work {
        long run(int thread) throws AcceleratorException;
    }

    /** Of {@link #RUNS} runs, each of so many threads for so long, in 10^9 bytes a second; one more before to warm up. */
    private static double medianRate(int threads, long slabBytes, Work work) throws Exception {
        double[] rates = new double[RUNS];
        for (int run = -1; run < RUNS; run++) {
            long begin = System.nanoTime();
            long[] counts = new long[threads];
            inThreads(threads, thread -> {
                do {
                    counts[thread] += work.run(thread);
                } while (System.nanoTime() - begin < RUN_NANOS);
            });
            double rate = (double) Arrays.stream(counts).sum() * slabBytes / (System.nanoTime() - begin);
            if (run >= 0) {
                rates[run] = rate;
            }
        }
        Arrays.sort(rates);
        return rates[RUNS / 2];
    }

    // ---- transfers

    private static void transfers(Device device) throws Exception {
        say("%-16s %8s %8s %10s", "direction", "threads", "MiB", "GB/s");
        try (Context context = device.open()) {
            for (int threads : new int[] {1, 2, 4, 16}) {
                for (boolean isUpload : new boolean[] {true, false}) {
                    List<Stream> streams = new ArrayList<>();
                    List<HostMemory> hosts = new ArrayList<>();
                    List<DeviceMemory> memories = new ArrayList<>();
                    for (int t = 0; t < threads; t++) {
                        streams.add(context.openStream());
                        hosts.add(streams.get(t).allocateHost(SLAB_BYTES));
                        memories.add(streams.get(t).allocate(SLAB_BYTES));
                    }
                    double rate = medianRate(threads, SLAB_BYTES, thread -> {
                        Stream stream = streams.get(thread);
                        if (isUpload) {
                            stream.upload(hosts.get(thread), 0, memories.get(thread), 0, SLAB_BYTES);
                        } else {
                            stream.download(memories.get(thread), 0, hosts.get(thread), 0, SLAB_BYTES);
                        }
                        stream.finish();
                        return 1;
                    });
                    say("%-16s %8d %8d %10.1f", isUpload ? "host to device" : "device to host", threads, 32, rate);
                    streams.forEach(Stream::close);
                }
            }
        }
    }

    // ---- flow

    private static void flow(Device device, int[] threadCounts) throws Exception {
        say("%-12s %8s %10s", "chunker", "threads", "GB/s");
        byte[] data = new byte[SLAB_BYTES];
        new SplittableRandom(1).nextBytes(data);
        try (Accelerator accelerator = Accelerator.open(device)) {
            for (Chunker chunker : ChunkerSpecs.parse(FLOW_SPECS)) {
                for (int threads : threadCounts) {
                    List<SlabFlow> flows = new ArrayList<>();
                    for (int t = 0; t < threads; t++) {
                        flows.add(new SlabFlow(
                                accelerator.openQueue(SLAB_BYTES, rules(List.of(chunker))), chunker, data));
                    }
                    double rate = medianRate(
                            threads, SLAB_BYTES, thread -> flows.get(thread).run());
                    say("%-12s %8d %10.1f", chunker.name(), threads, rate);
                    flows.forEach(SlabFlow::close);
                }
            }
        }
    }

    /** The work of a scan's thread on a slab in pinned memory, without the index. */
    private static final class SlabFlow {

        private final SlabQueue queue;
        private final Cutter cutter;
        private final boolean isContentDefined;
        private final byte[] data;
        private final ChunkList chunks = new ChunkList();
        private byte[] digests = {};
        private byte[] zeros = {};

        SlabFlow(SlabQueue queue, Chunker chunker, byte[] data) {
            this.queue = queue;
            this.data = data;
            cutter = chunker.cutter();
            isContentDefined = chunker.candidateRule() != null;
            queue.slab().put(0, data);
        }

        long run() throws AcceleratorException {
            queue.upload(0, SLAB_BYTES);
            chunks.clear();
            if (isContentDefined) {
                queue.search(0, SLAB_BYTES);
                cutter.take(queue.candidates(0), 0, SLAB_BYTES);
                cutter.cut(data, new CutRange(0, 0, SLAB_BYTES, 0, true), chunks);
            } else {
                for (int at = 0; at < SLAB_BYTES; at += FIXED_CHUNK_BYTES) {
                    chunks.add(at, FIXED_CHUNK_BYTES);
                }
            }
            if (digests.length < DIGEST_BYTES * chunks.size()) {
                digests = new byte[DIGEST_BYTES * chunks.size()];
                zeros = new byte[chunks.size()];
            }
            queue.digest(chunks, digests, zeros);
            return 1;
        }

        void close() {
            queue.close();
        }
    }
}
