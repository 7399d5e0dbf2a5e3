package io.compscan.core.compress;

import io.compscan.core.ByteSize;
import io.compscan.core.Spelling;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A compressor as named in {@code --compress}: a codec, a level and perhaps a block size or a run, equal where they mean the same.
 *
 * <pre>
 *   compressor = codec [ ":" level ] [ "/" size [ "/shared" ] | "/run=" size ]
 * </pre>
 *
 * @param codec the codec's name
 * @param level one of its levels
 * @param blockBytes the bytes that are compressed at a time, where a chunk is longer; 0 if a chunk is always compressed as a whole
 * @param sharesBlocks whether files shorter than a block are compressed together, as many as fit a block, in the order of the walk
 * @param runBytes the length of the runs in which a file system gives up where a chunk does not shrink; 0 if there are none
 */
public record CompressorSpec(String codec, int level, int blockBytes, boolean sharesBlocks, int runBytes) {

    private static final String SHARED = "/shared";
    private static final String RUN = "run=";

    private static final int MIN_SLOW_DEFLATE = 6;
    private static final int MIN_SLOW_ZSTD = 9;

    private static final int MIN_RUN_BYTES = 4 << 10;
    /** The usual slab, so that it holds whole runs. */
    private static final int MAX_RUN_BYTES = 1 << 20;

    private static final int MIN_BLOCK_BYTES = 512;
    private static final int MAX_BLOCK_BYTES = 16 << 20;

    /** Refuses an unknown codec, and a level or block size outside the codec's range, with one line for a person. */
    public CompressorSpec {
        Codec.Levels levels = find(codec, codec).levels();
        if (level < levels.min() || level > levels.max()) {
            throw new IllegalArgumentException("compressor '" + codec + ":" + level + "': "
                    + (levels.min() == levels.max()
                            ? codec + " has no levels"
                            : "the level must lie in " + levels.min() + " to " + levels.max()));
        }
        if (blockBytes != 0 && (blockBytes < MIN_BLOCK_BYTES || blockBytes > MAX_BLOCK_BYTES)) {
            throw new IllegalArgumentException("compressor '" + codec + "/" + blockBytes + "': blocks are "
                    + MIN_BLOCK_BYTES + " bytes to 16m long");
        }
        if (sharesBlocks && blockBytes == 0) {
            throw new IllegalArgumentException("compressor '" + codec + "': files share blocks of a given size only");
        }
        if (runBytes != 0 && (!isRun(runBytes) || blockBytes != 0)) {
            throw new IllegalArgumentException("compressor '" + codec + "/" + RUN + runBytes
                    + "': runs are powers of two from 4k to 1m, and there are no blocks");
        }
    }

    /** One that compresses every chunk as a whole. */
    public CompressorSpec(String codec, int level) {
        this(codec, level, 0, false);
    }

    /** One without runs. */
    public CompressorSpec(String codec, int level, int blockBytes, boolean sharesBlocks) {
        this(codec, level, blockBytes, sharesBlocks, 0);
    }

    /**
     * The compressor that {@code text} names, such as {@code lz4}, {@code zstd:9} or {@code deflate:9/128k}.
     *
     * @throws IllegalArgumentException with one line for a person
     */
    public static CompressorSpec parse(String text) {
        int slash = text.indexOf('/');
        String whole = slash < 0 ? text : text.substring(0, slash);
        int colon = whole.indexOf(':');
        String name = colon < 0 ? whole : whole.substring(0, colon);
        Codec codec = find(name, text);
        boolean hasRuns = slash >= 0 && text.startsWith(RUN, slash + 1);
        boolean sharesBlocks = slash >= 0 && !hasRuns && text.endsWith(SHARED);
        int sizeEnd = sharesBlocks ? Math.max(slash + 1, text.length() - SHARED.length()) : text.length();
        int blockBytes = slash < 0 || hasRuns ? 0 : parseBlockBytes(text, text.substring(slash + 1, sizeEnd));
        int runBytes = hasRuns ? parseRunBytes(text, text.substring(slash + 1 + RUN.length())) : 0;
        if (colon < 0) {
            return new CompressorSpec(name, codec.levels().byDefault(), blockBytes, sharesBlocks, runBytes);
        }
        String level = whole.substring(colon + 1);
        if (!level.matches("-?[0-9]{1,9}")) {
            throw new IllegalArgumentException("compressor '" + text + "': the level '" + level + "' is not a number");
        }
        return new CompressorSpec(name, Integer.parseInt(level), blockBytes, sharesBlocks, runBytes);
    }

