package io.compscan.core.tools.doctor;

import io.compscan.core.source.PathName;
import io.compscan.core.source.ReadErrors;
import io.compscan.core.source.Siblings;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.core.source.view.FileSystemFormat;
import io.compscan.core.source.view.Head;
import io.compscan.core.source.view.Look;
import io.compscan.core.source.view.Placed;
import io.compscan.core.source.view.Placed.Piece;
import io.compscan.core.source.view.View;
import io.compscan.core.source.view.Views;
import io.compscan.result.Layout;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import io.compscan.result.diagnosis.Diagnosis;
import io.compscan.result.diagnosis.Diagnosis.Cost;
import io.compscan.result.diagnosis.Diagnosis.Finding;
import io.compscan.result.diagnosis.Diagnosis.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks into all that a source names, and remembers it in three readings.
 *
 * <pre>
 *   files     the bytes of files, chunks begin with the first of them
 *   disks     in place of an image and its parents the disk
 *   aligned   in place of a disk its partitions, volumes and gaps
 * </pre>
 */
public final class Examination {

    private static final int MAX_PIECES = 1 << 16;
    private static final long MAX_ALIGNMENT = 1 << 30;

    /** Scans a reading without compression, a layout for each size of chunks. */
    @FunctionalInterface
    public interface Scanning<X extends Exception> {
        /** The result of the scan. */
        ScanResult scan(Source reading) throws X, InterruptedException;
    }

    private final Source source;
    private final Views images;
    private final Views partitions;
    private final List<FileSystemFormat> fileSystems;
    private final List<Integer> chunkBytes;
    private final List<Unit> files = new ArrayList<>();
    private final List<Unit> disks = new ArrayList<>();
    private final List<Unit> aligned = new ArrayList<>();
    private final Set<Object> consumed = new HashSet<>();
    private final Set<Object> known = new HashSet<>();
    private final List<Finding> findings = new ArrayList<>();
    private final List<ReadError> errors = new ArrayList<>();

    private Examination(Source source, Views views, List<FileSystemFormat> fileSystems, List<Integer> chunkBytes) {
        this.source = source;
        images = views.of(Set.of(View.Kind.IMAGES));
        partitions = views.of(Set.of(View.Kind.PARTITIONS));
        this.fileSystems = fileSystems;
        this.chunkBytes = chunkBytes;
    }

    /** Looks into all units of a source. */
    public static Examination of(
            Source source, Views views, List<FileSystemFormat> fileSystems, List<Integer> chunkBytes)
            throws InterruptedException {
        Examination all = new Examination(source, views, fileSystems, chunkBytes);
        List<Unit> found = new ArrayList<>();
        source.walk(new SourceVisitor() {
            @Override
            public void unit(Unit unit) {
                found.add(unit);
            }

            @Override
            public void error(ReadError error) {
                all.errors.add(error);
            }

            @Override
            public boolean isStopped() {
                return Thread.currentThread().isInterrupted();
            }
        });
        List<Looked> looked = new ArrayList<>();
        for (Unit unit : found) {
            looked.add(all.look(unit));
        }
        for (Looked one : looked) {
            all.examine(one);
        }
        return all;
    }

    /**
     * A unit and what an image holds.
     *
     * @param view the view that recognises it; null if it is no image
     * @param look what is in it; null if it is no image, or cannot be looked into
     */
    private record Looked(
            Unit unit, @Nullable View view, @Nullable Look look) {}

    private Looked look(Unit unit) {
        View view = null;
        try {
            view = matching(images, unit);
            Look look = view == null ? null : view.look(unit, source.siblings(unit), null);
            if (look != null) {
                look.consumed().forEach(part -> consumed.add(part.identity()));
            }
            return new Looked(unit, view, look);
        } catch (IOException e) {
            errors.add(ReadErrors.of(unit.name(), e, Math.max(0, unit.sizeBytes())));
            return new Looked(unit, view, null);
        }
    }

    private void examine(Looked looked) {
        Unit unit = looked.unit();
        View view = looked.view();
        Look look = looked.look();
        boolean isPart = consumed.contains(unit.identity()) && !source.paths().contains(unit.name());
        if (isPart) {
            return;
        }
        if (view == null) {
            addFile(unit);
            disk(unit, true);
        } else if (look != null) {
            addFile(unit);
            look.consumed().forEach(this::addFile);
            for (Unit disk : look.units()) {
                payload(unit, view, disk);
                disk(disk, false);
            }
        }
    }

    private void addFile(Unit unit) {
        if (known.add(unit.identity())) {
            files.add(unit);
        }
    }

