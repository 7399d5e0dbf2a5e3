package io.compscan.cli.option;

import io.compscan.cli.terminal.Progress;
import io.compscan.cli.terminal.StandardOutput;
import io.compscan.core.ByteSize;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.fold.Schemes;
import io.compscan.core.profile.Profile;
import io.compscan.core.profile.Profiles;
import io.compscan.result.Retention;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts option values to the types of core, and passes core's own one-line messages on. */
public final class Converters {

    private Converters() {}

    private static <T> T convert(String text, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    /** Whole numbers in ASCII: Java itself takes the digits of all scripts. */
    public static final class Whole {
        public static final ITypeConverter<Integer> INT = text -> convert(text, "a whole number", Integer::valueOf);
        public static final ITypeConverter<Long> LONG = text -> convert(text, "a whole number", Long::valueOf);

        private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]{1,19}");

        private Whole() {}

        private static <T> T convert(String text, String type, Function<String, T> parser) {
            try {
                if (WHOLE.matcher(text).matches()) {
                    return parser.apply(text);
                }
            } catch (NumberFormatException e) {
                // As below.
            }
            throw new TypeConversionException("'" + text + "' is not " + type);
        }
    }

    /** Decimal numbers in ASCII, such as {@code 2.5}. */
    public static final class Decimal implements ITypeConverter<BigDecimal> {
        private static final Pattern DECIMAL = Pattern.compile("[+-]?[0-9]{1,20}(?:\\.[0-9]{1,20})?");

        @Override
        public BigDecimal convert(String text) {
            if (!DECIMAL.matcher(text).matches()) {
                throw new TypeConversionException("'" + text + "' is not a number such as 3 or 2.5");
            }
            return new BigDecimal(text);
        }
    }

    /**
     * A path. An empty one is the current directory to Java, and a variable without a value to whoever types it. An option that names it as
     * its converter reads there, so {@code -} is a name like any other.
     */
    public static final class Place implements ITypeConverter<Path> {
        @Override
        public Path convert(String text) {
            if (text.isEmpty()) {
                throw new TypeConversionException("'' is no name");
            }
            return Converters.convert(text, Path::of);
        }
    }

    /** A file or directory to write. Options that also write to standard output do without this. */
    public static final class Output implements ITypeConverter<Path> {
        @Override
        public Path convert(String text) {
            Path place = new Place().convert(text);
            if (StandardOutput.isAt(place)) {
                throw new TypeConversionException(
                        "'-' is standard output, which does not take this; a file of that name is ./-");
            }
            return place;
        }
    }

