package io.compscan.core.fingerprint;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.kernel.Contest;
import io.compscan.core.kernel.KernelTrial;
import java.util.Arrays;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** {@link LaneSha1} against the JDK's digest, on random chunks of one length, as many as there are lanes. */
final class LaneContest implements Contest {

    /** Needs vector registers of 256 or 512 bits and a JVM that compiles for them, so every JVM must find out. */
    static final KernelTrial OF_THIS_JVM = trial(LaneSha1::new, () -> new JdkDigest("SHA-1"), System::nanoTime);

    /** Before the JVM has compiled the lanes, a round of longer chunks would take tens of milliseconds. */
    private static final int WARM_UP_CHUNK_BYTES = 256;

    private static final int CHUNK_BYTES = 4096;

    /**
     * With registers of 512 bits. The JDK's digest takes some 35 for a block of 64 bytes, and 150 on a CPU without instructions for SHA, so there
     * a trial pays much sooner.
     */
    static final int LEAST_NANOS_A_BLOCK = 24;

    private final Fingerprinter lanes;
    private final Fingerprinter jdk;
    private final byte[] data;
    private final ChunkList chunks = new ChunkList();
    private final byte[] byLanes = new byte[LaneSha1.LANES * LaneSha1.DIGEST_BYTES];
    private final byte[] byJdk = new byte[byLanes.length];

    private LaneContest(Fingerprinter lanes, Fingerprinter jdk, int chunkBytes) {
        this.lanes = lanes;
        this.jdk = jdk;
        data = new byte[LaneSha1.LANES * chunkBytes];
        new Random(chunkBytes).nextBytes(data);
        for (int lane = 0; lane < LaneSha1.LANES; lane++) {
            chunks.add(lane * chunkBytes, chunkBytes);
        }
    }

    static KernelTrial trial(
            Supplier<Fingerprinter> openLanes, Supplier<Fingerprinter> openJdk, LongSupplier nanoTime) {
        return new KernelTrial(
                () -> new LaneContest(openLanes.get(), openJdk.get(), WARM_UP_CHUNK_BYTES),
                () -> new LaneContest(openLanes.get(), openJdk.get(), CHUNK_BYTES),
                nanoTime,
                LEAST_NANOS_A_BLOCK);
    }

    @Override
    public void runFast() {
        lanes.fingerprint(data, chunks, byLanes);
    }

    @Override
    public void runPlain() {
        jdk.fingerprint(data, chunks, byJdk);
    }

    @Override
    public boolean agree() {
        return Arrays.equals(byLanes, byJdk);
    }
}
