package io.compscan.core.write.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.profile.Profiles;
import io.compscan.core.scan.MemorySource;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.Scans;
import io.compscan.core.scan.checkpoint.CheckpointDirectory;
import io.compscan.result.Layout;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import io.compscan.testing.Slow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes at any position: what was written, and what lies there in the end. */
class PositionedSessionTest {

    private static final int CHUNK = 4096;

    @TempDir
    private Path temporary;

    /** A stream as a file would hold it, and all that was ever written to it. */
    private static final class Model {
        private byte[] content = {};
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();

        void write(byte[] bytes, int position) {
            content = Arrays.copyOf(content, Math.max(content.length, position + bytes.length));
            System.arraycopy(bytes, 0, content, position, bytes.length);
            written.writeBytes(bytes);
        }
    }

    private static ScanOptions options(String chunks) {
        return Scans.chunkedBy(
                        ChunkerSpecs.parse(chunks), List.of(CompressorSpec.parse("none"), CompressorSpec.parse("lz4")))
                .withThreads(1, 2);
    }

    private static WriteRequest request(ScanOptions options) {
        return WriteRequest.of(options, Scans.plan(List.of("memory"), options)).withLast();
    }

    private static byte[] chunk(int seed) {
        byte[] bytes = new byte[CHUNK];
        if (seed != 0) {
            new Random(seed).nextBytes(bytes);
            Arrays.fill(bytes, 100 * (seed % 20), CHUNK, (byte) seed);
        }
        return bytes;
    }

    @Provide
    static Arbitrary<String> chunkings() {
        return Arbitraries.of("4k", "512", "512,4k", "8k,1k,2k", "64k,4k");
    }

    /** Blocks in any order, each as a whole or in pieces, forwards or backwards; then a short end. */
    @Property(tries = 30)
    @Slow
    void bothTotalsAreThoseOfScans(@ForAll long seed, @ForAll @From("chunkings") String chunks) throws Exception {
        Random random = new Random(seed);
        ScanOptions options = options(chunks);
        if (random.nextInt(3) == 0 && !chunks.equals("8k,1k,2k")) {
            options = options.withProfiles(Profiles.parse("ontap"));
        }
        WriteRequest request = request(options);
        Map<String, Model> models = new LinkedHashMap<>();
        MemorySource everything = new MemorySource();
        MemorySource left = new MemorySource();
        ScanResult written;
        ScanResult last;
        long newBytes = 0;
        try (WriteSession session = WriteSession.open(request)) {
            int streams = 1 + random.nextInt(5);
            for (int i = 0; i < streams; i++) {
                String name = "s" + random.nextInt(4) + ".t" + random.nextInt(2);
                boolean goesOn = random.nextInt(3) > 0;
                Model model = goesOn ? models.getOrDefault(name, new Model()) : new Model();
                models.put(name, model);
                StreamSummary summary = goesOn
                        ? position(session, name, model, random, request)
                        : inOrder(session, name, model, random);
                newBytes += summary.newBytes();
                everything.add(unit(name, model.written.toByteArray()));
                model.written.reset();
            }
            written = session.finish().result();
            last = session.last().result();
        }
        models.forEach((name, model) -> left.add(unit(name, model.content)));
        ScanResult expected = Scans.scan(everything, options);
        assertThat(written.layouts()).isEqualTo(expected.layouts());
        assertThat(written.totals()).isEqualTo(expected.totals());
        assertThat(newBytes).isEqualTo(expected.layouts().get(0).uniqueBytes());
        ScanResult inTheEnd = Scans.scan(left, options);
        assertThat(last.layouts()).isEqualTo(inTheEnd.layouts());
        assertThat(last.totals()).isEqualTo(inTheEnd.totals());
        assertThat(last.types()).isEqualTo(inTheEnd.types());
        assertThat(last.profiles()).isEqualTo(inTheEnd.profiles());
    }

    private static MemorySource.MemoryUnit unit(String name, byte[] content) {
        String extension = name.substring(name.indexOf('.') + 1);
        return new MemorySource.MemoryUnit("memory/" + name, extension, content.length, content, -1, false);
    }

    private static StreamSummary inOrder(WriteSession session, String name, Model model, Random random)
            throws IOException {
        DedupChannel channel = session.open(name);
        byte[] bytes = content(random, random.nextInt(30 * CHUNK));
        channel.write(ByteBuffer.wrap(bytes));
        model.write(bytes, 0);
        return channel.finish();
    }

    private static StreamSummary position(
            WriteSession session, String name, Model model, Random random, WriteRequest request) throws IOException {
        int block = request.blockBytes();
        PositionedChannel channel = session.openPositioned(name);
        for (int i = random.nextInt(10); i > 0; i--) {
            byte[] bytes =
                    content(random, (1 + random.nextInt(random.nextInt(8) == 0 ? 1 + (1 << 20) / block : 3)) * block);
            // A short end of before must not come to lie in the midst.
            boolean hasEnd = model.content.length % block != 0;
            int from = hasEnd ? model.content.length / block * block : random.nextInt(20) * block;
            model.write(bytes, from);
            write(channel, bytes, from, random);
        }
        if (model.content.length % block == 0 && random.nextBoolean()) {
            byte[] end = content(random, 1 + random.nextInt(block - 1));
            int from = model.content.length + random.nextInt(3) * block;
            model.write(end, from);
            write(channel, end, from, random);
        }
        return channel.finish();
    }

