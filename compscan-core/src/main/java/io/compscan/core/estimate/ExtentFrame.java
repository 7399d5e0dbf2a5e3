package io.compscan.core.estimate;

import io.compscan.core.SplitMix;
import io.compscan.core.compress.DeflateCodec;
import io.compscan.core.estimate.Extent.Piece;
import io.compscan.core.profile.Profile;
import io.compscan.core.scan.read.WalkCounts;
import io.compscan.core.source.ForwardingVisitor;
import io.compscan.core.source.SizeLimit;
import io.compscan.core.source.Source;
import io.compscan.core.source.Unit;
import io.compscan.result.ReadError;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * All data that could be read, divided into extents. A sample is a set of extents.
 *
 * <p>A unit of at least one extent is cut into extents of its own. Smaller units share extents in the order of the walk. Which extents a
 * sample holds follows from their numbers: samples are nested, and there is no list of them.
 *
 * <pre>
 *   stretches   | unit 0: extents 0..6 | units 1, 3, 4: extent 7 | unit 2: extents 8..12 | ...
 * </pre>
 */
final class ExtentFrame {

    /** The least extent: the smallest random read at which solid-state disks are about as fast as in sequence. */
    static final long LEAST_EXTENT_BYTES = 128 << 10;
    /** With more extents an interval gets hardly narrower. */
    private static final long ENOUGH_EXTENTS = 1 << 18;
    /** With fewer, the whole-extent term makes intervals too wide to be worth a partial read. */
    static final long LEAST_EXTENTS = 1 << 15;

    private final long extentBytes;
    private final long seed;
    private final List<Stretch> stretches = new ArrayList<>();
    private long extentCount;
    private long totalBytes;

    /** Either one unit with as many extents as it needs, or several units in one extent. */
    private record Stretch(long first, long count, List<Unit> units) {}

    /**
     * The findings of a walk.
     *
     * @param units the units with a size, in the order of the walk
     * @param unitCount of them and of those without a byte
     * @param totalBytes of them
     * @param sizeless the names of units that do not tell their size
     * @param errors what could not be looked at
     * @param counts of the entries beside them
     */
    record Found(
            List<Unit> units,
            long unitCount,
            long totalBytes,
            List<String> sizeless,
            List<ReadError> errors,
            WalkCounts counts) {}

    /** Walks the source, and counts what costs something on these target systems. */
    static Found find(Source source, List<Profile> profiles, BooleanSupplier isStopped) throws InterruptedException {
        List<Unit> units = new ArrayList<>();
        List<String> sizeless = new ArrayList<>();
        List<ReadError> errors = new ArrayList<>();
        WalkCounts counts = new WalkCounts();
        counts.begin(source.paths());
        if (!profiles.isEmpty()) {
            counts.packBy(
                    DeflateCodec.best()::storedBytes,
                    profiles.stream().anyMatch(Profile::chargesAttributes),
                    profiles.stream().anyMatch(Profile::chargesShapes));
        }
        long[] unitCount = {0};
        source.walk(new SizeLimit(new ForwardingVisitor(counts) {
            @Override
            public void unit(Unit unit) throws InterruptedException {
                if (unit.sizeBytes() == Unit.UNKNOWN_SIZE) {
                    sizeless.add(unit.name());
                    return;
                }
                unitCount[0]++;
                super.unit(unit);
                if (unit.sizeBytes() > 0) {
                    units.add(unit);
                }
            }

            @Override
            public void error(ReadError error) {
                errors.add(error);
            }

            @Override
            public boolean isStopped() {
                return isStopped.getAsBoolean();
            }
        }));
        long totalBytes = units.stream().mapToLong(Unit::sizeBytes).sum();
        return new Found(units, unitCount[0], totalBytes, sizeless, errors, counts);
    }

    /**
     * @param extentBytes a multiple of the chunk of each fixed chunking
     * @param seed of the samples
     */
    ExtentFrame(List<Unit> units, long extentBytes, long seed) {
        this.extentBytes = extentBytes;
        this.seed = seed;
        List<Unit> small = new ArrayList<>();
        long smallBytes = 0;
        for (Unit unit : units) {
            long bytes = unit.sizeBytes();
            totalBytes += bytes;
            if (bytes >= extentBytes) {
                append((bytes + extentBytes - 1) / extentBytes, List.of(unit));
                continue;
            }
            if (smallBytes + bytes > extentBytes) {
                append(1, small);
                small = new ArrayList<>();
                smallBytes = 0;
            }
            small.add(unit);
            smallBytes += bytes;
        }
        if (!small.isEmpty()) {
            append(1, small);
        }
    }

    private void append(long count, List<Unit> units) {
        stretches.add(new Stretch(extentCount, count, units));
        extentCount += count;
    }

    /** The length of extents that gives enough of them, and no more than are of use. */
    static long extentBytes(long totalBytes) {
        long bytes = LEAST_EXTENT_BYTES;
        while (totalBytes / (2 * bytes) >= ENOUGH_EXTENTS) {
            bytes *= 2;
        }
        return bytes;
    }

    long extentBytes() {
        return extentBytes;
    }

    long extentCount() {
        return extentCount;
    }

    long totalBytes() {
        return totalBytes;
    }

    /** Whether the sample of this seed and share holds the extent. */
    static boolean holds(long seed, double share, long number) {
        return share >= 1 || random(seed, number) < share;
    }

    /** A random number in [0, 1), from the seed and the extent's number alone. */
    private static double random(long seed, long number) {
        long stream = seed == 0 ? 0 : SplitMix.mix(seed);
        return SplitMix.unit(SplitMix.mix(stream + (number + 1) * SplitMix.GOLDEN));
    }

    /** Sees the extents of a pass. */
    @FunctionalInterface
    interface Visitor {
        /** False ends the pass. */
        boolean extent(Extent extent) throws InterruptedException;
    }

    /** Shows the extents that the sample {@code to} holds and the sample {@code from} does not, in the order of the walk. */
    void forEach(double from, double to, Visitor visitor) throws InterruptedException {
        for (Stretch stretch : stretches) {
            long end = stretch.first + stretch.count;
            for (long number = next(stretch.first, end, from, to);
                    number < end;
                    number = next(number + 1, end, from, to)) {
                if (!visitor.extent(new Extent(number, pieces(stretch, number - stretch.first)))) {
                    return;
                }
            }
        }
    }

    /** The first number from {@code number} on that the sample {@code to} holds and {@code from} does not; {@code end} if there is none. */
    private long next(long number, long end, double from, double to) {
        long at = number;
        while (at < end && !(holds(seed, to, at) && (from <= 0 || !holds(seed, from, at)))) {
            at++;
        }
        return at;
    }

    private List<Piece> pieces(Stretch stretch, long i) {
        if (stretch.units.size() == 1) {
            Unit unit = stretch.units.get(0);
            long from = i * extentBytes;
            return List.of(new Piece(unit, from, Math.min(unit.sizeBytes(), from + extentBytes)));
        }
        return stretch.units.stream()
                .map(unit -> new Piece(unit, 0, unit.sizeBytes()))
                .toList();
    }
}
