package io.compscan.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScanOriginTest {

    @Test
    void thePasswordInAnAddressIsNobodysBusiness() {
        assertThat(ScanOrigin.now("scan", List.of("nbd://user:PW@host/disk", "--chunk", "4k", "s3://KEY:SEC/RET@b"))
                        .command())
                .containsExactly("scan", "nbd://user:***@host/disk", "--chunk", "4k", "s3://KEY:***@b");
    }
}
