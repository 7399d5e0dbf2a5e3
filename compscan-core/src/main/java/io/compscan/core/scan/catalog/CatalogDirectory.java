package io.compscan.core.scan.catalog;

import io.compscan.core.scan.catalog.Catalog.Segment;
import io.compscan.core.scan.checkpoint.CheckpointException;
import io.compscan.core.scan.checkpoint.FrameLog;
import io.compscan.core.scan.checkpoint.Manifest;
import io.compscan.file.HeldDirectory;
import io.compscan.file.OwnerOnly;
import io.compscan.file.Reason;
import io.compscan.report.HistoryJson;
import io.compscan.report.ResultFormatException;
import io.compscan.report.ResultJson;
import io.compscan.result.ScanResult;
import io.compscan.result.history.HistoryResult;
import java.io.BufferedWriter;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The files of a catalog; locked while it is open.
 *
 * <pre>
 *   catalog      the manifest, replaced in one step by each complete scan
 *   catalog.begun    what the first scan measures, until it is complete
 *   N.pieces     the chunks of the units that scan N has read, see {@link PieceWriter}
 *   N.units      those units, see {@link UnitEntry}; a unit follows its pieces
 *   N.live       which units of all segments belong to scan N, see {@link #writeLive}
 *   N.result.json, N.history.json    what scan N has found, and a line for each scan up to it
 * </pre>
 *
 * <p>A scan appends to files of its own. If it is killed, the next one finds the units that it has read whole.
 */
public final class CatalogDirectory implements AutoCloseable {

    private static final Manifest<Catalog> FORMAT = new Manifest<>("catalog", 2, Catalog.class);
    private static final String MANIFEST = "catalog";
    private static final String RESULT = ".result.json";
    private static final String HISTORY = ".history.json";
    private static final String NEXT_MANIFEST = "catalog.next";
    private static final String BEGUN = "catalog.begun";
    private static final Pattern FILE =
            Pattern.compile("(\\d{1,9})\\.(pieces|units|live|result\\.json|history\\.json)");

    private final Path directory;
    private final HeldDirectory held;
    private final @Nullable Catalog last;
    /** The last one; if no scan was complete, what the first one measures. */
    private final @Nullable Catalog begun;
    /** Those of the manifest, and behind them those of scans that were killed. */
    private final List<Segment> segments;

    private CatalogDirectory(
            Path directory,
            HeldDirectory held,
            @Nullable Catalog last,
            @Nullable Catalog begun,
            List<Segment> segments) {
        this.directory = directory;
        this.held = held;
        this.last = last;
        this.begun = begun;
        this.segments = segments;
    }

    /**
     * Opens a catalog, or begins one in a directory that is empty or does not exist.
     *
     * @throws CatalogException if the directory holds anything else, or a damaged catalog or one of another version; if it is in use, or
     *     cannot be written
     */
    public static CatalogDirectory open(Path directory) throws CatalogException {
        try {
            OwnerOnly.createDirectories(directory);
            HeldDirectory held = HeldDirectory.tryHold(directory);
            if (held == null) {
                throw new CatalogException(directory + ": in use by another scan");
            }
            try {
                return open(directory, held);
            } catch (IOException e) {
                held.close();
                throw e;
            }
        } catch (CatalogException e) {
            throw e;
        } catch (CheckpointException e) {
            throw new CatalogException(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new CatalogException(directory + ": cannot hold a catalog: " + Reason.of(e), e);
        }
    }

    private static CatalogDirectory open(Path directory, HeldDirectory held) throws IOException {
        List<Integer> found = segmentNumbers(directory);
        Catalog last = null;
        if (held.holds(MANIFEST)) {
            last = FORMAT.read(directory.resolve(MANIFEST));
        } else if (found.isEmpty() && !held.holdsOnly(Set.of(NEXT_MANIFEST, BEGUN))) {
            throw new CatalogException(directory + ": is not empty; a catalog wants a directory of its own");
        }
        Catalog begun = last == null ? begun(directory) : last;
        List<Segment> segments = new ArrayList<>(last == null ? List.of() : last.segments());
        Set<Integer> known = segments.stream().map(Segment::number).collect(Collectors.toSet());
        for (Segment segment : segments) {
            requireLength(directory.resolve(segment.number() + ".pieces"), segment.pieceBytes());
            requireLength(directory.resolve(segment.number() + ".units"), segment.unitBytes());
        }
        int newest = segments.stream().mapToInt(Segment::number).max().orElse(0);
        for (int number : found) {
            if (begun == null) {
                // Nobody knows how the scan that was killed has cut and fingerprinted them.
                Files.deleteIfExists(directory.resolve(number + ".pieces"));
                Files.deleteIfExists(directory.resolve(number + ".units"));
            } else if (!known.contains(number) && number > newest) {
                segments.add(KilledSegment.of(directory, number));
            }
        }
        HeldDirectory.forceNames(directory.toAbsolutePath().getParent());
        return new CatalogDirectory(directory, held, last, begun, segments);
    }

    /** What a first scan measured that was killed; null if there is none. */
    private static @Nullable Catalog begun(Path directory) throws IOException {
        try {
            return FORMAT.read(directory.resolve(BEGUN));
        } catch (NoSuchFileException | CheckpointException e) {
            // It is written before anything else, so without it there is nothing to go on with.
            return null;
        }
    }

    /** The name of the fingerprints in a catalog; null if there is none, or if it cannot be read, for which {@link #open} has the reason. */
    public static @Nullable String fingerprint(Path directory) {
        try {
            Catalog catalog = isAt(directory) ? FORMAT.read(directory.resolve(MANIFEST)) : begun(directory);
            return catalog == null ? null : catalog.fingerprint();
        } catch (IOException e) {
            return null;
        }
    }

    private static void requireLength(Path file, long bytes) throws IOException {
        if (Files.size(file) < bytes) {
            throw new CatalogException(file + ": ends before byte " + bytes + ", up to which it is needed");
        }
    }

    /** In ascending order. */
    private static List<Integer> segmentNumbers(Path directory) throws IOException {
        List<Integer> numbers = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                Matcher file = FILE.matcher(String.valueOf(entry.getFileName()));
                if (file.matches() && file.group(2).equals("units")) {
                    numbers.add(Integer.parseInt(file.group(1)));
                }
            }
        }
        numbers.sort(null);
        return numbers;
    }

    /** Where it is. */
    public Path path() {
        return directory;
    }

    /** What the last complete scan has left; null if there was none. */
    public @Nullable Catalog last() {
        return last;
    }

    /** What the catalog is made for; null if that is still open. */
    @Nullable Catalog begun() {
        return begun;
    }

    /** Says what the catalog is made for, before the first scan writes anything. */
    void begin(Catalog first) throws IOException {
        FORMAT.write(directory.resolve(BEGUN), first);
        HeldDirectory.forceNames(directory);
    }

    List<Segment> segments() {
        return segments;
    }

    /** Whether a directory is a catalog that holds a complete scan. Reads nothing. */
    public static boolean isAt(Path directory) {
        return Files.isRegularFile(directory.resolve(MANIFEST)) && Files.isDirectory(directory);
    }

    /**
     * The complete scans of a catalog, which may be in use.
     *
     * @throws CatalogException if it is damaged
     */
    public static HistoryResult history(Path directory) throws IOException {
        return read(directory, HISTORY, Catalog::historyChecksum, HistoryJson::read);
    }

    /**
     * The result of the last complete scan of a catalog, which may be in use.
     *
     * @throws CatalogException if it is damaged
     */
    public static ScanResult result(Path directory) throws IOException {
        return read(directory, RESULT, Catalog::resultChecksum, ResultJson::read);
    }

    /** Reads a file of the last scan. */
    @FunctionalInterface
    private interface Reading<T> {
        T of(Path file) throws IOException;
    }

    private static <T> T read(Path directory, String ending, Function<Catalog, String> checksum, Reading<T> reading)
            throws IOException {
        for (int tries = 0; ; tries++) {
            Catalog catalog;
            try {
                catalog = FORMAT.read(directory.resolve(MANIFEST));
            } catch (CheckpointException e) {
                throw new CatalogException(String.valueOf(e.getMessage()), e);
            }
            Path file = directory.resolve(catalog.scanCount() + ending);
            try {
                if (!checksumOf(file).equals(checksum.apply(catalog))) {
                    throw new CatalogException(file + ": damaged: the checksum does not match");
                }
                return reading.of(file);
            } catch (ResultFormatException e) {
                throw new CatalogException(String.valueOf(e.getMessage()), e);
            } catch (NoSuchFileException e) {
                // A scan may have replaced the manifest meanwhile, and removed what the one before has named.
                if (tries > 0) {
                    throw new CatalogException(file + ": is missing", e);
                }
            }
        }
    }

    private static String checksumOf(Path file) throws IOException {
        CRC32C crc = new CRC32C();
        try (InputStream in = new CheckedInputStream(Files.newInputStream(file), crc)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return hexOf(crc);
    }

    private static String hexOf(CRC32C crc) {
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }

    /** A line for each complete scan. */
    HistoryResult history() throws IOException {
        return history(directory);
    }

    /** What the last scan has found. */
    ScanResult result() throws IOException {
        return result(directory);
    }

    Path pieces(int number) {
        return directory.resolve(number + ".pieces");
    }

    Path units(int number) {
        return directory.resolve(number + ".units");
    }

    /** The number of the segment that this scan writes. */
    int nextNumber() {
        return 1 + segments.stream().mapToInt(Segment::number).max().orElse(0);
    }

    /** Shows the units of a segment, in the order in which they ended. */
    void forEachUnit(Segment segment, Consumer<UnitEntry> visitor) throws IOException {
        try (FrameLog.Reader frames = new FrameLog.Reader(units(segment.number()), segment.unitBytes())) {
            for (byte[] frame = frames.next(); frame != null; frame = frames.next()) {
                UnitEntry.Reader entries = new UnitEntry.Reader(frame);
                while (entries.hasNext()) {
                    UnitEntry entry = entries.next();
                    if (entry.number() >= segment.unitCount()) {
                        throw new EOFException("a unit of number " + entry.number());
                    }
                    visitor.accept(entry);
                }
            }
        } catch (EOFException e) {
            throw new CatalogException(units(segment.number()) + ": damaged: " + e.getMessage(), e);
        }
    }

    /** All units that are known. */
    KnownUnits known(BooleanSupplier isStopped) throws IOException {
        KnownUnits known = new KnownUnits(isStopped);
        try {
            BitSet live = last == null ? new BitSet() : readLive(last);
            int first = 0;
            for (Segment segment : segments) {
                int base = first;
                forEachUnit(segment, entry -> known.add(base + entry.number(), entry, live.get(base + entry.number())));
                first += segment.unitCount();
            }
            return known;
        } catch (CheckpointException e) {
            known.close();
            throw new CatalogException(e.getMessage() + "; remove the catalog to begin anew", e);
        } catch (IOException | RuntimeException e) {
            known.close();
            throw e;
        }
    }

    private BitSet readLive(Catalog catalog) throws IOException {
        Path file = live(catalog);
        try (FrameLog.Reader frames = new FrameLog.Reader(file, Files.size(file))) {
            byte[] frame = frames.next();
            if (frame == null || frame.length != liveBytes(catalog)) {
                throw new CatalogException(file + ": damaged: it is not as long as its catalog says");
            }
            return BitSet.valueOf(ByteBuffer.wrap(frame).slice(1, frame.length - 1));
        }
    }

    /** Writes one frame: a byte that says nothing, since no frame is empty, then a bit for each unit of all segments, the lowest first. */
    private void writeLive(Catalog catalog, BitSet live) throws IOException {
        byte[] frame = ByteBuffer.allocate(liveBytes(catalog))
                .position(1)
                .put(live.toByteArray())
                .array();
        try (FrameLog log = new FrameLog(live(catalog), 0)) {
            log.append(frame, frame.length);
            log.force();
        }
    }

    private Path live(Catalog catalog) {
        return directory.resolve(catalog.scanCount() + ".live");
    }

    private static int liveBytes(Catalog catalog) {
        int unitCount = catalog.segments().stream().mapToInt(Segment::unitCount).sum();
        return 1 + (unitCount + Byte.SIZE - 1) / Byte.SIZE;
    }

    /**
     * Replaces the last state, then removes the files that the new one does not name.
     *
     * <p>The bytes of the segments must be on the disk.
     *
     * @param result of the scan
     * @param history a line for each scan
     * @param live which units of these segments belong to the scan
     */
    void commit(Catalog next, ScanResult result, HistoryResult history, BitSet live) throws IOException {
        writeLive(next, live);
        String resultChecksum = write(next.scanCount() + RESULT, out -> ResultJson.write(result, out));
        String historyChecksum = write(next.scanCount() + HISTORY, out -> HistoryJson.write(history, out));
        HeldDirectory.forceNames(directory);
        FORMAT.write(directory.resolve(NEXT_MANIFEST), next.withDocuments(resultChecksum, historyChecksum));
        held.rename(NEXT_MANIFEST, MANIFEST);
        Files.deleteIfExists(directory.resolve(BEGUN));
        Set<String> kept = next.segments().stream()
                .flatMap(segment -> Stream.of(segment.number() + ".pieces", segment.number() + ".units"))
                .collect(Collectors.toSet());
        kept.addAll(List.of(next.scanCount() + ".live", next.scanCount() + RESULT, next.scanCount() + HISTORY));
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                String name = String.valueOf(entry.getFileName());
                if (FILE.matcher(name).matches() && !kept.contains(name)) {
                    Files.deleteIfExists(entry);
                }
            }
        }
    }

    /** Writes a document through to the disk; returns its checksum. */
    private String write(String name, Writing document) throws IOException {
        Path file = directory.resolve(name);
        Files.deleteIfExists(file);
        CRC32C crc = new CRC32C();
        try (FileChannel channel = OwnerOnly.create(file)) {
            OutputStream out = new CheckedOutputStream(Channels.newOutputStream(channel), crc);
            document.to(new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8)));
            channel.force(true);
        }
        return hexOf(crc);
    }

    /** Writes a document, and flushes. */
    @FunctionalInterface
    private interface Writing {
        void to(Writer out) throws IOException;
    }

    /** Unlocks the directory. */
    @Override
    public void close() throws IOException {
        held.close();
    }

    /** The segment of a scan that was killed: what was written before the first damage. */
    private static final class KilledSegment {

        private KilledSegment() {}

        static Segment of(Path directory, int number) throws IOException {
            Path pieces = directory.resolve(number + ".pieces");
            Path units = directory.resolve(number + ".units");
            long pieceBytes = Files.exists(pieces) ? whole(pieces) : 0;
            long unitBytes = whole(units);
            int[] unitCount = {0};
            try (FrameLog.Reader frames = new FrameLog.Reader(units, unitBytes)) {
                for (byte[] frame = frames.next(); frame != null; frame = frames.next()) {
                    UnitEntry.Reader entries = new UnitEntry.Reader(frame);
                    while (entries.hasNext()) {
                        unitCount[0] = Math.max(unitCount[0], entries.next().number() + 1);
                    }
                }
            }
            return new Segment(number, pieceBytes, unitBytes, unitCount[0]);
        }

        /** The bytes of the frames before the first damage. */
        private static long whole(Path log) throws IOException {
            try (FrameLog.Reader frames = new FrameLog.Reader(log, Files.size(log))) {
                try {
                    while (frames.next() != null) {
                        // Only its end matters.
                    }
                } catch (CheckpointException e) {
                    return frames.position();
                }
                return frames.position();
            }
        }
    }
}