    /** Bytes, such as {@code 4k}. */
    public static final class Size implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            return Converters.convert(text, ByteSize::parse);
        }
    }

    /** Bytes per second, such as {@code 100MiB/s}. The unit is required, because a bare number meant MB in the tool before this one. */
    public static final class Rate implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            String size = text.endsWith("/s") ? text.substring(0, text.length() - 2) : text;
            if (size.matches("[0-9.]*")) {
                throw new TypeConversionException("'" + text + "' needs a unit, such as 100MiB/s");
            }
            long rate = Converters.convert(size, ByteSize::parse);
            if (rate == 0) {
                throw new TypeConversionException("'" + text + "': at that rate it never ends");
            }
            return rate;
        }
    }

    /** A length of time, such as {@code 90s}. */
    public static final class Time implements ITypeConverter<Duration> {
        private static final Pattern TIME = Pattern.compile("([0-9]{1,6})(ms|s|m|h)");

        @Override
        public Duration convert(String text) {
            Duration time = parse(text);
            if (time.isZero()) {
                throw new TypeConversionException("'" + text + "': that would be all the time");
            }
            return time;
        }

        private static Duration parse(String text) {
            Matcher matcher = TIME.matcher(text);
            if (!matcher.matches()) {
                throw new TypeConversionException("'" + text + "' is not a time such as 90s, 5m or 1h");
            }
            long number = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2)) {
                case "ms" -> Duration.ofMillis(number);
                case "s" -> Duration.ofSeconds(number);
                case "m" -> Duration.ofMinutes(number);
                default -> Duration.ofHours(number);
            };
        }

        /** A length of time, or {@code 0} for none. */
        public static final class OrNone implements ITypeConverter<Duration> {
            @Override
            public Duration convert(String text) {
                return text.equals("0") ? Duration.ZERO : parse(text);
            }
        }
    }

    /** A share, such as {@code 20%}. The sign is required, because a bare number may be a share or a percentage. */
    public static final class Percent implements ITypeConverter<Double> {
        private static final Pattern PERCENT = Pattern.compile("(-?[0-9]{1,6}(?:\\.[0-9]{1,6})?)%");

        @Override
        public Double convert(String text) {
            Matcher matcher = PERCENT.matcher(text);
            if (!matcher.matches()) {
                throw new TypeConversionException("'" + text + "' is not a percentage such as 20% or 2.5%");
            }
            return new BigDecimal(matcher.group(1)).movePointLeft(2).doubleValue();
        }
    }

    /** The beginning of a day in UTC, such as {@code 2026-01-31}. */
    public static final class Day implements ITypeConverter<Instant> {
        @Override
        public Instant convert(String text) {
            try {
                return LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
            } catch (DateTimeException e) {
                throw new TypeConversionException("'" + text + "' is not a day such as 2026-01-31");
            }
        }
    }

    /** The snapshots that are kept, such as {@code 30d,8w,12m,3y}. */
    public static final class Keep implements ITypeConverter<Retention> {
        private static final Pattern PART = Pattern.compile("([0-9]{1,5})([dwmy])");

        @Override
        public Retention convert(String text) {
            Map<String, Integer> numbers = new HashMap<>();
            for (String part : text.split(",", -1)) {
                Matcher matcher = PART.matcher(part.strip());
                if (!matcher.matches() || numbers.put(matcher.group(2), Integer.valueOf(matcher.group(1))) != null) {
                    throw new TypeConversionException(
                            "'" + text + "' is no list of days, weeks, months and years such as 30d,8w,12m,3y");
                }
            }
            return Converters.convert(
                    text,
                    list -> new Retention(
                            numbers.getOrDefault("d", 0),
                            numbers.getOrDefault("w", 0),
                            numbers.getOrDefault("m", 0),
                            numbers.getOrDefault("y", 0)));
        }
    }

    /** A number above 0, such as {@code 2.5}. */
    public static final class Positive implements ITypeConverter<Double> {
        private static final Pattern NUMBER = Pattern.compile("[0-9]{1,12}(?:\\.[0-9]{1,12})?");

        @Override
        public Double convert(String text) {
            double number = NUMBER.matcher(text).matches() ? Double.parseDouble(text) : 0;
            if (number == 0) {
                throw new TypeConversionException("'" + text + "' is not a number above 0 such as 300 or 2.5");
            }
            return number;
        }
    }

    /** The length of a superblock. */
    public static final class Superblock implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            long bytes = Converters.convert(text, ByteSize::parse);
            if (bytes < FixedChunker.MIN_BYTES || bytes > Schemes.MAX_SUPERBLOCK_BYTES) {
                throw new TypeConversionException("'" + text + "': a superblock is 512 to 16m bytes long");
            }
            return (int) bytes;
        }
    }

    /** Chunkers, several in one value; picocli adds them to the option's list one by one. */
    public static final class Chunking implements ITypeConverter<List<Chunker>> {
        @Override
        public List<Chunker> convert(String text) {
            return Converters.convert(text, ChunkerSpecs::parse);
        }
    }

    /** Target systems, several in one value; picocli adds them to the option's list one by one. */
    public static final class ProfileList implements ITypeConverter<List<Profile>> {
        @Override
        public List<Profile> convert(String text) {
            return Converters.convert(text, Profiles::parse);
        }
    }

    /** A compressor. */
    public static final class Compressor implements ITypeConverter<CompressorSpec> {
        @Override
        public CompressorSpec convert(String text) {
            return Converters.convert(text, CompressorSpec::parse);
        }
    }

    /** How many chunks to compress. */
    public static final class Sample implements ITypeConverter<CompressSample> {
        @Override
        public CompressSample convert(String text) {
            return Converters.convert(text, CompressSample::parse);
        }
    }

    /** How progress is shown. */
    public static final class ProgressForm implements ITypeConverter<Progress.Form> {
        @Override
        public Progress.Form convert(String text) {
            return Converters.convert(text, form -> switch (form) {
                case "text" -> Progress.Form.TEXT;
                case "json" -> Progress.Form.JSON;
                default -> throw new IllegalArgumentException("'" + form + "' is neither text nor json");
            });
        }
    }

    /** The name of a fingerprint; its salt and the seed that it goes on with are not known yet. */
    public static final class Fingerprint implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            return Converters.convert(text, name -> {
                Fingerprinting.parse(name, null, null);
                return name;
            });
        }
    }
}
