package io.compscan.core.fingerprint;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.kernel.KernelRace;
import io.compscan.core.kernel.KernelTrial;
import io.compscan.core.kernel.SpotCheck;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * SHA-1 by the fastest kernel for the chunks at hand. One thread.
 *
 * <p>The JDK's digest takes chunks one after another. Once a {@link KernelTrial} has found {@link LaneSha1} faster, the lanes take all
 * chunks but those that {@link LaneSplit} leaves to the JDK. A {@link KernelRace} then compares both on the chunks themselves: the
 * winner depends on how similar their lengths are, and on how near their bytes are.
 */
final class Sha1Fingerprinter implements Fingerprinter {

    private static final int CHUNKS_A_CHECK = 1024;

    private final KernelTrial trial;
    private final JdkDigest jdk = new JdkDigest("SHA-1");
    private @Nullable LaneSha1 lanes;

    /** Numbers of chunks, the longest first. */
    private int[] order = {};

    /** For sorting: how many blocks less than the most there can be, and below it the number of the chunk. */
    private long[] sortKeys = {};

    private final KernelRace race = new KernelRace();
    private final SpotCheck spotCheck = new SpotCheck(CHUNKS_A_CHECK);
    private final byte[] check = new byte[LaneSha1.DIGEST_BYTES];

    Sha1Fingerprinter(KernelTrial trial) {
        this.trial = trial;
    }

    @Override
    public void fingerprint(byte[] data, ChunkList chunks, byte[] fingerprints) {
        // The cost of a block in every lane, in blocks of the JDK's digest.
        double stepCost = LaneSha1.LANES * trial.fastShare();
        long begin = System.nanoTime();
        if (chunks.size() <= stepCost) {
            jdk.fingerprint(data, chunks, fingerprints);
        } else {
            if (race.isFastNext()) {
                fingerprintWithLanes(data, chunks, stepCost, fingerprints);
            } else {
                jdk.fingerprint(data, chunks, fingerprints);
            }
            race.note(System.nanoTime() - begin, LaneSha1.blocks(chunks));
        }
        if (trial.isOpen() && chunks.size() > 0) {
            trial.proceed(System.nanoTime() - begin, LaneSha1.blocks(chunks));
        }
    }

    private void fingerprintWithLanes(byte[] data, ChunkList chunks, double stepCost, byte[] fingerprints) {
        sort(chunks);
        int byJdk = LaneSplit.byJdk(chunks, order, stepCost);
        for (int i = 0; i < byJdk; i++) {
            jdk.fingerprint(data, chunks, order[i], fingerprints, order[i] * LaneSha1.DIGEST_BYTES);
        }
        if (byJdk < chunks.size()) {
            fingerprintByLanes(data, chunks, byJdk, fingerprints);
        }
    }

    private void fingerprintByLanes(byte[] data, ChunkList chunks, int from, byte[] fingerprints) {
        if (lanes == null) {
            lanes = new LaneSha1();
        }
        int count = chunks.size();
        lanes.fingerprint(data, chunks, order, from, count, fingerprints);
        int picked = spotCheck.next(count - from);
        if (picked >= 0) {
            check(data, chunks, order[from + picked], fingerprints);
        }
    }

    /**
     * Digests a chunk again.
     *
     * @throws IllegalStateException if it has another fingerprint
     */
    void check(byte[] data, ChunkList chunks, int i, byte[] fingerprints) {
        jdk.fingerprint(data, chunks, i, check, 0);
        int at = i * LaneSha1.DIGEST_BYTES;
        if (!Arrays.equals(check, 0, check.length, fingerprints, at, at + check.length)) {
            throw new IllegalStateException("this JVM's compiler gets SHA-1 wrong: "
                    + System.getProperty("java.vm.version") + "; run it with -XX:-UseSuperWord");
        }
    }

    private void sort(ChunkList chunks) {
        int count = chunks.size();
        if (order.length < count) {
            order = new int[2 * count];
            sortKeys = new long[2 * count];
        }
        for (int i = 0; i < count; i++) {
            long fewerBlocks = (long) Integer.MAX_VALUE - LaneSha1.blocks(chunks.length(i));
            sortKeys[i] = (fewerBlocks << Integer.SIZE) | i;
        }
        Arrays.sort(sortKeys, 0, count);
        for (int i = 0; i < count; i++) {
            order[i] = (int) sortKeys[i];
        }
    }
}
