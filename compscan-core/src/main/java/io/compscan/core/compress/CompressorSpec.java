package io.compscan.core.compress;

import io.compscan.core.ByteSize;
import io.compscan.core.Spelling;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A compressor as named in {@code --compress}: a codec, a level and perhaps a block size, equal where they mean the same.
 *
 * <pre>
 *   compressor = codec [ ":" level ] [ "/" size [ "/shared" ] ]
 * </pre>
 *
 * @param codec the codec's name
 * @param level one of its levels
 * @param blockBytes the bytes that are compressed at a time, where a chunk is longer; 0 if a chunk is always compressed as a whole
 * @param sharesBlocks whether files shorter than a block are compressed together, as many as fit a block, in the order of the walk
 */
public record CompressorSpec(String codec, int level, int blockBytes, boolean sharesBlocks) {

    private static final String SHARED = "/shared";
    private static final String FAST = "lz4";

    private static final int MIN_SLOW_DEFLATE = 6;
    private static final int MIN_SLOW_ZSTD = 9;

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
    }

    /** One that compresses every chunk as a whole. */
    public CompressorSpec(String codec, int level) {
        this(codec, level, 0, false);
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
        boolean sharesBlocks = slash >= 0 && text.endsWith(SHARED);
        int sizeEnd = sharesBlocks ? Math.max(slash + 1, text.length() - SHARED.length()) : text.length();
        int blockBytes = slash < 0 ? 0 : parseBlockBytes(text, text.substring(slash + 1, sizeEnd));
        if (colon < 0) {
            return new CompressorSpec(name, codec.levels().byDefault(), blockBytes, sharesBlocks);
        }
        String level = whole.substring(colon + 1);
        if (!level.matches("-?[0-9]{1,9}")) {
            throw new IllegalArgumentException("compressor '" + text + "': the level '" + level + "' is not a number");
        }
        return new CompressorSpec(name, Integer.parseInt(level), blockBytes, sharesBlocks);
    }

    private static int parseBlockBytes(String text, String size) {
        long bytes;
        try {
            bytes = ByteSize.parse(size);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("compressor '" + text + "': " + e.getMessage(), e);
        }
        if (bytes < MIN_BLOCK_BYTES || bytes > MAX_BLOCK_BYTES) {
            throw new IllegalArgumentException(
                    "compressor '" + text + "': blocks are " + MIN_BLOCK_BYTES + " bytes to 16m long");
        }
        return (int) bytes;
    }

    /** The canonical name: the default level is left out, so {@code zstd:3} is {@code zstd}. */
    public String name() {
        String whole = level == find(codec, codec).levels().byDefault() ? codec : codec + ":" + level;
        return blockBytes == 0 ? whole : whole + "/" + blockBytes + (sharesBlocks ? SHARED : "");
    }

    /** A compressor for one thread; the caller closes it. */
    public Compressor open() {
        Compressor whole = find(codec, codec).open(level);
        return blockBytes == 0
                ? whole
                : new BlockCompressor(
                        whole, blockBytes, sharesBlocks ? parse(FAST).open() : null);
    }

    /**
     * A quick compressor of the same blocks, whose sizes tell those of this one but for a factor: a sample of the blocks then tells the factor.
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
        return blockBytes > 0 && isSlow ? BlockPacker.spec(blockBytes, sharesBlocks) : null;
    }

    /** This one without blocks, for one block at a time. */
    public CompressorSpec ofWhole() {
        return new CompressorSpec(codec, level);
    }

    /** Written out: what Java makes for a record is linked at run time, which every start of a scan would wait for. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CompressorSpec spec
                && codec.equals(spec.codec)
                && level == spec.level
                && blockBytes == spec.blockBytes
                && sharesBlocks == spec.sharesBlocks;
    }

    @Override
    public int hashCode() {
        return Objects.hash(codec, level, blockBytes, sharesBlocks);
    }

    @Override
    public String toString() {
        return name();
    }

    private static Codec find(String name, String text) {
        Map<String, Codec> codecs = new TreeMap<>();
        for (Codec codec : ServiceLoader.load(Codec.class)) {
            Codec other = codecs.put(codec.name(), codec);
            if (other != null) {
                throw new IllegalArgumentException("two compressors are named '" + codec.name() + "': "
                        + other.getClass().getName() + " and "
                        + codec.getClass().getName());
            }
        }
        Codec codec = codecs.get(name);
        if (codec == null) {
            throw new IllegalArgumentException(
                    "compressor '" + text + "' is not known; " + Spelling.hint(name, codecs.keySet()));
        }
        return codec;
    }
}