    /** Scans the readings, those that are alike once. */
    public <X extends Exception> Diagnosis diagnose(String toolVersion, Scanning<X> scanning)
            throws X, InterruptedException {
        List<Cost> costs = new ArrayList<>();
        if (!files.isEmpty()) {
            ScanResult asFiles = scanning.scan(new ListedSource(source.paths(), files));
            ScanResult asDisks = disks.equals(files) ? asFiles : scanning.scan(new ListedSource(source.paths(), disks));
            ScanResult asAligned =
                    aligned.equals(disks) ? asDisks : scanning.scan(new ListedSource(source.paths(), aligned));
            for (int i = 0; i < chunkBytes.size(); i++) {
                long file = unique(asFiles.layouts().get(i));
                long last = unique(asAligned.layouts().get(i));
                costs.add(new Cost(
                        chunkBytes.get(i), file, unique(asDisks.layouts().get(i)), last, file - last));
            }
            errors.addAll(asAligned.errors());
        }
        return new Diagnosis(
                Diagnosis.FORMAT, Diagnosis.VERSION, toolVersion, source.paths(), chunkBytes, findings, costs, errors);
    }

    private static long unique(Layout layout) {
        return layout.uniqueBytes();
    }

    private static @Nullable View matching(Views views, Unit unit) throws IOException {
        return views.isCandidate(unit) ? views.matching(Head.of(unit)) : null;
    }

    private void payload(Unit image, View view, Unit disk) {
        List<Piece> pieces = List.of();
        try {
            pieces = disk instanceof Placed placed ? placed.pieces(MAX_PIECES) : List.of();
        } catch (IOException e) {
            // The scan meets the same damage, and lists what cannot be read for it.
            return;
        }
        long shifts = 0;
        long ends = 0;
        for (Piece piece : pieces) {
            shifts |= piece.offset() - piece.position();
            long end = piece.position() + piece.length();
            ends |= piece.position() | (end < disk.sizeBytes() ? end : 0);
        }
        if (pieces.isEmpty()) {
            findings.add(new Finding(
                    image.name(), Kind.PAYLOAD, view.name(), 0, MAX_ALIGNMENT, 0, List.of(), Advice.noPayload()));
        } else {
            add(image, Kind.PAYLOAD, view.name(), pieces.get(0).offset(), powerOfTwo(shifts), powerOfTwo(ends));
        }
    }

    /** The largest power of two that divides all numbers that were put together by "or". */
    private static long powerOfTwo(long numbers) {
        return numbers == 0 ? MAX_ALIGNMENT : Math.min(MAX_ALIGNMENT, Long.lowestOneBit(numbers));
    }

    /** Looks into a disk. */
    private void disk(Unit disk, boolean isFile) {
        disks.add(disk);
        int before = findings.size();
        try {
            View view = matching(partitions, disk);
            if (view == null) {
                aligned.add(disk);
                fileSystem(disk, 0, MAX_ALIGNMENT);
            } else {
                for (Unit part : view.look(disk, Siblings.NONE, null).units()) {
                    aligned.add(part);
                    partition(disk, part);
                }
            }
            if (isFile && findings.size() == before) {
                add(disk, Kind.NOTHING, "", 0, MAX_ALIGNMENT, 0);
            }
        } catch (IOException e) {
            errors.add(ReadErrors.of(disk.name(), e, 0));
        }
    }

    private void partition(Unit disk, Unit part) throws IOException {
        String name =
                part.name().substring(Math.min(part.name().length(), disk.name().length() + 1));
        List<Piece> pieces = part instanceof Placed placed ? placed.pieces(MAX_PIECES) : List.of();
        boolean isGap = PathName.lastName(name).startsWith("gap-");
        if (isGap || pieces.isEmpty()) {
            return;
        }
        long shifts = 0;
        for (Piece piece : pieces) {
            shifts |= piece.offset() - piece.position();
        }
        long start = pieces.get(0).offset();
        add(part, Kind.PARTITION, name, start, powerOfTwo(shifts), 0);
        fileSystem(part, start, powerOfTwo(shifts));
    }

    private void fileSystem(Unit unit, long start, long alignment) throws IOException {
        if (unit.sizeBytes() < Head.FIRST_BYTES) {
            return;
        }
        for (FileSystemFormat format : fileSystems) {
            FileSystemFormat.Found found = format.look(unit);
            if (found != null) {
                add(unit, Kind.FILE_SYSTEM, found.name(), start, alignment, found.blockBytes());
                return;
            }
        }
    }

    private void add(Unit unit, Kind kind, String name, long start, long alignment, long block) {
        List<Integer> misaligned =
                chunkBytes.stream().filter(chunk -> alignment % chunk != 0).toList();
        List<Integer> larger =
                chunkBytes.stream().filter(chunk -> block > 0 && chunk > block).toList();
        String advice = Advice.of(kind, name, block, misaligned, larger);
        findings.add(new Finding(unit.name(), kind, name, start, alignment, block, misaligned, advice));
    }

    /**
     * Units that somebody has found before.
     *
     * @param paths the paths below which they were found
     * @param units the units
     */
    private record ListedSource(List<String> paths, List<Unit> units) implements Source {

        ListedSource {
            paths = List.copyOf(paths);
            units = List.copyOf(units);
        }

        @Override
        public void walk(SourceVisitor visitor) throws InterruptedException {
            for (Unit unit : units) {
                if (visitor.isStopped()) {
                    return;
                }
                visitor.unit(unit);
            }
        }
    }
}
