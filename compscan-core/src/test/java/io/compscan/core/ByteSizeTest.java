package io.compscan.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "4096, 4096",
        "512b, 512",
        "512B, 512",
        "4k, 4096",
        "4K, 4096",
        "4KiB, 4096",
        "4kib, 4096",
        "4 KiB, 4096",
        "4kB, 4000",
        "4KB, 4000",
        "1MB, 1000000",
        "1.5MB, 1500000",
        "100MiB, 104857600",
        "1200m, 1258291200",
        "1.5g, 1610612736",
        "2GB, 2000000000",
        "1t, 1099511627776",
        "0.5t, 549755813888",
        "1P, 1125899906842624",
        "8191p, 9222246136947933184",
        "9223372036854775807, 9223372036854775807",
        "10.0, 10",
        "007, 7"
    })
    void readsWhatPeopleWrite(String text, long bytes) {
        assertThat(ByteSize.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "k",
                "B",
                "5q",
                "-1",
                "-4k",
                "+4k",
                "4kk",
                "4ib",
                "4bk",
                "0x10",
                "1e3",
                "1,5g",
                ".5g",
                "5.g",
                "4k8k",
                "4 \n k",
                "NaN",
                "٤k",
                "111111111111111111111"
            })
    void refusesWhatIsNoSize(String text) {
        assertThatThrownBy(() -> ByteSize.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'" + text + "' is not a size");
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775808", "8192p", "99999999999999999999p"})
    void refusesWhatDoesNotFit(String text) {
        assertThatThrownBy(() -> ByteSize.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'" + text + "' is too large; the largest size is 2^63 - 1 bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.1g", "0.3k", "1.5", "0.0001KB"})
    void refusesPartsOfBytes(String text) {
        assertThatThrownBy(() -> ByteSize.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'" + text + "' is not a whole number of bytes");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "1, 1 B",
        "1023, 1023 B",
        "1024, 1 KiB",
        "4096, 4 KiB",
        "1610612736, 1.5 GiB",
        "1048575, 1 MiB",
        "1048524, 1023.9 KiB",
        "1099511627776, 1 TiB",
        "9223372036854775807, 8 EiB",
        "-1, -1 B",
        "-6144, -6 KiB",
        "-9223372036854775808, -8 EiB"
    })
    void writesOneDecimalAtMost(long bytes, String text) {
        assertThat(ByteSize.format(bytes)).isEqualTo(text);
    }

    @Property
    void plainNumbersComeBack(@ForAll @LongRange(min = 0) long bytes) {
        assertThat(ByteSize.parse(Long.toString(bytes))).isEqualTo(bytes);
    }

    @Property
    void whatIsWrittenCanBeRead(@ForAll @LongRange(min = 0, max = Long.MAX_VALUE / 1024) long kibibytes) {
        assertThat(ByteSize.parse(kibibytes + "KiB")).isEqualTo(kibibytes * 1024);
    }
}
