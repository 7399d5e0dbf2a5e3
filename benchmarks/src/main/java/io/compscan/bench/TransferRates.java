package io.compscan.bench;

import io.compscan.gpu.Context;
import io.compscan.gpu.Device;
import io.compscan.gpu.Stream;
import io.compscan.gpu.Stream.DeviceMemory;
import io.compscan.gpu.Stream.HostMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** How fast bytes move: from the page cache to where a scan needs them, and between pinned memory and the device. */
final class TransferRates {

    private static final int[] THREADS = {1, 2, 4, 16};

    private TransferRates() {}

    static void measure(Device device) throws Exception {
        DeviceRates.say("%-32s %8s %8s %10s", "direction", "threads", "MiB", "GB/s");
        Path file = Files.createTempFile("compscan-rates", "");
        try (Context context = device.open()) {
            write(file);
            for (int threads : THREADS) {
                for (Way way : Way.values()) {
                    read(context, file, threads, way);
                }
            }
            for (int threads : THREADS) {
                copy(context, threads, true);
                copy(context, threads, false);
            }
        } finally {
            Files.delete(file);
        }
    }

    private static void copy(Context context, int threads, boolean isUpload) throws Exception {
        List<Stream> streams = new ArrayList<>();
        List<HostMemory> hosts = new ArrayList<>();
        List<DeviceMemory> memories = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            streams.add(context.openStream());
            hosts.add(streams.get(t).allocateHost(DeviceRates.SLAB_BYTES));
            memories.add(streams.get(t).allocate(DeviceRates.SLAB_BYTES));
        }
        double rate = DeviceRates.median(threads, DeviceRates.SLAB_BYTES, thread -> {
            Stream stream = streams.get(thread);
            if (isUpload) {
                stream.upload(hosts.get(thread), 0, memories.get(thread), 0, DeviceRates.SLAB_BYTES);
            } else {
                stream.download(memories.get(thread), 0, hosts.get(thread), 0, DeviceRates.SLAB_BYTES);
            }
            stream.finish();
            return 1;
        });
        DeviceRates.say("%-32s %8d %8d %10.1f", isUpload ? "host to device" : "device to host", threads, 32, rate);
        streams.forEach(Stream::close);
    }

    /** Where bytes of a file go. */
    private enum Way {
        /** As in a scan without a device: the slab stays in a core's cache. */
        SMALL_HEAP("page cache to a slab of 1 MiB", 1 << 20),
        LARGE_HEAP("page cache to a slab of 32 MiB", DeviceRates.SLAB_BYTES),
        /** As in a scan with a device: the host memory takes the place of the buffer that Java copies from. */
        HOST_AND_HEAP("page cache to pinned and slab", DeviceRates.SLAB_BYTES),
        /** The cost of one more copy, for a slab that lies in the heap. */
        COPY("slab to pinned", DeviceRates.SLAB_BYTES);

        private final String words;
        private final int slabBytes;

        Way(String words, int slabBytes) {
            this.words = words;
            this.slabBytes = slabBytes;
        }
    }

    private static final int STEP_BYTES = 256 << 10;

    private static void write(Path file) throws IOException {
        byte[] bytes = new byte[DeviceRates.SLAB_BYTES];
        new SplittableRandom(3).nextBytes(bytes);
        Files.write(file, bytes);
        for (int i = 1; i < 8; i++) {
            Files.write(file, bytes, StandardOpenOption.APPEND);
        }
    }

    private static void read(Context context, Path file, int threads, Way way) throws Exception {
        List<Stream> streams = new ArrayList<>();
        List<HostMemory> hosts = new ArrayList<>();
        List<byte[]> slabs = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            streams.add(context.openStream());
            hosts.add(streams.get(t).allocateHost(way.slabBytes));
            slabs.add(new byte[way.slabBytes]);
        }
        long[] next = new long[threads];
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            double rate = DeviceRates.median(threads, way.slabBytes, thread -> {
                long from = next[thread]++ * way.slabBytes % channelBytes(channel);
                fill(channel, from, slabs.get(thread), hosts.get(thread).bytes(), way);
                return 1;
            });
            DeviceRates.say("%-32s %8d %8d %10.1f", way.words, threads, way.slabBytes >> 20, rate);
        }
        streams.forEach(Stream::close);
    }

    private static long channelBytes(FileChannel channel) {
        try {
            return channel.size();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void fill(FileChannel channel, long from, byte[] slab, ByteBuffer host, Way way) {
        try {
            for (int at = 0; at < slab.length; at += STEP_BYTES) {
                switch (way) {
                    case SMALL_HEAP, LARGE_HEAP -> channel.read(ByteBuffer.wrap(slab, at, STEP_BYTES), from + at);
                    case HOST_AND_HEAP -> {
                        channel.read(host.slice(at, STEP_BYTES), from + at);
                        host.get(at, slab, at, STEP_BYTES);
                    }
                    case COPY -> host.put(at, slab, at, STEP_BYTES);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
