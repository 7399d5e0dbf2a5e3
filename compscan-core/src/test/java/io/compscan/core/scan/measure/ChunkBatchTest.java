package io.compscan.core.scan.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fold.ledger.Account;
import io.compscan.core.fold.ledger.LedgerLimits;
import io.compscan.core.fold.ledger.LedgerRecorder;
import io.compscan.core.index.NewChunks;
import io.compscan.core.index.SampleLevels;
import io.compscan.core.scan.read.Slab;
import io.compscan.core.scan.read.Slab.UnitPiece;
import io.compscan.core.scan.read.task.Tickets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** A batch against chunks that are kept one by one. */
class ChunkBatchTest {

    private static final int SLAB_BYTES = 1 << 16;
    private static final HexFormat HEX = HexFormat.of();

    /** A chunk as the model keeps it. */
    private record Known(int piece, int offset, int length, long position, boolean isZero, String fingerprint) {}

    private final ChunkBatch batch =
            new ChunkBatch(3, new ChunkDigester(Fingerprinting.plain(FingerprintAlgorithm.SHA1), null, null), 2);

    /** Fills a slab with pieces, some of them empty, with gaps between them, and cuts them. */
    private static List<Known> fill(Random random, Slab slab, Cuts cuts) throws Exception {
        slab.clear();
        cuts.clear();
        List<Known> chunks = new ArrayList<>();
        MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
        int at = random.nextInt(100);
        for (int piece = 0; piece < random.nextInt(40); piece++) {
            long unitOffset = random.nextInt(3) == 0 ? 0 : random.nextLong() >>> 20;
            cuts.nextPiece();
            int start = at;
            for (int i = random.nextInt(6); i > 0 && at < SLAB_BYTES - 600; i--) {
                int length = 1 + random.nextInt(500);
                boolean isZero = random.nextInt(3) == 0;
                byte[] bytes = new byte[length];
                if (!isZero) {
                    bytes[random.nextInt(length)] = (byte) (1 + random.nextInt(3));
                }
                System.arraycopy(bytes, 0, slab.data, at, length);
                cuts.chunks.add(at, length);
                chunks.add(new Known(
                        piece, at, length, unitOffset + at - start, isZero, HEX.formatHex(sha1.digest(bytes))));
                at += length;
            }
            slab.pieces.add(new UnitPiece(Tickets.unread("unit" + piece), start, at, unitOffset, random.nextBoolean()));
            at += random.nextInt(2) * random.nextInt(50);
        }
        return chunks;
    }

    @Property(tries = 200)
    void columnsAreThoseOfChunksOneByOne(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        Slab slab = new Slab(SLAB_BYTES);
        Cuts cuts = new Cuts();
        for (int turn = 0; turn < 3; turn++) {
            List<Known> chunks = fill(random, slab, cuts);
            batch.begin(slab, cuts);
            assertThat(batch.scheme()).isEqualTo(3);
            int number = 0;
            for (int piece = 0; piece < slab.pieces.size(); piece++) {
                assertThat(batch.firstNumber(piece)).isEqualTo(number);
                long bytes = 0;
                long zeroBytes = 0;
                for (int i = batch.firstChunk(piece); i < batch.firstChunk(piece + 1); i++) {
                    Known chunk = chunks.get(i);
                    assertThat(chunk.piece()).isEqualTo(piece);
                    assertThat(batch.lengthOf(i)).isEqualTo(chunk.length());
                    assertThat(batch.positionOf(piece, i)).isEqualTo(chunk.position());
                    assertThat(batch.isZero(i)).isEqualTo(chunk.isZero());
                    bytes += chunk.length();
                    if (chunk.isZero()) {
                        zeroBytes += chunk.length();
                        continue;
                    }
                    assertThat(batch.length(number)).isEqualTo(chunk.length());
                    assertThat(batch.position(piece, number)).isEqualTo(chunk.position());
                    assertThat(HEX.formatHex(batch.fingerprints(), 20 * number, 20 * number + 20))
                            .isEqualTo(chunk.fingerprint());
                    assertThat(batch.sampleKey(number))
                            .isEqualTo(SampleLevels.key(HEX.parseHex(chunk.fingerprint()), 0, 20));
                    number++;
                }
                assertThat(batch.tally(piece).sums().chunkBytes()).isEqualTo(bytes);
                assertThat(batch.tally(piece).zeroBytes()).isEqualTo(zeroBytes);
            }
            assertThat(batch.firstChunk(slab.pieces.size())).isEqualTo(chunks.size());
            assertThat(batch.firstNumber(slab.pieces.size())).isEqualTo(number);
            assertThat(batch.count()).isEqualTo(number);
            assertThat(batch.nonZero().size()).isEqualTo(number);
        }
    }

    /** Each reference to a chunk of the sample is charged to the account of its piece; no other is. */
    @Property(tries = 20)
    void referencesOfTheSampleAreNoted(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        LedgerRecorder ledger = new LedgerRecorder(List.of("/"), "/", new LedgerLimits(64, 10));
        Slab slab = new Slab(SLAB_BYTES);
        Cuts cuts = new Cuts();
        Account account = ledger.open(7);
        List<Long> seen = new ArrayList<>();
        for (int turn = 0; turn < 20; turn++) {
            fill(random, slab, cuts);
            batch.begin(slab, cuts);
            for (int piece = 0; piece < slab.pieces.size(); piece++) {
                batch.note(piece, ledger, account);
            }
            IntStream.range(0, batch.count()).mapToObj(batch::sampleKey).forEach(seen::add);
        }
        long[] noted = {0};
        ledger.references().forEach((key, number, references) -> noted[0] += references);
        long limit = ledger.maxKey();
        long wanted = seen.stream()
                .filter(key -> Long.compareUnsigned(key, limit) <= 0)
                .count();
        assertThat(noted[0]).isEqualTo(wanted);
    }

    @Test
    void anAnswerIsForgottenWithItsSlab() {
        Slab slab = new Slab(SLAB_BYTES);
        batch.begin(slab, new Cuts());
        assertThatNullPointerException().isThrownBy(batch::fresh);
        NewChunks all = new NewChunks() {
            @Override
            public boolean isNew(int i) {
                return true;
            }

            @Override
            public boolean areCertain() {
                return true;
            }
        };
        batch.setNew(all);
        assertThat(batch.fresh()).isSameAs(all);
        batch.begin(slab, new Cuts());
        assertThatNullPointerException().isThrownBy(batch::fresh);
        assertThat(batch.nonZero()).extracting(ChunkList::size).isEqualTo(0);
    }
}
