package io.compscan.hadoop;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HadoopPlacesTest {

    /** Names in results begin with the address. */
    @ParameterizedTest
    @ValueSource(strings = {"hdfs://user:geheim@localhost:1/x", "s3a://KEY:geheim/x@bucket/y", "webhdfs://u:geheim@h/"})
    void aPasswordInAnAddressIsRefusedWithoutBeingShown(String address) {
        assertThatThrownBy(() -> HadoopPlaces.existing(address, new Configuration()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a password in an address is refused")
                .hasMessageNotContaining("geheim");
    }
}
