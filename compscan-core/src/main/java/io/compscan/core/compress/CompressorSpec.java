package io.compscan.core.compress;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * A compressor as named in {@code --compress}: a codec and a level, equal where they mean the same.
 *
 * @param codec the codec's name
 * @param level one of its levels
 */
public record CompressorSpec(String codec, int level) {

    /** Refuses, with one line for a person, a codec that does not exist and a level that it does not have. */
    public CompressorSpec {
        Codec.Levels levels = find(codec, codec).levels();
        if (level < levels.min() || level > levels.max()) {
            throw new IllegalArgumentException("compressor '" + codec + ":" + level + "': "
                    + (levels.min() == levels.max()
                            ? codec + " has no levels"
                            : "the level must lie in " + levels.min() + " to " + levels.max()));
        }
    }

    /**
     * The compressor that {@code text} names: {@code codec} or {@code codec:level}, such as {@code lz4} or {@code zstd:9}.
     *
     * @throws IllegalArgumentException with one line for a person
     */
    public static CompressorSpec parse(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        Codec codec = find(name, text);
        if (colon < 0) {
            return new CompressorSpec(name, codec.levels().byDefault());
        }
        String level = text.substring(colon + 1);
        if (!level.matches("-?[0-9]{1,9}")) {
            throw new IllegalArgumentException("compressor '" + text + "': the level '" + level + "' is not a number");
        }
        return new CompressorSpec(name, Integer.parseInt(level));
    }

    /** The canonical name: the default level is left out, so {@code zstd:3} is {@code zstd}. */
    public String name() {
        return level == find(codec, codec).levels().byDefault() ? codec : codec + ":" + level;
    }

    /** A compressor for one thread; the caller closes it. */
    public Compressor open() {
        return find(codec, codec).open(level);
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
                    "compressor '" + text + "' is not known; there are " + String.join(", ", codecs.keySet()));
        }
        return codec;
    }
}
