package io.compscan.core.set;

import io.compscan.core.fold.ReferenceSums;
import io.compscan.core.fold.Scheme;
import io.compscan.core.index.KeptSample;
import io.compscan.core.profile.ArrivalSample;
import io.compscan.map.EntryCursor;
import io.compscan.map.RunFile;
import io.compscan.map.TableSpec;
import io.compscan.map.TableSummary;
import io.compscan.report.SetJson;
import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.ScanSettings;
import io.compscan.result.set.Imported;
import io.compscan.result.set.SetInfo;
import io.compscan.result.set.SetMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A fingerprint set in a file; reads its entries on demand. */
public final class FingerprintSet implements AutoCloseable {

    private final Path path;
    private final RunFile run;
    private final SetMetadata metadata;
    private final List<Scheme> schemes;
    /** The schemes of the file; {@code schemes} may be some of them, with some of their compressors. */
    private final List<Scheme> saved;
    /** What the user of its scan named. */
    private final ScanSettings.@Nullable Asked asked;

    private FingerprintSet(
            Path path,
            RunFile run,
            SetMetadata metadata,
            List<Scheme> schemes,
            List<Scheme> saved,
            ScanSettings.@Nullable Asked asked) {
        this.path = path;
        this.run = run;
        this.metadata = metadata;
        this.schemes = schemes;
        this.saved = saved;
        this.asked = asked;
    }

    /**
     * The set in this file.
     *
     * @throws io.compscan.map.RunFormatException if the file is no run, incomplete, damaged or newer than this code
     * @throws IOException if it is no set, or cannot be read
     */
    @SuppressWarnings("MustBeClosed")
    public static FingerprintSet open(Path path) throws IOException {
        RunFile run = RunFile.open(path);
        try {
            if (SchemeTables.isPart(run.tables())) {
                throw new SetFormatException(
                        path + ": a part of the data, which 'compscan estimate' has saved, not a fingerprint set;"
                                + " only 'compscan estimate --resume' goes on from it");
            }
            SetMetadata metadata = SetJson.metadata(path.toString(), run.metadata());
            List<Scheme> schemes = schemes(path, run.tables(), metadata);
            return new FingerprintSet(
                    path,
                    run,
                    metadata.withoutArrivals(),
                    schemes,
                    schemes,
                    metadata.result().settings().asked());
        } catch (IOException | RuntimeException e) {
            run.close();
            throw e;
        }
    }

