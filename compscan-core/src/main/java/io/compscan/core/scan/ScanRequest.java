package io.compscan.core.scan;

import io.compscan.core.Sha256;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.fold.ledger.LedgerLimits;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.index.IndexFactory;
import io.compscan.core.profile.ProfileJson;
import io.compscan.core.scan.catalog.CatalogPlan;
import io.compscan.core.scan.catalog.CatalogSession;
import io.compscan.core.scan.measure.AcceleratorPlan;
import io.compscan.core.scan.measure.ChunkObserver;
import io.compscan.core.scan.measure.ScanDevice;
import io.compscan.core.scan.read.SlabGeometry;
import io.compscan.core.source.Source;
import io.compscan.result.ScanSettings;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a scan needs to know: the data, the measurements, and the observers of the outcome. Immutable.
 *
 * @param source the data
 * @param options the measurements and the resources
 * @param settings the options as the result shows them; null for a part, which has no result of its own
 * @param indexes opens the indexes
 * @param checkpoints the place of checkpoints; null for none. If the directory holds one, the scan resumes it
 * @param watchers the observers of chunks and units
 * @param ledgerLimits the limits of the ledger
 * @param accelerator the device that helps; null for none
 */
public record ScanRequest(
        Source source,
        ScanOptions options,
        @Nullable ScanSettings settings,
        IndexFactory indexes,
        @Nullable CheckpointPlan checkpoints,
        Watchers watchers,
        LedgerLimits ledgerLimits,
        @Nullable AcceleratorPlan accelerator) {

    /**
     * Who watches a scan.
     *
     * @param visitors the visitor of all distinct chunks of scheme number {@code i}, in the order of {@link ChunkIndex#forEach}; null for
     *     none. The scan asks for the visitor of a scheme when the scheme before is done
     * @param observers the observer that is asked about each unit that is read; null for none
     * @param catalog remembers units for the next scan, and knows those of the last; null for none
     */
    public record Watchers(
            @Nullable IntFunction<DistinctChunkVisitor> visitors,
            ChunkObserver.@Nullable OfUnits observers,
            @Nullable CatalogPlan catalog) {

        /** Nobody. */
        public static final Watchers NONE = new Watchers(null, null);

        /** Watchers without a catalog. */
        public Watchers(
                @Nullable IntFunction<DistinctChunkVisitor> visitors, ChunkObserver.@Nullable OfUnits observers) {
            this(visitors, observers, null);
        }
    }

    /** Refuses checkpoints together with reports on single files. */
    public ScanRequest {
        if (checkpoints != null && settings == null) {
            throw new IllegalArgumentException("no checkpoints of a part");
        }
        if (checkpoints != null && options.perFile().enabled()) {
            throw new IllegalArgumentException("no checkpoints while files are reported on their own");
        }
    }

    /** A request with exact indexes, without checkpoints and without visitors. */
    public static ScanRequest of(Source source, ScanOptions options, ScanSettings settings) {
        return new ScanRequest(
                source, options, settings, IndexFactory.EXACT, null, Watchers.NONE, options.ledgerLimits(), null);
    }

    /** The request of a part of a divided scan; see {@link PartRun}. */
    public static ScanRequest ofPart(Source source, ScanOptions options) {
        return new ScanRequest(
                source, options, null, IndexFactory.EXACT, null, Watchers.NONE, LedgerLimits.DEFAULT, null);
    }

    /**
     * The options as the scan carries them out. Slow compressors may see a sample of blocks if the entries serve this one result. Then no
     * visitor sees the entries, they do not outlive the scan, and no file has a result of its own. An observer does not see them.
     */
    ScanOptions measured() {
        boolean isPlain = settings != null
                && checkpoints == null
                && indexes == IndexFactory.EXACT
                && watchers.visitors() == null
                && watchers.catalog() == null
                && !options.perFile().enabled();
        return isPlain ? options.forOneFold() : options;
    }

    /** Whether somebody sees single chunks or files, and not the result alone. */
    boolean isWatched() {
        return watchers.visitors() != null
                || watchers.observers() != null
                || options.perFile().enabled();
    }

    /** The kind of index, such as {@code sketch:1048576}; null if it is exact. */
    private @Nullable String indexKind() {
        return settings == null ? null : settings.index();
    }

    /** What decides the result beside the data. */
    CatalogSession.Asked asked() {
        StringWriter text = new StringWriter();
        text.append(settings + "\n" + ledgerLimits + "\n");
        try {
            ProfileJson.write(options.profiles(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new CatalogSession.Asked(Sha256.hex(text.toString()), indexKind(), options.libraries());
    }

    SlabGeometry slabGeometry() {
        List<Chunker> cutters = options.schemes().cutters();
        int runBytes = options.schemes().runBytes();
        return accelerator == null
                ? SlabGeometry.of(
                        cutters, runBytes, SlabGeometry.bodyBytesAt(options.rateBytesPerSecond(), options.readers()))
                : SlabGeometry.of(cutters, runBytes, accelerator.slabBytes());
    }

    @Nullable ScanDevice scanDevice() {
        return accelerator == null ? null : new ScanDevice(accelerator.accelerator(), accelerator.whenRetired());
    }

    /** This request with checkpoints; null for none. */
    public ScanRequest withCheckpoints(@Nullable CheckpointPlan plan) {
        return new ScanRequest(source, options, settings, indexes, plan, watchers, ledgerLimits, accelerator);
    }

    /** This request with visitors of the distinct chunks. */
    public ScanRequest withChunkVisitors(IntFunction<DistinctChunkVisitor> visitors) {
        return withWatchers(new Watchers(visitors, watchers.observers(), watchers.catalog()));
    }

    /** This request with an observer of the units. A resumed scan would not see the units that an earlier session has read. */
    public ScanRequest withUnitObservers(ChunkObserver.OfUnits observers) {
        if (checkpoints != null) {
            throw new IllegalArgumentException("no checkpoints while units are observed");
        }
        return withWatchers(new Watchers(watchers.visitors(), observers, watchers.catalog()));
    }

    /**
     * This request with a catalog; null for none.
     *
     * @throws IllegalArgumentException if the scan cannot have one, with the reason
     */
    public ScanRequest withCatalog(@Nullable CatalogPlan plan) {
        String refusal = plan == null ? null : CatalogSession.refusal(options.schemes(), indexKind());
        if (refusal != null) {
            throw new IllegalArgumentException(refusal);
        }
        return withWatchers(new Watchers(watchers.visitors(), watchers.observers(), plan));
    }

    /** This request, whose catalog begins anew. */
    ScanRequest readingAll() {
        CatalogPlan catalog = watchers.catalog();
        return withCatalog(catalog == null ? null : catalog.readingAll());
    }

    private ScanRequest withWatchers(Watchers others) {
        return new ScanRequest(source, options, settings, indexes, checkpoints, others, ledgerLimits, accelerator);
    }

    /** This request with other indexes. */
    public ScanRequest withIndexes(IndexFactory factory) {
        return new ScanRequest(source, options, settings, factory, checkpoints, watchers, ledgerLimits, accelerator);
    }

    /** This request with a device; null for none. */
    public ScanRequest withAccelerator(@Nullable AcceleratorPlan device) {
        return new ScanRequest(source, options, settings, indexes, checkpoints, watchers, ledgerLimits, device);
    }

    /**
     * This request with indexes that may keep a sample.
     *
     * @param mostSized the number of chunks whose stored sizes the sample holds; the ledger may record no more
     */
    public ScanRequest withSketch(IndexFactory factory, int mostSized) {
        return withIndexes(factory).withLedgerLimits(ledgerLimits.withPairs(mostSized));
    }

    /** This request with a ledger of another size. */
    ScanRequest withLedgerLimits(LedgerLimits limits) {
        return new ScanRequest(source, options, settings, indexes, checkpoints, watchers, limits, accelerator);
    }
}
