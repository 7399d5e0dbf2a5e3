package io.compscan.core.fold;

import io.compscan.core.PatientJoin;
import io.compscan.core.fold.calibrate.Calibrations;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.index.ChunkIndex.Part;
import io.compscan.core.profile.ArrivalSample;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Folds an index with several threads.
 *
 * <p>Each thread folds parts of the index, and the folds of the threads merge. The outcome does not depend on which thread folds which
 * part. One thread folds some 35 million entries a second; a terabyte may leave 240 million.
 */
public final class IndexFold {

    /** To fold fewer chunks takes less time than to start a thread. */
    private static final long WORTH_A_THREAD = 1 << 15;

    private static final DistinctChunkVisitor NOBODY = (fingerprint, references, lengthBytes, storedBytes) -> {};

    private final List<Part> parts;
    private final Supplier<SchemeFold> empty;
    private final DistinctChunkVisitor visitor;
    private final AtomicInteger nextPart = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final SchemeFold whole;

    private IndexFold(ChunkIndex index, Supplier<SchemeFold> empty, DistinctChunkVisitor visitor) {
        parts = index.parts();
        this.empty = empty;
        this.visitor = visitor;
        whole = empty.get();
    }

    /** Folds the indexes of a scan that is over, whose sizes are those of the compressors; see the other {@code all}. */
    public static List<SchemeFold> all(
            Schemes schemes,
            List<ChunkIndex> indexes,
            Map<String, ArrivalSample> arrivals,
            @Nullable IntFunction<DistinctChunkVisitor> visitors,
            LedgerFold charges,
            int threadCount) {
        return all(
                schemes,
                indexes,
                Collections.nCopies(indexes.size(), Calibrations.NONE),
                arrivals,
                visitors,
                charges,
                threadCount);
    }

    /**
     * Folds the indexes of a scan that is over.
     *
     * @param visitors a further visitor of the chunks for each scheme; null if there is none. It sees the chunks in the order of the
     *     index. It is asked for when the scheme before is done
     * @param calibrations for each scheme the meaning of its sizes
     * @param arrivals of {@link ReferenceSums#arrivals}
     * @param charges sees the chunks that are charged
     * @param threadCount threads to fold with where no visitor needs the order
     * @return for each scheme the fold of its chunks
     */
    public static List<SchemeFold> all(
            Schemes schemes,
            List<ChunkIndex> indexes,
            List<Calibrations> calibrations,
            Map<String, ArrivalSample> arrivals,
            @Nullable IntFunction<DistinctChunkVisitor> visitors,
            LedgerFold charges,
            int threadCount) {
        List<SchemeFold> folds = new ArrayList<>();
        for (int i = 0; i < indexes.size(); i++) {
            Scheme scheme = schemes.all().get(i);
            Calibrations calibration = calibrations.get(i);
            ChunkIndex index = indexes.get(i);
            DistinctChunkVisitor visitor = visitors == null ? NOBODY : visitors.apply(i);
            visitor.begin(index.sample());
            folds.add(IndexFold.of(
                    index,
                    () -> SchemeFold.empty(scheme, schemes.profiles(), index, calibration, arrivals),
                    i == LedgerFold.SCHEME ? visitor.andThen(charges) : visitor,
                    visitors == null ? threadCount : 1));
        }
        return folds;
    }

    /**
     * The fold of all chunks of an index; nobody writes to it any more.
     *
     * @param empty makes folds that have seen nothing
     * @param visitor also sees all chunks, from any of the threads and in no order
     */
    private static SchemeFold of(
            ChunkIndex index, Supplier<SchemeFold> empty, DistinctChunkVisitor visitor, int threadCount) {
        IndexFold fold = new IndexFold(index, empty, visitor);
        long worth = Math.min(threadCount, 1 + index.distinctChunkCount() / WORTH_A_THREAD);
        fold.run((int) Math.min(worth, fold.parts.size()));
        return fold.whole;
    }

    private void run(int threadCount) {
        List<Thread> others = new ArrayList<>();
        for (int i = 1; i < threadCount; i++) {
            Thread thread = new Thread(this::foldParts, "compscan-fold-" + i);
            thread.setDaemon(true);
            try {
                thread.start();
            } catch (OutOfMemoryError e) {
                // The system has no stack for it. Those that run fold all parts.
                break;
            }
            others.add(thread);
        }
        foldParts();
        others.forEach(PatientJoin::of);
        Throwable thrown = failure.get();
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown instanceof RuntimeException exception) {
            throw exception;
        }
    }

    private void foldParts() {
        try {
            SchemeFold fold = empty.get();
            for (int i = nextPart.getAndIncrement(); i < parts.size(); i = nextPart.getAndIncrement()) {
                try {
                    parts.get(i).forEach((fingerprint, references, lengthBytes, storedBytes) -> {
                        fold.visit(fingerprint, references, lengthBytes, storedBytes);
                        visitor.visit(fingerprint, references, lengthBytes, storedBytes);
                    });
                } catch (UncheckedIOException e) {
                    // The other parts lie in other files, or in memory.
                    fold.lose(e);
                }
            }
            synchronized (whole) {
                whole.merge(fold);
            }
        } catch (RuntimeException | Error e) {
            failure.compareAndSet(null, e);
            // The other threads stop at their next part.
            nextPart.set(parts.size());
        }
    }
}
