package io.compscan.core.scan.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.scan.read.PartReader.Loss;
import io.compscan.core.scan.read.task.ByteRange;
import io.compscan.core.scan.read.task.ThreadState;
import io.compscan.core.scan.read.task.UnitTicket;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.result.ReadError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The pieces, holes and losses of parts, counted in blocks. */
class PartReaderTest {

    private static final int BLOCK = BadSectors.SECTOR_BYTES;
    private static final int BODY = 4 * BLOCK;
    private static final int BLOCKS = 4096;

    private final BitSet bad = new BitSet();
    private final List<ReadError> errors = new ArrayList<>();
    private final Slab slab = new Slab(BLOCKS * BLOCK);
    private int failedReads;
    private boolean isGone;
    private boolean isStopped;
    private int endBlock = BLOCKS;
    private int holeFrom = BLOCKS;

    private final PartReader reader = new PartReader(
            new SlabGeometry(BODY, 0, 1),
            new Throttle(Throttle.UNLIMITED),
            new ThreadState(),
            () -> isStopped,
            ticket -> {
                ReadError error = ticket.error();
                if (error != null) {
                    errors.add(error);
                }
            });

    /** Each byte of a block is the number of the block. */
    private final Unit unit = new Unit() {
        @Override
        public String name() {
            return "unit";
        }

        @Override
        public String extension() {
            return "";
        }

        @Override
        public long sizeBytes() {
            return (long) BLOCKS * BLOCK;
        }

        @Override
        public UnitChannel open() {
            throw new IllegalStateException("not all of it is read");
        }

        @Override
        public UnitChannel openForParts() throws IOException {
            if (isGone) {
                throw new IOException("gone");
            }
            return channel();
        }
    };

    private UnitChannel channel() {
        return new UnitChannel() {
            @Override
            public int read(long position, byte[] data, int offset, int length) throws IOException {
                int done = 0;
                while (done < length) {
                    long block = (position + done) / BLOCK;
                    if (block >= endBlock) {
                        return done == 0 ? -1 : done;
                    }
                    if (bad.get((int) block)) {
                        if (done > 0) {
                            return done;
                        }
                        failedReads++;
                        throw new IOException("bad sector");
                    }
                    data[offset + done++] = (byte) block;
                }
                return done;
            }

            @Override
            public long nextData(long position) {
                return position / BLOCK < holeFrom ? position : unit.sizeBytes();
            }

            @Override
            public boolean hasChanged() {
                throw new IllegalStateException("nobody asks");
            }

            @Override
            public void close() {}
        };
    }

    private static ByteRange blocks(int from, int to) {
        return new ByteRange((long) from * BLOCK, (long) to * BLOCK);
    }

    /** Reads a part, and returns the bytes lost of all of it; they are noted in the range alone. */
    private String read(ByteRange part, boolean areHolesApart, @Nullable ByteRange noted) throws InterruptedException {
        UnitTicket ticket = reader.open(unit, part.to() - part.from());
        if (ticket == null) {
            return "closed";
        }
        List<Loss> losses = new ArrayList<>();
        boolean isWhole = reader.read(ticket, part, slab, areHolesApart, losses);
        StringBuilder text = new StringBuilder();
        for (Slab.UnitPiece piece : slab.pieces) {
            assertThat(piece.endsRegion()).isTrue();
            for (int at = piece.start(); at < piece.end(); at++) {
                long block = (piece.unitOffset() + at - piece.start()) / BLOCK;
                assertThat(slab.data[at]).isEqualTo(block < holeFrom ? (byte) block : 0);
            }
            text.append(" [%d,%d)".formatted(piece.unitOffset() / BLOCK, (piece.unitOffset() + piece.bytes()) / BLOCK));
        }
        slab.holes.forEach(hole -> text.append(" hole [%d,%d)".formatted(hole.from() / BLOCK, hole.to() / BLOCK)));
        for (Loss loss : losses) {
            long notedBytes = noted == null ? 0 : loss.note(noted);
            text.append(" lost [%d,%d) of which %d"
                    .formatted(loss.range().from() / BLOCK, loss.range().to() / BLOCK, notedBytes / BLOCK));
        }
        return (text + (isWhole ? "" : " stopped")).strip();
    }

