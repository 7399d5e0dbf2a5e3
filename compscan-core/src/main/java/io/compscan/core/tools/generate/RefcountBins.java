package io.compscan.core.tools.generate;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How many distinct chunks are referenced how often: the shape of deduplication.
 *
 * @param bins in ascending order of the references, each count at least 1
 */
public record RefcountBins(List<Bin> bins) {

    /** Above this mean, reference counts step by more than one, so that there are never many thousand bins. */
    private static final int FINE_MEAN = 64;

    /**
     * Distinct chunks that are referenced equally often.
     *
     * @param references how often each of them occurs
     * @param chunks how many there are
     */
    public record Bin(long references, long chunks) {}

    /** Copies the bins; refuses bins out of order, empty ones, and totals of 2^63 or more. */
    public RefcountBins {
        bins = List.copyOf(bins);
        long before = 0;
        long total = 0;
        for (Bin bin : bins) {
            if (bin.references() <= before || bin.chunks() < 1) {
                throw new IllegalArgumentException("a histogram with " + bin + " after " + before + " references");
            }
            before = bin.references();
            total = Math.addExact(total, Math.multiplyExact(bin.references(), bin.chunks()));
        }
    }

    /** The total number of references. */
    public long references() {
        return bins.stream().mapToLong(bin -> bin.references() * bin.chunks()).sum();
    }

    /** The number of distinct chunks. */
    public long chunks() {
        return bins.stream().mapToLong(Bin::chunks).sum();
    }

    /**
     * Exactly {@code references} references to exactly {@code chunks} chunks, spread as nature does it: most chunks are referenced less
     * than the average, few much more (geometrically distributed).
     */
    public static RefcountBins spread(long references, long chunks) {
        if (chunks < 0 || references < chunks || (chunks == 0 && references > 0)) {
            throw new IllegalArgumentException(references + " references to " + chunks + " chunks");
        }
        if (references == 0) {
            return new RefcountBins(List.of());
        }
        double mean = (double) references / chunks;
        long step = Math.max(1, (long) (mean / FINE_MEAN));
        double more = (mean - 1) / (mean - 1 + step);
        NavigableMap<Long, Long> bins = new TreeMap<>();
        long given = 0;
        long used = 0;
        double beyond = 1;
        for (long count = 1; given < chunks; count += step) {
            beyond *= more;
            long upTo = Math.min(chunks, Math.round(chunks * (1 - beyond)));
            // References run out early only where rounding favours the large counts; the rest is then referenced once.
            if (upTo > given && used + (upTo - given) * count + (chunks - upTo) > references) {
                break;
            }
            used += (upTo - given) * count;
            bins.merge(count, upTo - given, Long::sum);
            given = upTo;
        }
        bins.merge(1L, chunks - given, Long::sum);
        used += chunks - given;
        bins.values().removeIf(n -> n == 0);
        // The most referenced chunk takes the remainder.
        long top = bins.lastKey();
        move(bins, top, top + references - used);
        return of(bins);
    }

    /** The same shape for another number of references, which is met exactly; the number of chunks follows. */
    public RefcountBins scaledTo(long references) {
        BigInteger from = BigInteger.valueOf(references());
        BigInteger to = BigInteger.valueOf(references);
        NavigableMap<Long, Long> scaled = new TreeMap<>();
        long seen = 0;
        long used = 0;
        // From the most referenced down: what does not make a whole chunk there is carried on to those referenced less.
        for (int i = bins.size() - 1; i >= 0; i--) {
            Bin bin = bins.get(i);
            seen += bin.references() * bin.chunks();
            long due = BigInteger.valueOf(seen).multiply(to).divide(from).longValueExact() - used;
            long chunks = due / bin.references();
            if (chunks > 0) {
                scaled.put(bin.references(), chunks);
                used += chunks * bin.references();
            }
        }
        if (used < references) {
            scaled.merge(references - used, 1L, Long::sum);
        }
        return of(scaled);
    }

    /**
     * The rows of a scan's {@code refcounts.csv} that belong to one chunking.
     *
     * @param chunking canonical name, such as {@code fixed:4096}
     * @throws IllegalArgumentException with one line for a person, if that is not such a file or it has no such rows
     */
    public static RefcountBins read(Path csv, String chunking) throws IOException {
        NavigableMap<Long, Long> bins = new TreeMap<>();
        TreeSet<String> others = new TreeSet<>();
        try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(csv)) {
            for (NamedCsvRecord row : rows) {
                String name = field(csv, row, "chunking");
                if (!name.equals(chunking)) {
                    others.add(name);
                    continue;
                }
                long references = number(csv, row, "references");
                if (bins.put(references, number(csv, row, "chunks")) != null) {
                    throw new IllegalArgumentException(csv + ", line " + row.getStartingLineNumber() + ": references "
                            + references + " occur twice");
                }
            }
        } catch (CsvParseException e) {
            throw new IllegalArgumentException(csv + " is not a CSV file: " + e.getMessage(), e);
        }
        if (bins.isEmpty()) {
            throw new IllegalArgumentException(csv + " has no rows of chunking " + chunking
                    + (others.isEmpty() ? "" : "; it has " + String.join(", ", others)));
        }
        try {
            return of(bins);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(csv + " adds up to 2^63 references or more", e);
        }
    }

    private static long number(Path csv, NamedCsvRecord row, String column) {
        String text = field(csv, row, column);
        if (!text.matches("[0-9]{1,18}") || Long.parseLong(text) == 0) {
            throw new IllegalArgumentException(csv + ", line " + row.getStartingLineNumber() + ": " + column + " '"
                    + text + "' is not a number of at least 1");
        }
        return Long.parseLong(text);
    }

    private static String field(Path csv, NamedCsvRecord row, String column) {
        return row.findField(column)
                .orElseThrow(() ->
                        new IllegalArgumentException(csv + ", line " + row.getStartingLineNumber() + ": no column "
                                + column + "; a scan's refcounts.csv has chunking, references, chunks, bytes"));
    }

    private static void move(NavigableMap<Long, Long> bins, long from, long to) {
        if (from != to) {
            bins.computeIfPresent(from, (references, chunks) -> chunks == 1 ? null : chunks - 1);
            bins.merge(to, 1L, Long::sum);
        }
    }

    private static RefcountBins of(Map<Long, Long> bins) {
        List<Bin> list = new ArrayList<>();
        bins.forEach((references, chunks) -> list.add(new Bin(references, chunks)));
        return new RefcountBins(list);
    }
}
