package io.compscan.core.chunk;

import io.compscan.core.ByteSize;
import io.compscan.core.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Chunkers as people write them: {@code 4k,fastcdc:16k,min=4k,max=64k,rabin:8k}.
 *
 * <pre>
 *   chunkers  = chunker *( "," chunker )
 *   chunker   = [ algorithm ":" ] size *( "," parameter "=" value )
 *   algorithm = "fixed" | "rabin" | "gear" | "fastcdc" | "buzhash" | "casync" | "pxar" | "kopia" | "ae" | "ram"
 * </pre>
 *
 * A part with an equals sign belongs to the chunker before it; a part without one starts the next chunker. A size alone is that of
 * fixed chunks.
 */
public final class ChunkerSpecs {

    /** ASCII alone: Java itself takes the digits of all scripts. */
    private static final Pattern BITS = Pattern.compile("0[xX][0-9a-fA-F]{1,16}|[0-9]{1,20}");

    private static final List<String> ALGORITHMS =
            List.of("fixed", "rabin", "gear", "fastcdc", "buzhash", "casync", "pxar", "kopia", "ae", "ram");

    private ChunkerSpecs() {}

    /** The names of the algorithms. */
    public static List<String> algorithms() {
        return ALGORITHMS;
    }

    /**
     * The chunkers that the text names, in its order.
     *
     * @throws IllegalArgumentException with one line that says what is wrong, or which rule is broken
     */
    public static List<Chunker> parse(String text) {
        List<StringBuilder> specs = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            if (!part.contains("=")) {
                specs.add(new StringBuilder(part));
            } else if (specs.isEmpty()) {
                throw new IllegalArgumentException(
                        "'" + part + "' belongs behind a chunker, as in fastcdc:16k," + part);
            } else {
                specs.get(specs.size() - 1).append(',').append(part);
            }
        }
        return specs.stream().map(spec -> parseOne(spec.toString())).toList();
    }

    /** Fixed chunks, with what comes behind their size, each at most once and in this order. */
    private static FixedChunker fixed(String spec, FixedChunker plain) {
        int comma = spec.indexOf(',');
        String rest = comma < 0 ? "" : spec.substring(comma).toLowerCase(Locale.ROOT);
        boolean wholeExtents = rest.endsWith(FixedChunker.EXTENTS);
        String ofFiles = wholeExtents ? rest.substring(0, rest.length() - FixedChunker.EXTENTS.length()) : rest;
        for (FixedChunker.Files files : FixedChunker.Files.values()) {
            if (ofFiles.equals(files.suffix())) {
                return new FixedChunker(plain.chunkBytes(), files, wholeExtents);
            }
        }
        throw new IllegalArgumentException("'" + spec
                + "': fixed chunks have no parameter but files=apart or files=whole, and behind it extents=whole");
    }

    private static Chunker parseOne(String spec) {
        String[] parts = spec.split(",", -1);
        int colon = parts[0].indexOf(':');
        String algorithm = colon < 0 ? "fixed" : parts[0].substring(0, colon).toLowerCase(Locale.ROOT);
        if (algorithm.equals("fixed")) {
            refuseBareAlgorithm(parts[0]);
            refuseDecimalUnit(parts[0]);
            return fixed(spec, FixedChunker.parse(colon < 0 ? parts[0] : "fixed:" + parts[0].substring(colon + 1)));
        }
        Values values = new Values(spec, algorithm, parts);
        try {
            return switch (algorithm) {
                case "rabin" -> rabin(values);
                case "gear" -> gear(values);
                case "fastcdc" -> fastCdc(values);
                case "buzhash" -> buzhash(values);
                case "casync" -> casync(values, CasyncChunker.Kind.CASYNC);
                case "pxar" -> casync(values, CasyncChunker.Kind.PXAR);
                case "kopia" -> casync(values, CasyncChunker.Kind.KOPIA);
                case "ae" -> ae(values);
                case "ram" -> ram(values);
                default ->
                    throw new IllegalArgumentException(
                            "there is no algorithm '" + algorithm + "'; " + Spelling.hint(algorithm, ALGORITHMS));
            };
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + spec + "': " + e.getMessage(), e);
        }
    }

    /** A name without a size, rather than a size that is none. */
    private static void refuseBareAlgorithm(String spec) {
        String name = spec.toLowerCase(Locale.ROOT);
        if (name.matches("[a-z]{2,}")) {
            List<String> near = ALGORITHMS.contains(name) ? List.of(name) : Spelling.near(name, ALGORITHMS);
            if (!near.isEmpty()) {
                throw new IllegalArgumentException(
                        "'" + spec + "' needs the size of its chunks, such as " + near.get(0) + ":16k");
            }
        }
    }

    /** Chunks of 4,000 bytes are what nobody means by 4kb; whoever does, writes the bytes. */
    private static void refuseDecimalUnit(String spec) {
        String size = spec.substring(spec.indexOf(':') + 1).strip();
        if (size.matches("[0-9]{1,6} ?[kKmM][bB]")) {
            String binary =
                    size.substring(0, size.length() - 1).replace(" ", "").toLowerCase(Locale.ROOT);
            throw new IllegalArgumentException("'" + spec + "' is " + ByteSize.parse(size) + " bytes; write " + binary
                    + " for " + ByteSize.parse(binary) + " bytes, or the number of bytes without a unit");
        }
    }

    private static Chunker rabin(Values values) {
        values.allow("min", "max", "window", "poly", "mask", "value");
        int average = values.average();
        return new RabinChunker(new RabinChunker.Parameters(
                average,
                values.size("min", Limits.usualMin(average)),
                values.size("max", Limits.usualMax(average)),
                values.size("window", RabinChunker.USUAL_WINDOW_BYTES),
                values.bits("poly", RabinChunker.USUAL_POLYNOMIAL),
                values.bits("mask", RabinChunker.Parameters.usualMask(average)),
                values.bits("value", RabinChunker.USUAL_VALUE)));
    }

    private static Chunker gear(Values values) {
        values.allow("min", "max", "seed");
        int average = values.average();
        return new GearChunker(new GearChunker.Parameters(
                average,
                values.size("min", Limits.usualMin(average)),
                values.size("max", Limits.usualMax(average)),
                values.bits("seed", 0)));
    }

    private static Chunker fastCdc(Values values) {
        values.allow("min", "max", "nc", "seed");
        int average = values.average();
        return new FastCdcChunker(new FastCdcChunker.Parameters(
                average,
                values.size("min", Limits.usualMin(average)),
                values.size("max", Limits.usualMax(average)),
                values.size("nc", FastCdcChunker.USUAL_LEVEL),
                values.bits("seed", 0)));
    }

    private static Chunker buzhash(Values values) {
        values.allow("min", "max", "window", "seed");
        int average = values.average();
        long seed = values.bits("seed", 0);
        Limits.check(seed >>> Integer.SIZE == 0, "seed must be below 2^32");
        return new BuzhashChunker(new BuzhashChunker.Parameters(
                average,
                values.size("min", Limits.usualMin(average)),
                values.size("max", BuzhashChunker.Parameters.usualMax(average)),
                values.size("window", BuzhashChunker.USUAL_WINDOW_BYTES),
                (int) seed));
    }

    private static Chunker casync(Values values, CasyncChunker.Kind kind) {
        values.allow("min", "max");
        int average = values.average();
        return new CasyncChunker(new CasyncChunker.Parameters(
                kind, average, values.size("min", kind.usualMin(average)), values.size("max", kind.usualMax(average))));
    }

    private static Chunker ae(Values values) {
        values.allow("min", "max");
        int average = values.average();
        return new AeChunker(new AeChunker.Parameters(
                average,
                values.size("min", AeChunker.windowBytes(average)),
                values.size("max", Limits.usualMax(average))));
    }

    private static Chunker ram(Values values) {
        values.allow("min", "max");
        int average = values.average();
        return new RamChunker(new RamChunker.Parameters(
                average,
                values.size("min", RamChunker.Parameters.usualMin(average)),
                values.size("max", Limits.usualMax(average))));
    }

    /** The parameters behind an algorithm's name. */
    private static final class Values {
        private final String algorithm;
        private final String average;
        private final Map<String, String> parameters = new LinkedHashMap<>();

        Values(String spec, String algorithm, String[] parts) {
            this.algorithm = algorithm;
            average = parts[0].substring(algorithm.length() + 1);
            for (int i = 1; i < parts.length; i++) {
                int equals = parts[i].indexOf('=');
                String name = parts[i].substring(0, equals).toLowerCase(Locale.ROOT);
                if (parameters.put(name, parts[i].substring(equals + 1)) != null) {
                    throw new IllegalArgumentException("'" + spec + "': " + name + " is given twice");
                }
            }
        }

        void allow(String... names) {
            for (String name : parameters.keySet()) {
                Limits.check(
                        Set.of(names).contains(name),
                        "'" + name + "' is no parameter of " + algorithm + ", which has " + String.join(", ", names));
            }
        }

        int average() {
            return toInt("the average", ByteSize.parse(average));
        }

        int size(String name, int usual) {
            String value = parameters.get(name);
            return value == null ? usual : toInt(name, ByteSize.parse(value));
        }

        private static int toInt(String name, long bytes) {
            Limits.check(bytes <= Limits.MAX_BYTES, name + " must not be above 64m");
            return (int) bytes;
        }

        /** 64 bits, in hexadecimal behind {@code 0x} or in decimal. */
        long bits(String name, long usual) {
            String value = parameters.get(name);
            if (value == null) {
                return usual;
            }
            try {
                if (!BITS.matcher(value).matches()) {
                    throw new NumberFormatException();
                }
                return value.startsWith("0x") || value.startsWith("0X")
                        ? Long.parseUnsignedLong(value.substring(2), 16)
                        : Long.parseUnsignedLong(value);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        name + "=" + value + " is not a number below 2^64, decimal or hexadecimal as in 0x145c2b6a1",
                        e);
            }
        }
    }
}
