package io.compscan.core.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompressorSpecTest {

    @ParameterizedTest
    @CsvSource({
        "none, none",
        "none:0, none",
        "lz4, lz4",
        "lz4:1, lz4",
        "lz4:8, lz4:8",
        "lz4hc, lz4hc",
        "lz4hc:9, lz4hc",
        "lz4hc:12, lz4hc:12",
        "zstd, zstd",
        "zstd:3, zstd",
        "zstd:03, zstd",
        "zstd:9, zstd:9",
        "zstd:-5, zstd:-5",
        "deflate:6, deflate",
        "deflate:9, deflate:9",
        "xz, xz",
        "xz:0, xz:0"
    })
    void hasOneNameForOneMeaning(String text, String name) {
        CompressorSpec spec = CompressorSpec.parse(text);
        assertThat(spec.name()).isEqualTo(name);
        assertThat(spec).hasToString(name).isEqualTo(CompressorSpec.parse(name));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lzo | compressor 'lzo' is not known; there are deflate, lz4, lz4hc, none, xz, zstd",
                "LZ4:2 | compressor 'LZ4:2' is not known; there are deflate, lz4, lz4hc, none, xz, zstd",
                "'' | compressor '' is not known; there are deflate, lz4, lz4hc, none, xz, zstd",
                "lz4: | compressor 'lz4:': the level '' is not a number",
                "zstd:fast | compressor 'zstd:fast': the level 'fast' is not a number",
                "zstd:3:4 | compressor 'zstd:3:4': the level '3:4' is not a number",
                "zstd:99999999999 | compressor 'zstd:99999999999': the level '99999999999' is not a number",
                "lz4:0 | compressor 'lz4:0': the level must lie in 1 to 65537",
                "lz4hc:13 | compressor 'lz4hc:13': the level must lie in 2 to 12",
                "zstd:23 | compressor 'zstd:23': the level must lie in -1000 to 22",
                "deflate:0 | compressor 'deflate:0': the level must lie in 1 to 9",
                "xz:10 | compressor 'xz:10': the level must lie in 0 to 9",
                "none:1 | compressor 'none:1': none has no levels"
            })
    void refusesWithOneLine(String text, String message) {
        assertThatThrownBy(() -> CompressorSpec.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void aJarAddsACodec(@TempDir Path jar) throws Exception {
        withServices(jar, HalvingCodec.class, () -> {
            CompressorSpec spec = CompressorSpec.parse("halving:7");
            assertThat(spec.name()).isEqualTo("halving:7");
            try (Compressor compressor = spec.open()) {
                assertThat(compressor.storedBytes(new byte[4096], 0, 4096)).isEqualTo(2048);
            }
            assertThat(CompressorSpec.parse("lz4").name()).isEqualTo("lz4");
        });
    }

    @Test
    void twoCodecsOfOneNameAreRefused(@TempDir Path jar) throws Exception {
        withServices(
                jar,
                SecondLz4Codec.class,
                () -> assertThatThrownBy(() -> CompressorSpec.parse("zstd"))
                        .hasMessage("two compressors are named 'lz4': " + Lz4Codec.class.getName() + " and "
                                + SecondLz4Codec.class.getName()));
    }

    private static void withServices(Path jar, Class<?> codec, Runnable test) throws Exception {
        Path services = jar.resolve("META-INF/services");
        Files.createDirectories(services);
        Files.writeString(services.resolve(Codec.class.getName()), codec.getName() + "\n");
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            test.run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** As a plugin would bring it. */
    public static final class HalvingCodec implements Codec {

        @Override
        public String name() {
            return "halving";
        }

        @Override
        public Levels levels() {
            return new Levels(0, 10, 5);
        }

        @Override
        public Compressor open(int level) {
            return new Compressor() {
                @Override
                public int compressedBytes(byte[] data, int offset, int length) {
                    return length / 2;
                }

                @Override
                public void close() {}
            };
        }
    }

    /** A plugin that takes a name that is taken. */
    public static final class SecondLz4Codec implements Codec {

        @Override
        public String name() {
            return "lz4";
        }

        @Override
        public Levels levels() {
            return Levels.NONE;
        }

        @Override
        public Compressor open(int level) {
            throw new UnsupportedOperationException();
        }
    }
}
