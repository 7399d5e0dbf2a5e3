package io.compscan.core.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

/** What is known of a native library without it, and what is said where there is none. */
class NativeLibraryTest {

    @Test
    void theLevelsThatAreWrittenOutAreTheLibrarys() {
        assertThat(new ZstdCodec().levels().max()).isEqualTo(Zstd.maxCompressionLevel());
        assertThat(new ZstdCodec().levels().byDefault()).isEqualTo(Zstd.defaultCompressionLevel());
        assertThat(new ZstdStreamCodec().levels().byDefault()).isEqualTo(Zstd.defaultCompressionLevel());
    }

    @Test
    void aLibraryThatCannotBeLoadedIsAFaultOfTheMachine() {
        assertThatThrownBy(() -> EncodingCompressor.load("lz4", () -> {
                    throw new UnsatisfiedLinkError("failed to map segment");
                }))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(
                        "lz4: its native library cannot be loaded from " + System.getProperty("java.io.tmpdir"))
                .hasMessageContaining("-Djava.io.tmpdir=DIR");
    }
}