    /** The schemes of the tables, which must be those of the metadata. */
    private static List<Scheme> schemes(Path path, List<TableSummary> tables, SetMetadata metadata)
            throws SetFormatException {
        List<Layout> found = metadata.result().layouts();
        if (tables.size() != SchemeTables.PARTS * found.size()) {
            throw new SetFormatException(path + ": has " + tables.size() + " tables for " + found.size() + " layouts");
        }
        List<Scheme> schemes = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            TableSummary full = tables.get(SchemeTables.PARTS * i);
            TableSummary other = tables.get(SchemeTables.PARTS * i + 1);
            Scheme scheme;
            KeptSample sample;
            try {
                scheme = SchemeTables.scheme(full.spec());
                sample = SchemeTables.sample(full.spec());
            } catch (IllegalArgumentException e) {
                throw new SetFormatException(path + ": table " + full.spec().name() + ": " + e.getMessage(), e);
            }
            check(path, full.spec(), scheme, metadata, true, sample);
            check(path, other.spec(), scheme, metadata, false, sample);
            Layout numbers = found.get(i);
            long chunks = full.entryCount() + other.entryCount();
            long references = full.references() + other.references();
            if (!scheme.chunking().equals(numbers.chunking())
                    || !scheme.fingerprint().equals(numbers.fingerprint())
                    || !holds(numbers, chunks, references)) {
                throw new SetFormatException(path + ": the tables of " + scheme.chunking() + " hold " + chunks
                        + " chunks with " + references + " references, the layout " + numbers.chunking() + " "
                        + numbers.uniqueChunkCount() + " with "
                        + (numbers.uniqueChunkCount() + numbers.duplicateChunkCount()));
            }
            List<String> compressors =
                    numbers.compression().stream().map(Compression::compressor).toList();
            if (!compressors.equals(scheme.compressors())) {
                throw new SetFormatException(path + ": the tables of " + scheme.chunking() + " are of "
                        + scheme.compressors() + ", the layout is of " + compressors);
            }
            schemes.add(scheme);
        }
        return schemes;
    }

    /** Whether the entries belong to the layout. For a sketch the layout has the number of counted chunks. */
    private static boolean holds(Layout numbers, long chunks, long references) {
        long all = numbers.uniqueChunkCount() + numbers.duplicateChunkCount();
        Long sampled = numbers.sampledChunkCount();
        return sampled == null
                ? chunks == numbers.uniqueChunkCount() && references == all
                : chunks == sampled && references <= all;
    }

    private static void check(
            Path path,
            TableSpec table,
            Scheme scheme,
            SetMetadata metadata,
            boolean isFull,
            @Nullable KeptSample sample)
            throws SetFormatException {
        TableSpec expected = SchemeTables.table(scheme, table.keyBytes(), metadata.saltId(), isFull, sample);
        if (!table.equals(expected)) {
            throw new SetFormatException(path + ": table " + table.name() + " is not what a set has there");
        }
    }

    /** The file, as given. */
    public Path path() {
        return path;
    }

    /** The document beside the entries, without its {@link #arrivals}. */
    public SetMetadata metadata() {
        return metadata;
    }

    /** The index of another program that it was imported from; null if it was scanned. */
    @Nullable Imported imported() {
        return Imported.of(metadata.result());
    }

    /** The schemes of its scan. */
    public List<Scheme> schemes() {
        return schemes;
    }

    /** The chunkings and compressors that the user of its scan named; null if that is not known. */
    ScanSettings.@Nullable Asked asked() {
        return asked;
    }

    /** The schemes of the file, also where this set has some of them only. */
    List<Scheme> saved() {
        return saved;
    }

    /**
     * The same set with some of its schemes and their compressors, in another order; one of the two is closed.
     *
     * @param kept schemes whose chunkings and compressors it has
     */
    FingerprintSet with(List<Scheme> kept) {
        Map<String, List<String>> names = new LinkedHashMap<>();
        List<Scheme> own = new ArrayList<>();
        for (Scheme scheme : kept) {
            Scheme before = saved.get(place(scheme));
            names.put(scheme.chunking(), scheme.compressors());
            own.add(before.withCompressors(scheme.compressors()));
        }
        return new FingerprintSet(path, run, metadata.ofLayouts(names), own, saved, asked);
    }

    /** The place in the file of the scheme with the chunking of this one. */
    private int place(Scheme scheme) {
        return saved.stream().map(Scheme::chunking).toList().indexOf(scheme.chunking());
    }

    private int table(int scheme) {
        return SchemeTables.PARTS * place(schemes.get(scheme));
    }

    /** Which chunks of a scheme it holds; null if it holds all of them. */
    @Nullable KeptSample sample(int scheme) {
        return SchemeTables.sample(run.tables().get(table(scheme)).spec());
    }

    /** Whether it may hold a sample of the chunks of any scheme. */
    boolean isSketch() {
        return IntStream.range(0, schemes.size()).anyMatch(scheme -> sample(scheme) != null);
    }

    /** The sums over references of its scan. */
    ReferenceSums sums() {
        return ReferenceSums.of(metadata.result(), metadata.superblocks());
    }

    /**
     * By the name of a target system, the sample of the order of its data. It is read anew each time, since many sets are open at once.
     *
     * @throws IOException if it is no such sample
     */
    Map<String, ArrivalSample> arrivals() throws IOException {
        List<SetMetadata.Arrivals> saved =
                SetJson.metadata(path.toString(), run.metadata()).arrivals();
        Map<String, ArrivalSample> samples = new TreeMap<>();
        try {
            saved.forEach(sample -> samples.put(sample.profile(), ArrivalSample.parse(sample.fragments())));
            return samples;
        } catch (IllegalArgumentException e) {
            throw new SetFormatException(path + ": " + e.getMessage(), e);
        }
    }

    /** The contents without the entries. */
    public SetInfo info() throws IOException {
        List<SetInfo.Table> tables = new ArrayList<>();
        for (int i = 0; i < run.tables().size(); i++) {
            TableSummary table = run.tables().get(i);
            tables.add(new SetInfo.Table(
                    saved.get(i / SchemeTables.PARTS).chunking(),
                    i % SchemeTables.PARTS == 0,
                    table.entryCount(),
                    table.references(),
                    table.bytes()));
        }
        return new SetInfo(path.toString(), Files.size(path), metadata, tables);
    }

    /** Reads every byte and every checksum. */
    public void verify() throws IOException {
        run.verify();
    }

    int fingerprintBytes() {
        return run.tables().get(0).spec().keyBytes();
    }

    /** The entries of one part of a scheme; the caller closes it. */
    EntryCursor cursor(int scheme, boolean isFull, byte @Nullable [] from, byte @Nullable [] to, int bufferBytes) {
        int table = table(scheme);
        return WidenedCursor.of(
                run.cursor(table + (isFull ? 0 : 1), from, to, bufferBytes),
                saved.get(table / SchemeTables.PARTS),
                schemes.get(scheme),
                isFull);
    }

    @Override
    public void close() throws IOException {
        run.close();
    }
}
