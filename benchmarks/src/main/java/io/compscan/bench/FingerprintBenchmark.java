package io.compscan.bench;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how many gigabytes one core fingerprints in a second with SHA-1, slab by slab as in a scan. It compares the scan's fingerprinter
 * with the JDK's digest, which takes one chunk at a time. During the warm-up the scan's fingerprinter finds out which way is fastest here.
 *
 * <p>{@code -jvmArgsAppend -XX:-UseSHA} shows a CPU without instructions for SHA-1, {@code -XX:UseAVX=2} one with registers of 256 bits.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class FingerprintBenchmark {

    private static final int SLAB_BYTES = 1 << 20;

    /** The chunking of the slabs. */
    @Param({"512", "4k", "8k", "16k", "64k", "fastcdc:8k"})
    public String chunker = "";

    /** The number of slabs in use; 8 of them stay in the third-level cache. */
    @Param({"8", "200"})
    public int slabs;

    private byte[][] data = {};
    private final List<ChunkList> chunks = new ArrayList<>();
    private byte[] fingerprints = {};
    private Fingerprinter chosen = FingerprintAlgorithm.SHA1.open();
    private final Fingerprinter oneByOne = BareLoop.jdkDigest();
    private int next;

    /** The result of one call. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Done {
        /** 10^9 bytes. */
        public double gigabytes;
    }

    /** Fills and cuts the slabs. */
    @Setup
    public void fill() {
        Random random = new Random(7);
        data = new byte[slabs][SLAB_BYTES];
        chunks.clear();
        int most = 0;
        for (byte[] slab : data) {
            random.nextBytes(slab);
            ChunkList list = new ChunkList();
            ChunkerSpecs.parse(chunker).get(0).cutter().cutRegion(slab, 0, SLAB_BYTES, 0, list);
            chunks.add(list);
            most = Math.max(most, list.size());
        }
        fingerprints = new byte[most * FingerprintAlgorithm.SHA1.digestBytes()];
        chosen = FingerprintAlgorithm.SHA1.open();
    }

    private int nextSlab(Done done) {
        next = (next + 1) % slabs;
        done.gigabytes += SLAB_BYTES / 1e9;
        return next;
    }

    /** The fingerprinter of a scan. */
    @Benchmark
    public byte[] scan(Done done) {
        int slab = nextSlab(done);
        chosen.fingerprint(data[slab], chunks.get(slab), fingerprints);
        return fingerprints;
    }

    /** The JDK's digest, one chunk after another. */
    @Benchmark
    public byte[] jdk(Done done) {
        int slab = nextSlab(done);
        oneByOne.fingerprint(data[slab], chunks.get(slab), fingerprints);
        return fingerprints;
    }
}