    private static void write(PositionedChannel channel, byte[] bytes, int position, Random random) throws IOException {
        List<int[]> pieces = new ArrayList<>();
        int most = random.nextBoolean() ? bytes.length : 1 + random.nextInt(2 * CHUNK);
        for (int from = 0; from < bytes.length; ) {
            int count = Math.min(bytes.length - from, 1 + random.nextInt(most));
            pieces.add(new int[] {from, random.nextInt(4) == 0 ? bytes.length - from : count});
            from += pieces.get(pieces.size() - 1)[1];
        }
        if (random.nextInt(3) == 0) {
            Collections.reverse(pieces);
        }
        for (int[] piece : pieces) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes, piece[0], piece[1]);
            assertThat(channel.write(buffer, position + piece[0])).isEqualTo(piece[1]);
            assertThat(buffer.hasRemaining()).isFalse();
        }
    }

    private static byte[] content(Random random, int bytes) {
        byte[] content = new byte[bytes];
        for (int from = 0; from < bytes; from += CHUNK) {
            System.arraycopy(chunk(random.nextInt(12)), 0, content, from, Math.min(CHUNK, bytes - from));
        }
        return content;
    }

    /** A, B, zeros; then B over A, and C far behind. By hand: five chunks written, three of them distinct; six in the end, two distinct. */
    @Test
    void totalsByHand() throws Exception {
        try (WriteSession session = WriteSession.open(request(options("4k")))) {
            try (PositionedChannel channel = session.openPositioned("disk")) {
                channel.write(ByteBuffer.wrap(chunk(1)), 0);
                channel.write(ByteBuffer.wrap(chunk(2)), CHUNK);
                channel.write(ByteBuffer.wrap(chunk(0)), 2 * CHUNK);
                channel.write(ByteBuffer.wrap(chunk(2)), 0);
                channel.write(ByteBuffer.wrap(chunk(3)), 5 * CHUNK);
            }
            Layout written = session.finish().result().layouts().get(0);
            assertThat(written.uniqueBytes()).isEqualTo(3 * CHUNK);
            assertThat(written.duplicateBytes()).isEqualTo(CHUNK);
            assertThat(written.zeroBytes()).isEqualTo(CHUNK);
            Layout last = session.last().result().layouts().get(0);
            assertThat(session.last().sums().superblocks()).hasSize(2);
            assertThat(last.uniqueBytes()).isEqualTo(2 * CHUNK);
            assertThat(last.duplicateBytes()).isEqualTo(CHUNK);
            assertThat(last.zeroBytes()).isEqualTo(3 * CHUNK);
        }
    }

    /** Two writers of one stream, as ranks that share a file. */
    @Test
    void writersShareAStream() throws Exception {
        try (WriteSession session = WriteSession.open(request(options("4k")))) {
            PositionedChannel even = session.openPositioned("shared");
            PositionedChannel odd = session.openPositioned("shared");
            for (int i = 0; i < 20; i += 2) {
                even.write(ByteBuffer.wrap(chunk(i + 1)), (long) i * CHUNK);
                odd.write(ByteBuffer.wrap(chunk(i + 2)), (long) (i + 1) * CHUNK);
            }
            even.finish();
            odd.finish();
            assertThatThrownBy(() -> odd.write(ByteBuffer.wrap(chunk(1)), 0))
                    .isInstanceOf(ClosedChannelException.class);
            assertThatThrownBy(session::last).isInstanceOf(IllegalStateException.class);
            session.finish();
            ScanResult last = session.last().result();
            assertThat(last.totals().fileCount()).isEqualTo(1);
            assertThat(last.totals().scannedBytes()).isEqualTo(20 * CHUNK);
            assertThat(last.layouts().get(0).uniqueBytes()).isEqualTo(20 * CHUNK);
        }
    }

    @Test
    void aPartOfAChunkThatCountsAlreadyIsNotEnough() throws Exception {
        try (WriteSession session = WriteSession.open(request(options("4k")))) {
            PositionedChannel channel = session.openPositioned("a");
            channel.write(ByteBuffer.wrap(chunk(1)), 0);
            channel.write(ByteBuffer.wrap(new byte[100]), 50);
            assertThatThrownBy(channel::finish)
                    .isInstanceOf(IOException.class)
                    .hasMessage(
                            "memory/a: a part of the chunk at 0 was overwritten, and the session does not know the rest:"
                                    + " write whole chunks of 4096 bytes");
            assertThat(channel.isOpen()).isFalse();
            ScanResult result = session.finish().result();
            assertThat(result.totals().scannedBytes()).isEqualTo(CHUNK);
            assertThat(result.errors())
                    .hasSize(1)
                    .first()
                    .extracting(ReadError::path)
                    .isEqualTo("memory/a");
        }
    }

    @Test
    void whatHasNoPlacesIsRefused() throws Exception {
        assertThatThrownBy(() -> request(options("fastcdc:8k")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("fastcdc:8192")
                .hasMessageContaining("positioned writes need fixed chunks");
        assertThatThrownBy(() -> request(options("4k,6k"))).hasMessageContaining("fixed:4096");
        assertThatThrownBy(() -> request(options("4k").withSuperblockBytes(64 << 10)))
                .hasMessageContaining("no superblocks");
        try (CheckpointDirectory directory = CheckpointDirectory.create(temporary.resolve("c"))) {
            assertThatThrownBy(() -> request(options("4k")).withCheckpoints(directory))
                    .hasMessageContaining("checkpoints do not hold");
        }
        try (WriteSession session =
                WriteSession.open(WriteRequest.of(options("4k"), Scans.plan(List.of("memory"), options("4k"))))) {
            assertThatThrownBy(() -> session.openPositioned("a")).hasMessageContaining("withLast()");
        }
    }
}
