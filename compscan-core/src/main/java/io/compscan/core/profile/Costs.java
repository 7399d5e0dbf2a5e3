package io.compscan.core.profile;

import io.compscan.result.Totals;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a system takes beyond its chunks.
 *
 * @param rates the bytes for each thing of a kind, as exact decimals; kinds that are not charged are left out
 * @param fixedFromBytes the logical bytes from which on the fixed costs are due in full, and below in proportion; 0 if they always are
 * @param zeroChunkBytes the longest chunk that is all zero, if the system keeps one of each length; 0 if every zero byte is charged
 * @param table a hash table of chunks, which grows in steps; null if there is none
 * @param repeats which files and directories are stored once if several states of a tree have them alike
 * @param rules what no rate can say; null if the rates say all
 * @param errorShare how far files, directories and links may deviate from their charge, at 95 %; a share of the charge
 */
public record Costs(
        Map<Rate, BigDecimal> rates,
        int fixedFromBytes,
        int zeroChunkBytes,
        @Nullable HashTable table,
        Repeats repeats,
        @Nullable Rules rules,
        double errorShare) {

    /** Costs of a system that are no sum of rates. */
    interface Rules {

        /** The bytes for these things. */
        long bytes(Counts counts);

        /** Whether extended attributes cost anything by these rules. */
        boolean chargesAttributes();

        /** The rules as their key in a profile has them. */
        String text();
    }

    /** The kinds of things that are charged: the key in a profile, the thing in words, and how many of it a system has. */
    public enum Rate {
        ANY_CASE("fixedBytes", "in any case", stored -> 1),
        FILE("bytesPerFile", "a file", stored -> stored.counts.files),
        DIRECTORY("bytesPerDirectory", "a directory", stored -> stored.counts.directories),
        CHUNK("bytesPerChunk", "a distinct chunk", stored -> stored.counts.chunks),
        REFERENCE("bytesPerReference", "a reference", stored -> stored.counts.references),
        LOGICAL_BYTE("bytesPerLogicalByte", "a byte scanned", stored -> stored.counts.logicalBytes),
        NON_ZERO_BYTE(
                "bytesPerNonZeroByte",
                "a byte of chunks that are not zeros",
                stored -> Math.max(0, stored.counts.logicalBytes - stored.counts.zeros.bytes)),
        STORED_BYTE("bytesPerStoredByte", "a byte allocated for chunks", stored -> stored.bytes),
        ZERO_BYTE(
                "bytesPerZeroByte", "a byte of zeros", stored -> stored.counts.zeros.keptBytes(stored.zeroChunkBytes)),
        NAME_BYTE("bytesPerNameByte", "a byte of a file's name", stored -> stored.counts.names.bytes),
        PACKED_NAME_BYTE(
                "bytesPerPackedNameByte",
                "a byte that a directory's names take, compressed",
                stored -> stored.counts.names.packedBytes),
        SYMLINK("bytesPerSymlink", "a symbolic link", stored -> stored.counts.links.symlinks),
        TARGET_BYTE("bytesPerTargetByte", "a byte of what it says", stored -> stored.counts.links.targetBytes),
        HARD_LINK("bytesPerHardLink", "a further name of a file", stored -> stored.counts.links.hardLinks),
        ATTRIBUTED_FILE("attributes.bytesPerFile", "a file that has attributes", stored -> stored.attributes().files),
        ATTRIBUTE("attributes.bytesPerAttribute", "an attribute", stored -> stored.attributes().attributes),
        ATTRIBUTE_BYTE("attributes.bytesPerByte", "a byte of its name and value", stored -> stored.attributes().bytes),
        PACKED_ATTRIBUTE(
                "attributes.bytesPerPackedAttribute",
                "an attribute that differs from others in its directory",
                stored -> stored.attributes().packed),
        PACKED_ATTRIBUTE_BYTE(
                "attributes.bytesPerPackedByte",
                "a byte that these take, compressed",
                stored -> stored.attributes().packedBytes),
        DISTINCT_ATTRIBUTE_BYTE(
                "attributes.bytesPerDistinctByte",
                "a byte of distinct attributes",
                stored -> stored.attributes().distinctBytes),
        ATTRIBUTE_SET(
                "attributes.bytesPerSet", "a distinct set of a file's attributes", stored -> stored.attributes().sets),
        PACKED_ATTRIBUTE_SET_BYTE(
                "attributes.bytesPerPackedSetByte",
                "a byte that these sets take, compressed",
                stored -> stored.attributes().packedSetBytes);

        /** The table of the keys of attributes. */
        static final String ATTRIBUTES = "attributes";

        /** Files, directories, links and attributes. Their charge has an error, since programs compress names and attributes now better, now worse. */
        private static final Set<Rate> OF_TREE = Set.copyOf(EnumSet.complementOf(
                EnumSet.of(ANY_CASE, CHUNK, REFERENCE, LOGICAL_BYTE, NON_ZERO_BYTE, STORED_BYTE, ZERO_BYTE)));

        private final String path;
        private final String words;

        @SuppressWarnings("ImmutableEnumChecker")
        private final ToLongFunction<Stored> count;

        Rate(String path, String words, ToLongFunction<Stored> count) {
            this.path = path;
            this.words = words;
            this.count = count;
        }

        boolean isOfAttributes() {
            return path.startsWith(ATTRIBUTES);
        }

        /** The key in its table. */
        String key() {
            return path.substring(path.indexOf('.') + 1);
        }

        /** The thing that is charged, for one of them. */
        String words() {
            return words;
        }
    }

    /** What a system has stored. */
    private record Stored(Counts counts, long bytes, int zeroChunkBytes) {
        private Attributes attributes() {
            return counts.names.attributes;
        }
    }

    /** Copies the rates. */
    public Costs {
        Map<Rate, BigDecimal> charged = new EnumMap<>(Rate.class);
        rates.forEach((rate, bytes) -> {
            if (bytes.signum() > 0) {
                charged.put(rate, bytes);
            }
        });
        rates = Collections.unmodifiableMap(charged);
    }

    /** The rule for files and directories that several states of a tree have alike: which of them are stored once. */
    public enum Repeats {
        /** No file and no directory: each state counts. */
        CHARGED,
        /** A directory without a change in it or in any directory below it. */
        ONCE_BY_DIRECTORY,
        /** A run of files, as long as no file in it has changed. */
        ONCE_BY_RUN
    }

    /** The most that the costs of a profile can come to; the sum with the bytes of the chunks still fits a {@code long}. */
    private static final BigDecimal MOST = BigDecimal.valueOf(1L << 60);

    private static final int FRACTION_DIGITS = 9;

    /** Nothing. */
    public static final Costs NONE = of(Map.of());

    /** Costs without a table, where each state of a tree counts. */
    public static Costs of(Map<Rate, BigDecimal> rates) {
        return new Costs(rates, 0, 0, null, Repeats.CHARGED, null, 0);
    }

    /**
     * The number of things of each kind.
     *
     * @param files the files that were scanned
     * @param directories the directories that were walked
     * @param chunks the distinct chunks that are not all zero
     * @param references the references to these chunks
     * @param logicalBytes the logical bytes that were scanned
     * @param zeros chunks that are all zero
     * @param names the names and extended attributes
     * @param links the names in directories that are not files of their own
     */
    public record Counts(
            long files,
            long directories,
            long chunks,
            long references,
            long logicalBytes,
            Zeros zeros,
            Names names,
            Links links) {

        /** Things without attributes, with names of which no walk tells how they compress. */
        public Counts(
                long files,
                long directories,
                long chunks,
                long references,
                long logicalBytes,
                Zeros zeros,
                long nameBytes,
                Links links) {
            this(files, directories, chunks, references, logicalBytes, zeros, Names.untold(nameBytes), links);
        }

        /** The same with what the names take. */
        public Counts withPackedNames(long bytes) {
            Names packed = new Names(names.bytes(), bytes, names.attributes(), names.details());
            return new Counts(files, directories, chunks, references, logicalBytes, zeros, packed, links);
        }

        /** The same with attributes. */
        public Counts withAttributes(Attributes some) {
            Names with = new Names(names.bytes(), names.packedBytes(), some, names.details());
            return new Counts(files, directories, chunks, references, logicalBytes, zeros, with, links);
        }

        /** The same with what rules ask for. */
        public Counts withDetails(Details details) {
            Names with = new Names(names.bytes(), names.packedBytes(), names.attributes(), details);
            return new Counts(files, directories, chunks, references, logicalBytes, zeros, with, links);
        }

        /** The sizes of files and directories; where no walk tells them, all are alike. */
        Totals.Shapes shapes() {
            Totals.Shapes told = names.details().shapes();
            if (told != null) {
                return told;
            }
            long entries = files + directories + links.symlinks() + links.hardLinks();
            return new Totals.Shapes(
                    alike(files, logicalBytes),
                    alike(directories, Totals.Shapes.ENTRY_BYTES * entries + names.bytes()),
                    List.of(),
                    List.of());
        }

        private static List<Totals.Sizes> alike(long count, long sum) {
            if (count == 0) {
                return List.of();
            }
            long mean = sum / count;
            return List.of(new Totals.Sizes(mean <= 1 ? mean : Long.highestOneBit(mean - 1) << 1, count, sum));
        }
    }

    /**
     * Names, extended attributes, and what rules ask for.
     *
     * @param bytes the lengths of the names of the files and the symbolic links
     * @param packedBytes what the names of directories take, compressed
     * @param attributes extended attributes
     * @param details what rules ask for
     */
    public record Names(long bytes, long packedBytes, Attributes attributes, Details details) {

        /** Names from a source without a walk. They are taken to compress to half of their bytes, as most do. */
        static Names untold(long bytes) {
            return new Names(bytes, bytes / 2, Attributes.NONE, Details.NONE);
        }
    }

    /**
     * What no rate charges, but {@link Rules} do.
     *
     * @param shapes the sizes of files and directories; null where no walk tells them
     * @param sharedChunks of the distinct chunks, those with several references
     */
    public record Details(Totals.@Nullable Shapes shapes, long sharedChunks) {

        /** Details that nobody knows. */
        public static final Details NONE = new Details(null, 0);
    }

    /**
     * Chunks that are all zero.
     *
     * @param chunks how many
     * @param bytes their bytes
     */
    public record Zeros(long chunks, long bytes) {

        /** No chunk. */
        public static final Zeros NONE = new Zeros(0, 0);

        /**
         * The bytes that a system keeps of them, one chunk of each length.
         *
         * <p>The lengths are not known one by one. Nothing cuts in zeros before the longest chunk ends, so all chunks have that length
         * except those at the ends of files. The mean length of these is half of the longest, so their bytes equal the bytes that they
         * lack. If the mean length of all chunks is below that, they are small files, and count as alike.
         *
         * @param longest the longest possible length; 0 if all chunks are kept
         */
        long keptBytes(int longest) {
            if (longest == 0) {
                return bytes;
            }
            boolean areShort = (double) chunks * longest > 2.0 * bytes;
            return Math.min(bytes, areShort ? longest : longest + Math.max(0, chunks * longest - bytes));
        }
    }

    /**
     * The names in directories that are not files of their own.
     *
     * @param symlinks symbolic links
     * @param targetBytes the bytes of their targets
     * @param hardLinks further names of files
     */
    public record Links(long symlinks, long targetBytes, long hardLinks) {

        /** No link. */
        public static final Links NONE = new Links(0, 0, 0);
    }

    /**
     * Extended attributes.
     *
     * @param files files, directories and symbolic links that have attributes
     * @param attributes attributes
     * @param bytes their names and values
     * @param packed those that differ from all others in their directory
     * @param packedBytes what these take, compressed
     * @param distinctBytes the names and values of those that differ from all others
     * @param sets distinct sets of a file's attributes
     * @param packedSetBytes what these sets take, compressed
     */
    public record Attributes(
            long files,
            long attributes,
            long bytes,
            long packed,
            long packedBytes,
            long distinctBytes,
            long sets,
            long packedSetBytes) {

        /** No attribute. */
        public static final Attributes NONE = new Attributes(0, 0, 0, 0, 0, 0, 0, 0);
    }

    /** The bytes for one thing of a kind. */
    public BigDecimal rate(Rate rate) {
        return rates.getOrDefault(rate, BigDecimal.ZERO);
    }

    /** Whether extended attributes are charged at all. */
    boolean chargesAttributes() {
        return (rules != null && rules.chargesAttributes())
                || rates.keySet().stream().anyMatch(Rate::isOfAttributes);
    }

    /** The sum of these costs, rounded up to a byte; at most 2^60. */
    public long bytes(Counts counts, long storedBytes) {
        return sum(new Stored(counts, storedBytes, zeroChunkBytes), rates.keySet())
                .add(BigDecimal.valueOf(table == null ? 0 : table.bytes(counts.chunks())))
                .add(BigDecimal.valueOf(rules == null ? 0 : rules.bytes(counts)))
                .setScale(0, RoundingMode.CEILING)
                .min(MOST)
                .longValueExact();
    }

    /** The error of the metadata to either side, at 95 %. */
    public long errorBytes(Counts counts) {
        BigDecimal ofTree = sum(new Stored(counts, 0, zeroChunkBytes), Rate.OF_TREE);
        return Math.round(errorShare * ofTree.min(MOST).doubleValue());
    }

    private BigDecimal sum(Stored stored, Set<Rate> of) {
        BigDecimal sum = BigDecimal.ZERO;
        for (Rate rate : of) {
            BigDecimal bytes = rate(rate).multiply(BigDecimal.valueOf(rate.count.applyAsLong(stored)));
            sum = sum.add(rate == Rate.ANY_CASE ? due(bytes, stored.counts.logicalBytes) : bytes);
        }
        return sum;
    }

    private BigDecimal due(BigDecimal fixedBytes, long logicalBytes) {
        return logicalBytes >= fixedFromBytes
                ? fixedBytes
                : fixedBytes
                        .multiply(BigDecimal.valueOf(logicalBytes))
                        .divide(BigDecimal.valueOf(fixedFromBytes), FRACTION_DIGITS, RoundingMode.CEILING);
    }
}
