package io.compscan.core.fingerprint;

import io.compscan.core.chunk.ChunkList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * SHA-1 by whatever is fastest for the chunks at hand: by the JDK's digest one after another, or, once a {@link LaneTrial} has found them of use,
 * with {@link LaneSha1} for all but those that {@link LaneSplit} leaves to the JDK. Which of the two it is, a {@link FasterWay}
 * measures on the chunks themselves: it depends on how alike they are in length, and how near their bytes are. Belongs to one thread.
 */
final class Sha1Fingerprinter implements Fingerprinter {

    /** Compilers have had faults that only some loops met: of so many chunks that the lanes digest, one is digested again. */
    private static final int CHUNKS_A_CHECK = 1024;

    private final LaneTrial trial;
    private final JdkDigest jdk = new JdkDigest("SHA-1");
    private @Nullable LaneSha1 lanes;

    /** Numbers of chunks, the longest first. */
    private int[] order = {};

    /** For sorting: how many blocks less than the most there can be, and below it the number of the chunk. */
    private long[] sortKeys = {};

    /** First: one after another by the JDK's digest. Second: with lanes. */
    private final FasterWay jdkOrLanes = new FasterWay();

    private int uncheckedChunks;
    private final byte[] check = new byte[LaneSha1.DIGEST_BYTES];

    Sha1Fingerprinter(LaneTrial trial) {
        this.trial = trial;
    }

    @Override
    public void fingerprint(byte[] data, ChunkList chunks, byte[] fingerprints) {
        double stepCost = trial.stepCost();
        long begin = System.nanoTime();
        if (chunks.size() <= stepCost) {
            jdk.fingerprint(data, chunks, fingerprints);
        } else {
            if (jdkOrLanes.isSecondNext()) {
                fingerprintWithLanes(data, chunks, stepCost, fingerprints);
            } else {
                jdk.fingerprint(data, chunks, fingerprints);
            }
            jdkOrLanes.note(System.nanoTime() - begin, LaneSha1.blocks(chunks));
        }
        if (trial.isOpen()) {
            trial.proceed(System.nanoTime() - begin);
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
        uncheckedChunks += count - from;
        if (uncheckedChunks >= CHUNKS_A_CHECK) {
            check(data, chunks, order[from + uncheckedChunks % (count - from)], fingerprints);
            uncheckedChunks = 0;
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
