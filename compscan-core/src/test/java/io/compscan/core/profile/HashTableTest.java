package io.compscan.core.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class HashTableTest {

    private final HashTable table = new HashTable(18, 40, 0.75, List.of(1031, 2053, 4099));

    @Test
    void itGrowsInSteps() {
        assertThat(table.bytes(0)).isEqualTo(18 + 40 * 1031);
        // Three quarters of 1031 are 773.25.
        assertThat(table.bytes(773)).isEqualTo(18 + 40 * 1031);
        assertThat(table.bytes(774)).isEqualTo(18 + 40 * 2053);
        assertThat(table.bytes(3074)).isEqualTo(18 + 40 * 4099);
    }

    @Test
    void beyondTheLastStepItGrowsWithTheEntries() {
        assertThat(table.bytes(7_500)).isEqualTo(18 + 400_000);
        assertThat(table.bytes(Long.MAX_VALUE)).isGreaterThan(1L << 59);
    }

    @Test
    void theIndexOfBorg() {
        HashTable index = Profiles.named("borg").metadata().table();
        assertThat(index).isNotNull();
        assertThat(index.bytes(100)).isEqualTo(41_258);
        assertThat(index.bytes(98_325)).isEqualTo(18 + 40 * 131_101);
        assertThat(index.bytes(98_326)).isEqualTo(18 + 40 * 262_147);
    }

    @Test
    void refusesWhatIsNoTable() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HashTable(0, 40, 0.75, List.of()))
                .withMessage("table.slots must not be empty");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HashTable(0, 40, 0.75, List.of(2, 2)))
                .withMessage("table.slots must ascend");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HashTable(0, 40, 1.5, List.of(2)))
                .withMessage("table.maxLoad must be above 0 and at most 1");
    }
}
