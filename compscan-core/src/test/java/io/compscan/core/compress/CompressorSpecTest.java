package io.compscan.core.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
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
        "zstdstream:3, zstdstream",
        "zstdstream:1, zstdstream:1",
        "deflate:6, deflate",
        "deflate:9, deflate:9",
        "xz, xz",
        "xz:0, xz:0",
        "deflate:9/128k, deflate:9/131072",
        "zstd:3/512, zstd/512",
        "deflate:9/128k/shared, deflate:9/131072/shared",
        "zstd:3/run=512k, zstd/run=524288"
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
                "lzo | compressor 'lzo' is not known; did you mean lz4?",
                "LZ4:2 | compressor 'LZ4:2' is not known; did you mean lz4?",
                "'' | compressor '' is not known; there are deflate, gozstd, lz4, lz4hc, lz4stream, none, snappy, xz, zfslz4, zle, zstd, zstdstream",
                "lz4: | compressor 'lz4:': the level '' is not a number",
                "zstd:fast | compressor 'zstd:fast': the level 'fast' is not a number",
                "zstd:3:4 | compressor 'zstd:3:4': the level '3:4' is not a number",
                "zstd:99999999999 | compressor 'zstd:99999999999': the level '99999999999' is not a number",
                "lz4:0 | compressor 'lz4:0': the level must lie in 1 to 65537",
                "lz4hc:13 | compressor 'lz4hc:13': the level must lie in 2 to 12",
                "zstd:23 | compressor 'zstd:23': the level must lie in -1000 to 22",
                "zstdstream:13 | compressor 'zstdstream:13': the level must lie in -1000 to 12",
                "deflate:0 | compressor 'deflate:0': the level must lie in 1 to 9",
                "xz:10 | compressor 'xz:10': the level must lie in 0 to 9",
                "none:1 | compressor 'none:1': none has no levels",
                "lz4/511 | compressor 'lz4/511': blocks are 512 bytes to 16m long",
                "lz4/run=768k | compressor 'lz4/run=768k': runs are powers of two from 4k to 1m",
                "lz4/run=2m | compressor 'lz4/run=2m': runs are powers of two from 4k to 1m",
                "lz4/128k/run=512k | compressor 'lz4/128k/run=512k': '128k/run=512k' is not a size;"
                        + " write bytes or a unit, such as 4096, 4k, 1.5g, 100MiB (k = KiB = 1024, KB = 1000)",
                "lz4/shared | compressor 'lz4/shared': '' is not a size; write bytes or a unit, such as 4096, 4k, 1.5g, 100MiB"
                        + " (k = KiB = 1024, KB = 1000)",
                "lz4/1g | compressor 'lz4/1g': blocks are 512 bytes to 16m long",
                "lz4/ | compressor 'lz4/': '' is not a size; write bytes or a unit, such as 4096, 4k, 1.5g, 100MiB (k ="
                        + " KiB = 1024, KB = 1000)"
            })
    void refusesWithOneLine(String text, String message) {
        assertThatThrownBy(() -> CompressorSpec.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    /** Text, noise, zeros and half a block of text: each on its own, noise raw, and zeros take nothing. */
    @Test
    void blocksAreCompressedOneByOne() {
        byte[] noise = new byte[4096];
        new Random(1).nextBytes(noise);
        byte[] data = new byte[3 * 4096 + 2048];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (i / 4096 == 1 ? noise[i - 4096] : i / 4096 == 2 ? 0 : i % 61);
        }
        try (Compressor blocks = CompressorSpec.parse("zstd/4k").open();
                Compressor whole = CompressorSpec.parse("zstd").open()) {
            int text = whole.compressedBytes(data, 0, 4096);
            int halfText = whole.compressedBytes(data, 3 * 4096, 2048);
            assertThat(text).isLessThan(200);
            assertThat(blocks.storedBytes(data, 0, data.length)).isEqualTo(text + 4096 + halfText);
            assertThat(blocks.storedBytes(data, 4096, 2 * 4096)).isEqualTo(4096);
        }
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
