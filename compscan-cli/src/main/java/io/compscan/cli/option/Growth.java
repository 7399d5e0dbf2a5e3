package io.compscan.cli.option;

import java.math.BigDecimal;
import java.math.RoundingMode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The growth of a year: one share, or a range around its middle.
 *
 * @param low the least
 * @param middle the number to plan with
 * @param high the most
 */
record Growth(double low, double middle, double high) {

    /** {@code 20%}, or {@code 15%..25%}. */
    static final class Converter implements ITypeConverter<Growth> {
        @Override
        public Growth convert(String text) {
            int dots = text.indexOf("..");
            Converters.Percent percent = new Converters.Percent();
            if (dots < 0) {
                double share = percent.convert(text);
                return new Growth(share, share, share);
            }
            double low = percent.convert(text.substring(0, dots));
            double high = percent.convert(text.substring(dots + 2));
            if (low > high) {
                throw new TypeConversionException("'" + text + "' begins with the greater one");
            }
            BigDecimal middle = BigDecimal.valueOf(low)
                    .add(BigDecimal.valueOf(high))
                    .divide(BigDecimal.valueOf(2), 12, RoundingMode.HALF_UP);
            return new Growth(low, middle.doubleValue(), high);
        }
    }
}