    @Test
    void aPartIsOneRegionHoweverManyBodiesItHas() throws Exception {
        assertThat(read(blocks(3, 20), true, null)).isEqualTo("[3,20)");
        assertThat(read(blocks(100, 101), true, null)).isEqualTo("[3,20) [100,101)");
        PartReader.empty(slab);
        reader.close();
        assertThat(errors).isEmpty();
    }

    @Test
    void badBlocksEndRegionsAndAreNotedWhereTheyAreWanted() throws Exception {
        bad.set(2);
        bad.set(10, 12);
        bad.set(19);
        assertThat(read(blocks(0, 21), true, blocks(4, 20)))
                .isEqualTo("[0,2) [3,10) [12,19) [20,21) lost [2,3) of which 0 lost [10,11) of which 1"
                        + " lost [11,12) of which 1 lost [19,20) of which 1");
        reader.close();
        assertThat(errors).as("while its pieces are in the slab").isEmpty();
        PartReader.empty(slab);
        assertThat(errors).containsExactly(new ReadError("unit", ReadError.Kind.UNREADABLE, 3 * BLOCK, "bad sector"));
    }

    @Test
    void whatIsBehindTheEndIsLost() throws Exception {
        endBlock = 10;
        assertThat(read(blocks(8, 16), true, blocks(8, 16))).isEqualTo("[8,10) lost [10,16) of which 6");
        PartReader.empty(slab);
        reader.close();
        assertThat(errors).hasSize(1).allMatch(error -> error.kind() == ReadError.Kind.SHRANK);
    }

    @Test
    void aPartThatIsAHoleIsNotRead() throws Exception {
        holeFrom = 8;
        bad.set(8, 20);
        assertThat(read(blocks(8, 16), true, null)).isEqualTo("hole [8,16)");
        PartReader.empty(slab);
        assertThat(read(blocks(8, 16), false, null)).isEqualTo("[8,16)");
    }

    @Test
    void aUnitThatCannotBeOpenedIsNotedForEachPart() throws Exception {
        isGone = true;
        assertThat(read(blocks(0, 4), true, null)).isEqualTo("closed");
        assertThat(read(blocks(8, 9), true, null)).isEqualTo("closed");
        assertThat(errors.stream().map(ReadError::unreadBytes)).containsExactly(4L * BLOCK, (long) BLOCK);
    }

    @Test
    void aStopEndsAPartBehindABody() throws Exception {
        isStopped = true;
        assertThat(read(blocks(0, 16), true, null)).isEqualTo("[0,4) stopped");
        PartReader.empty(slab);
        assertThat(read(blocks(0, 4), true, null)).isEqualTo("[0,4)");
    }

    /** The first 256 blocks are tried one by one, in 8 parts; then each part takes the block that fails and five tries. */
    @Test
    void partsOfADeadUnitCostFewTries() throws Exception {
        bad.set(0, BLOCKS);
        long lost = 0;
        for (int part = 0; part < BLOCKS / 32; part++) {
            UnitTicket ticket = reader.open(unit, 0);
            assertThat(ticket).isNotNull();
            List<Loss> losses = new ArrayList<>();
            ByteRange range = blocks(32 * part, 32 * part + 32);
            assertThat(reader.read(ticket, range, slab, true, losses)).isTrue();
            lost += losses.stream().mapToLong(loss -> loss.note(range)).sum();
        }
        assertThat(lost).isEqualTo(unit.sizeBytes());
        assertThat(failedReads).isBetween(256, 256 + 6 + 120 * 6);
    }
}
