package io.compscan.report;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "1, 1 B",
        "1023, 1023 B",
        "1024, 1.00 KiB",
        "10229, 9.99 KiB",
        "10235, 10.0 KiB",
        "102348, 99.9 KiB",
        "102349, 100 KiB",
        "1048063, 1023 KiB",
        "1048064, 1.00 MiB",
        "1099511627776, 1.00 TiB",
        "-1, -1 B",
        "-22640268, -21.6 MiB",
        "-9223372036854775808, -8.00 EiB",
        "9223372036854775807, 8.00 EiB"
    })
    void showsBytesInTheLargestUnit(long bytes, String expected) {
        assertThat(Figures.human(bytes)).isEqualTo(expected);
    }

    @Property
    void neverNeedsMoreThanFourDigits(@ForAll @LongRange(min = 0) long bytes) {
        assertThat(Figures.human(bytes))
                .matches("\\d{1,4} [KMGTPE]?i?B|\\d\\.\\d\\d [KMGTPE]iB|\\d\\d\\.\\d [KMGTPE]iB");
    }

    @ParameterizedTest
    @CsvSource({"512, 512 B", "65536, 64 KiB", "131072, 128 KiB", "1048576, 1 MiB", "1500, '1,500 B'"})
    void showsSizesWithoutFraction(long bytes, String expected) {
        assertThat(Figures.size(bytes)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 100, 0.0 %",
        "100, 100, 100.0 %",
        "1, 100000, <0.1 %",
        "99999, 100000, >99.9 %",
        "1, 3, 33.3 %",
        "300, 100, 300.0 %",
        "1, 0, -"
    })
    void showsNeitherNothingNorAllWhereItIsNot(long part, long whole, String expected) {
        assertThat(Figures.percent(part, whole)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.00 s",
        "250000000, 0.25 s",
        "12400000000, 12.4 s",
        "59940000000, 59.9 s",
        "59960000000, 1 min 00 s",
        "185000000000, 3 min 05 s",
        "7384600000000, 2 h 03 min 05 s"
    })
    void showsElapsedTime(long nanos, String expected) {
        assertThat(Figures.elapsed(nanos)).isEqualTo(expected);
    }

    @Test
    void neverWritesAnExponent() {
        assertThat(Figures.plain(1e7)).isEqualTo("10000000.0");
        assertThat(Figures.plain(5e-4)).isEqualTo("0.0005");
        assertThat(Figures.plain(1.0)).isEqualTo("1.0");
        assertThat(Figures.plain(2e-3)).isEqualTo("0.002");
        assertThat(Figures.plain(Double.parseDouble("8.41e21")))
                .as("JDK 17 says 8.409999999999999E21")
                .isEqualTo("8410000000000000000000.0");
    }

    @Property
    void plainNumbersReadBackTheSame(@ForAll double number) {
        assertThat(Double.parseDouble(Figures.plain(number))).isEqualTo(number);
        assertThat(Figures.plain(number)).matches("-?\\d+\\.\\d+");
    }

    @Test
    void endsOfAnIntervalAreToldApart() {
        assertThat(Figures.ends(1.1317, 1.1335)).isEqualTo("1.1317 to 1.1335");
        assertThat(Figures.ends(1.5, 2.25)).isEqualTo("1.50 to 2.25");
        assertThat(Figures.bytesEnds(445_000_000, 447_000_000)).isEqualTo("424 MiB to 426 MiB");
        assertThat(Figures.bytesEnds(2_682_000_000L, 2_688_000_000L)).isEqualTo("2.498 to 2.503 GiB");
        assertThat(Figures.bytesEnds(7, 7)).isEqualTo("7.00000 to 7.00000 B");
        assertThat(Figures.decimalEnds(445_000_000, 447_000_000)).isEqualTo("445 MB to 447 MB");
        assertThat(Figures.decimalEnds(2_681_000_000L, 2_684_000_000L)).isEqualTo("2.681 to 2.684 GB");
    }
}
