package io.compscan.cli.option;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A value for all target systems, or one for each: {@code 300}, or {@code vdo=300,ontap=450}.
 *
 * @param values by the name of the system; an empty name stands for all others
 */
public record PerSystem(Map<String, Double> values) {

    /** The value of a system; null if it has none. */
    public @Nullable Double of(@Nullable String system) {
        Double own = system == null ? null : values.get(system);
        return own == null ? values.get("") : own;
    }

    /** The systems that have a value of their own. */
    public Set<String> systems() {
        return values.keySet();
    }

    private static PerSystem parse(String text, Function<String, Double> value) {
        Map<String, Double> values = new LinkedHashMap<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            String system = equals < 0 ? "" : part.substring(0, equals).strip();
            if (equals == 0) {
                throw new TypeConversionException("'" + part + "' names no system before its =");
            }
            if (values.put(system, value.apply(part.substring(equals + 1).strip())) != null) {
                throw new TypeConversionException(
                        system.isEmpty()
                                ? "'" + text + "' has two values for all systems"
                                : "'" + system + "' has two values");
            }
        }
        return new PerSystem(values);
    }

    /** Numbers above 0. */
    public static final class Numbers implements ITypeConverter<PerSystem> {
        @Override
        public PerSystem convert(String text) {
            return parse(text, new Converters.Positive()::convert);
        }
    }

    /** Ratios, such as {@code 4} or {@code 4:1}. */
    public static final class Ratios implements ITypeConverter<PerSystem> {
        @Override
        public PerSystem convert(String text) {
            return parse(text, ratio -> new Converters.Positive().convert(ratio.replaceFirst(" ?: ?1$", "")));
        }
    }

    /** Shares from 0 % to less than 100 %. */
    public static final class Shares implements ITypeConverter<PerSystem> {
        @Override
        public PerSystem convert(String text) {
            return parse(text, share -> {
                double parsed = new Converters.Percent().convert(share);
                if (parsed < 0 || parsed >= 1) {
                    throw new TypeConversionException("'" + share + "': it is not negative and lies below 100%");
                }
                return parsed;
            });
        }
    }
}