    private static int parseRunBytes(String text, String size) {
        long bytes = parseBytes(text, size);
        if (!isRun(bytes)) {
            throw new IllegalArgumentException("compressor '" + text + "': runs are powers of two from 4k to 1m");
        }
        return (int) bytes;
    }

    private static boolean isRun(long bytes) {
        return bytes >= MIN_RUN_BYTES && bytes <= MAX_RUN_BYTES && Long.bitCount(bytes) == 1;
    }

    private static long parseBytes(String text, String size) {
        try {
            return ByteSize.parse(size);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("compressor '" + text + "': " + e.getMessage(), e);
        }
    }

    private static int parseBlockBytes(String text, String size) {
        long bytes = parseBytes(text, size);
        if (bytes < MIN_BLOCK_BYTES || bytes > MAX_BLOCK_BYTES) {
            throw new IllegalArgumentException(
                    "compressor '" + text + "': blocks are " + MIN_BLOCK_BYTES + " bytes to 16m long");
        }
        return (int) bytes;
    }

    /** The canonical name: the default level is left out, so {@code zstd:3} is {@code zstd}. */
    public String name() {
        String whole = level == find(codec, codec).levels().byDefault() ? codec : codec + ":" + level;
        if (runBytes > 0) {
            return whole + "/" + RUN + runBytes;
        }
        return blockBytes == 0 ? whole : whole + "/" + blockBytes + (sharesBlocks ? SHARED : "");
    }

    /** The library that decides the sizes, with its version; empty if the code of the codec does. */
    public String library() {
        return find(codec, codec).library(level);
    }

    /** A compressor for one thread; the caller closes it. */
    public Compressor open() {
        return open(spec -> find(spec.codec, spec.codec).open(spec.level));
    }

    /**
     * A compressor for one thread, made of others that each compress their input as a whole.
     *
     * @param wholes opens the others, or has opened them
     */
    public Compressor open(Function<CompressorSpec, Compressor> wholes) {
        Compressor whole = wholes.apply(ofWhole());
        return blockBytes > 0 ? new BlockCompressor(whole, blockBytes) : whole;
    }

    /**
     * A quick compressor of the same blocks. Its sizes tell the sizes of this one but for a factor, and a sample of the blocks tells the
     * factor.
     *
     * @return null where this one takes chunks whole, or takes less than ten times as long as the quick one
     */
    public @Nullable CompressorSpec quick() {
        boolean isSlow = switch (codec) {
            case "deflate" -> level >= MIN_SLOW_DEFLATE;
            case "zstd" -> level >= MIN_SLOW_ZSTD;
            case "xz" -> true;
            default -> false;
        };
        return blockBytes > 0 && isSlow
                ? new CompressorSpec(BlockPacker.CODEC, BlockPacker.LEVEL, blockBytes, sharesBlocks)
                : null;
    }

    /** A fast compressor, for a rough size. */
    public static CompressorSpec fast() {
        return parse("lz4");
    }

    /** This one without blocks and runs, for one block at a time. */
    public CompressorSpec ofWhole() {
        return blockBytes == 0 && runBytes == 0 ? this : new CompressorSpec(codec, level);
    }

    /** Written out: Java links its own method of a record at run time, and every start of a scan would wait for that. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CompressorSpec spec
                && codec.equals(spec.codec)
                && level == spec.level
                && blockBytes == spec.blockBytes
                && sharesBlocks == spec.sharesBlocks
                && runBytes == spec.runBytes;
    }

    @Override
    public int hashCode() {
        return Objects.hash(codec, level, blockBytes, sharesBlocks, runBytes);
    }

    @Override
    public String toString() {
        return name();
    }

    /** The names of all compressors, without levels, in their natural order. */
    public static List<String> names() {
        return List.copyOf(codecs().keySet());
    }

    private static Map<String, Codec> codecs() {
        Map<String, Codec> codecs = new TreeMap<>();
        for (Codec codec : ServiceLoader.load(Codec.class)) {
            Codec other = codecs.put(codec.name(), codec);
            if (other != null) {
                throw new IllegalArgumentException("two compressors are named '" + codec.name() + "': "
                        + other.getClass().getName() + " and "
                        + codec.getClass().getName());
            }
        }
        return codecs;
    }

    private static Codec find(String name, String text) {
        if (WeightCodec.isNamed(name)) {
            return WeightCodec.named(name);
        }
        Map<String, Codec> codecs = codecs();
        Codec codec = codecs.get(name);
        if (codec == null) {
            throw new IllegalArgumentException(
                    "compressor '" + text + "' is not known; " + Spelling.hint(name, codecs.keySet()));
        }
        return codec;
    }
}
