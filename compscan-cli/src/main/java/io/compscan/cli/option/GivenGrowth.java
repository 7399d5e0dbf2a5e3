package io.compscan.cli.option;

import io.compscan.result.Growth.Curve;
import java.math.BigDecimal;
import java.math.RoundingMode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The growth of a year: one share, or a range around its middle.
 *
 * @param curve whether it is a share of each year, or of today
 * @param low the least
 * @param middle the number to plan with
 * @param high the most
 */
record GivenGrowth(Curve curve, double low, double middle, double high) {

    private static final String LINEAR = "linear:";

    /** {@code 20%}, {@code 15%..25%}, {@code 15%..18%..25%}, or one of them behind {@code linear:}. */
    static final class Converter implements ITypeConverter<GivenGrowth> {
        @Override
        public GivenGrowth convert(String text) {
            return text.startsWith(LINEAR)
                    ? convert(Curve.LINEAR, text.substring(LINEAR.length()))
                    : convert(Curve.EXPONENTIAL, text);
        }

        private static GivenGrowth convert(Curve curve, String text) {
            Converters.Percent percent = new Converters.Percent();
            String[] ends = text.split("\\.\\.", -1);
            double low = percent.convert(ends[0]);
            double high = percent.convert(ends[ends.length - 1]);
            double middle = ends.length == 3
                    ? percent.convert(ends[1])
                    : BigDecimal.valueOf(low)
                            .add(BigDecimal.valueOf(high))
                            .divide(BigDecimal.valueOf(2), 12, RoundingMode.HALF_UP)
                            .doubleValue();
            if (ends.length > 3 || low > middle || middle > high) {
                throw new TypeConversionException("'" + text + "' is not in ascending order, such as 15%..20%..25%");
            }
            return new GivenGrowth(curve, low, middle, high);
        }
    }
}
