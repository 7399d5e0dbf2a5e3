package io.compscan.core.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nbd://user:PW@host:10809/disk | nbd://user:***@host:10809/disk",
                "s3://KEY:SECRET@bucket/a | s3://KEY:***@bucket/a",
                "s3://KEY:SEC/RE+T=@bucket | s3://KEY:***@bucket",
                "nbd://user:P@W@host/disk | nbd://user:***@host/disk",
                "qcow2:s3://KEY:SECRET@b/x: no such file | qcow2:s3://KEY:***@b/x: no such file",
                "nbd://:PW@host/ | nbd://:***@host/",
                "scan 'nbd://u:PW@h/d' --json s3://K:S@b | scan 'nbd://u:***@h/d' --json s3://K:***@b",
                "nbd://user@host/disk | nbd://user@host/disk",
                "nbd://host:10809/disk@2 | nbd://host:10809/disk@2",
                "nbd://[::1]:10809/disk | nbd://[::1]:10809/disk",
                "s3://bucket/a:b@c | s3://bucket/a:b@c",
                "/data/a:b@c | /data/a:b@c",
                "nbd+unix:///d?socket=/run/a:b@c | nbd+unix:///d?socket=/run/a:b@c",
            })
    void aPasswordBecomesThreeStars(String text, String masked) {
        assertThat(Addresses.masked(text)).isEqualTo(masked);
    }
}
