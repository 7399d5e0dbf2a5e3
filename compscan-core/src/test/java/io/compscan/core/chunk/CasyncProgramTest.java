package io.compscan.core.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The chunks of the real casync, every one: where it ends, and the digest that casync names it by. */
@Needs("casync")
class CasyncProgramTest {

    /** Of a {@code .caibx}: the headers of the index and of its table, and the table's tail. */
    private static final int HEAD_BYTES = 48 + 16;

    private static final int ITEM_BYTES = 8 + 32;

    @TempDir
    private Path directory;

    /** The defaults, a maximum that most chunks reach, and a minimum that is above the usual divisor. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "16384:65536:262144 | casync:64k",
                "16384:65536:70000 | casync:64k,max=70000",
                "60000:65536:262144 | casync:64k,min=60000",
                "1000:40000:41000 | casync:40000,min=1000,max=41000",
                "262144:1048576:4194304 | casync:1m"
            })
    void cutsWhereCasyncCuts(String sizes, String spec) throws Exception {
        byte[] data = data();
        Path file = Files.write(directory.resolve("image"), data);
        Path index = directory.resolve("image.caibx");
        Programs.runIn(directory, "casync", "make", "--chunk-size=" + sizes, "--store=store", index, file);
        assertThat(chunks(spec, data)).isEqualTo(chunksIn(index));
    }

    /** The first of the sizes above is what casync takes on its own. */
    @Test
    void theDefaultsAreThoseOfCasync() throws Exception {
        byte[] data = data();
        Path file = Files.write(directory.resolve("image"), data);
        Path index = directory.resolve("image.caibx");
        Programs.runIn(directory, "casync", "make", "--store=store", index, file);
        assertThat(chunks("casync:64k", data)).isEqualTo(chunksIn(index));
    }

    /** Noise, words, a long run of zeros, and a library. */
    private static byte[] data() throws IOException {
        Random random = new Random(21);
        ByteBuffer data = ByteBuffer.allocate(9 << 20);
        byte[] noise = new byte[3 << 20];
        random.nextBytes(noise);
        data.put(noise);
        StringBuilder words = new StringBuilder();
        while (words.length() < 2 << 20) {
            words.append(random.nextInt(5000)).append(' ');
        }
        data.put(words.toString().getBytes(StandardCharsets.US_ASCII));
        data.position(data.position() + 1_000_001);
        byte[] library = Files.readAllBytes(Path.of(System.getProperty("java.home"), "lib", "server", "libjvm.so"));
        data.put(library, 0, Math.min(data.remaining(), library.length));
        return data.array();
    }

    private static List<String> chunks(String spec, byte[] data) throws NoSuchAlgorithmException {
        ChunkList chunks = new ChunkList();
        ChunkerSpecs.parse(spec).get(0).cutter().cutRegion(data, 0, data.length, 0, chunks);
        MessageDigest digest = MessageDigest.getInstance("SHA-512/256");
        List<String> named = new ArrayList<>();
        for (int i = 0; i < chunks.size(); i++) {
            digest.update(data, chunks.offset(i), chunks.length(i));
            int end = chunks.offset(i) + chunks.length(i);
            named.add(end + " " + HexFormat.of().formatHex(digest.digest()));
        }
        return named;
    }

    private static List<String> chunksIn(Path index) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(index)).order(ByteOrder.LITTLE_ENDIAN);
        List<String> named = new ArrayList<>();
        byte[] id = new byte[32];
        // The table ends with an item whose end is 0.
        for (int at = HEAD_BYTES; bytes.getLong(at) != 0; at += ITEM_BYTES) {
            bytes.get(at + Long.BYTES, id);
            named.add(bytes.getLong(at) + " " + HexFormat.of().formatHex(id));
        }
        assertThat(bytes.capacity()).isEqualTo(HEAD_BYTES + ITEM_BYTES * (named.size() + 1));
        return named;
    }
}
