package io.compscan.core.source.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.source.StreamSource;
import io.compscan.core.source.StreamUnit;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class StreamUnitTest {

    @Test
    void isReadFromTheFrontUntilItEnds() throws IOException {
        boolean[] closed = {false};
        StreamUnit unit = new StreamUnit("-", "", () -> new ByteArrayInputStream(new byte[] {1, 2, 3, 4, 5}) {
            @Override
            public void close() {
                closed[0] = true;
            }
        });
        assertThat(unit.name()).isEqualTo("-");
        assertThat(unit.extension()).isEmpty();
        assertThat(unit.sizeBytes()).isEqualTo(Unit.UNKNOWN_SIZE);
        byte[] data = new byte[8];
        try (UnitChannel channel = unit.open()) {
            assertThat(channel.nextData(0)).isZero();
            assertThat(channel.read(0, data, 1, 3)).isEqualTo(3);
            assertThat(channel.read(3, data, 4, 4)).isEqualTo(2);
            assertThat(channel.read(5, data, 0, 1)).isEqualTo(-1);
        }
        assertThat(data).containsExactly(0, 1, 2, 3, 4, 5, 0, 0);
        assertThat(closed[0]).isTrue();
    }

    @Test
    void opensOnlyWhenAsked() {
        StreamUnit unit = new StreamUnit("x", "", () -> {
            throw new FileNotFoundException("x");
        });
        assertThatThrownBy(unit::open).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void aStreamIsASourceOfOneUnit() throws InterruptedException {
        StreamSource source = StreamSource.of("-", () -> new ByteArrayInputStream(new byte[0]));
        Findings found = new Findings();
        source.walk(found);
        assertThat(source.paths()).containsExactly("-");
        assertThat(found.units).containsExactly(source.unit());
    }
}
