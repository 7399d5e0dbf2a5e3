package io.compscan.core.scan.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.scan.read.task.ByteRange;
import io.compscan.core.scan.read.task.Chain;
import io.compscan.core.scan.read.task.ReadTask.Segment;
import io.compscan.core.scan.read.task.ThreadState;
import io.compscan.core.scan.read.task.Tickets;
import io.compscan.core.scan.read.task.UnitTicket;
import io.compscan.core.source.UnitChannel;
import io.compscan.result.ReadError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The pieces that a segment is read in, written as {@code [from,to)}, with a bar where a region ends. */
class SegmentReaderTest {

    private static final int BODY = 1 << 20;
    private static final int SECTOR = BadSectors.SECTOR_BYTES;

    private final List<String> stripes = new ArrayList<>();
    private final List<String> counted = new ArrayList<>();
    private final Slab slab = new Slab(BODY + SECTOR);

    /** A channel of zeros whose sectors of these numbers are bad. */
    private UnitChannel channel(long sizeBytes, Set<Long> badSectors) {
        return new UnitChannel() {
            @Override
            public int read(long position, byte[] data, int offset, int length) throws IOException {
                if (position >= sizeBytes) {
                    return -1;
                }
                if (badSectors.contains(position / SECTOR)) {
                    throw new IOException("bad sector");
                }
                long end = Math.min(position + length, sizeBytes);
                for (long sector : badSectors) {
                    end = sector * SECTOR > position ? Math.min(end, sector * SECTOR) : end;
                }
                return (int) (end - position);
            }

            @Override
            public void beforeStripe(long from, long to) {
                stripes.add("before " + from / BODY + "-" + to / BODY);
            }

            @Override
            public void afterStripe(long from, long to) {
                stripes.add("after " + from / BODY + "-" + to / BODY);
            }

            @Override
            public void close() {}
        };
    }

    private SegmentReader reader(UnitTicket unit, ByteRange range, Chain.@Nullable Claim claim) {
        SlabGeometry geometry = new SlabGeometry(BODY, claim == null ? 0 : SECTOR, 1);
        ReadCounters counters = new ReadCounters();
        ReadListener listener = new ReadListener() {
            @Override
            public void file(UnitTicket file) {
                counted.add("file");
            }

            @Override
            public void logicalBytes(UnitTicket file, long bytes) {
                counted.add(bytes + " bytes");
            }
        };
        UnitCalls calls = new UnitCalls(geometry, new Throttle(Throttle.UNLIMITED), counters, new ThreadState());
        return new SegmentReader(
                new Segment(unit, range, claim), geometry, calls, new ReadAccounts(listener, counters));
    }

    private String step(SegmentReader reader, boolean isStopped) throws InterruptedException {
        slab.clear();
        boolean ended = reader.readInto(slab, isStopped);
        StringBuilder text = new StringBuilder();
        for (Slab.UnitPiece piece : slab.pieces) {
            text.append(text.isEmpty() ? "" : " ")
                    .append("[%d,%d)%s"
                            .formatted(
                                    piece.unitOffset(),
                                    piece.unitOffset() + piece.bytes(),
                                    piece.endsRegion() ? "|" : ""));
        }
        return text + (ended ? " end" : "");
    }

    @Test
    void aSegmentIsReadBodyByBodyAndToldInStripes() throws Exception {
        long size = 70L * BODY + 5;
        UnitTicket unit = Tickets.reading("u", size, channel(size, Set.of()));
        SegmentReader reader = reader(unit, new ByteRange(0, size), null);
        for (int i = 0; i < 70; i++) {
            assertThat(step(reader, false)).isEqualTo("[%d,%d)".formatted((long) i * BODY, (i + 1L) * BODY));
        }
        assertThat(step(reader, false)).isEqualTo("[%d,%d)| end".formatted(70L * BODY, size));
        assertThat(stripes).containsExactly("before 0-64", "after 0-64", "before 64-70", "after 64-70");
        assertThat(unit.logicalBytes()).isEqualTo(size);
        assertThat(unit.error()).isNull();
    }

    @Test
    void aBadSectorEndsARegionAndTheNextBodyEndsAtAMultiple() throws Exception {
        long size = 2L * BODY;
        UnitTicket unit = Tickets.reading("u", size, channel(size, Set.of(3L, 4L)));
        SegmentReader reader = reader(unit, new ByteRange(0, size), null);
        assertThat(step(reader, false)).isEqualTo("[0,12288)|");
        assertThat(step(reader, false)).isEmpty();
        assertThat(step(reader, false)).isEqualTo("[20480,1048576)");
        assertThat(step(reader, false)).isEqualTo("[1048576,2097152)| end");
        assertThat(unit.error()).isEqualTo(new ReadError("u", ReadError.Kind.UNREADABLE, 2 * SECTOR, "bad sector"));
        assertThat(unit.logicalBytes()).isEqualTo(size);
    }

    @Test
    void aClaimSkipsABadSectorInItsTurn() throws Exception {
        long size = BODY;
        Chain chain = new Chain(1);
        Chain.Claim claim = chain.claim(size);
        UnitTicket unit = Tickets.reading("u", size, channel(size, Set.of(0L, 3L)));
        SegmentReader reader = reader(unit, new ByteRange(0, size), claim);
        // The claim has its turn, and the slab holds nothing to cut first.
        assertThat(step(reader, false)).isEmpty();
        assertThat(step(reader, false)).isEqualTo("[4096,12288)|");
        assertThat(slab.claim()).isSameAs(claim);
        assertThat(slab.endsClaim()).isFalse();
        assertThat(unit.unreadBytes()).as("the second is not skipped yet").isEqualTo(SECTOR);
        chain.beginCut(claim);
        chain.endCut(claim, false);
        assertThat(step(reader, false)).isEmpty();
        assertThat(unit.unreadBytes()).isEqualTo(2 * SECTOR);
        assertThat(step(reader, false)).isEqualTo("[16384,1048576)| end");
        assertThat(slab.endsClaim()).isTrue();
    }

    @Test
    void aClaimWithoutItsTurnEndsTheRegionFirst() throws Exception {
        Chain chain = new Chain(1);
        Chain.Claim before = chain.claim(BODY);
        Chain.Claim claim = chain.claim(2L * BODY);
        UnitTicket unit = Tickets.reading("u", 2L * BODY, channel(2L * BODY, Set.of(256L)));
        SegmentReader reader = reader(unit, new ByteRange(BODY, 2L * BODY), claim);
        assertThat(step(reader, false)).isEqualTo("[1048576,1048576)|");
        chain.beginCut(before);
        chain.endCut(before, true);
        assertThat(step(reader, false)).isEmpty();
        assertThat(step(reader, false)).isEqualTo("[1052672,2097152)| end");
    }

    @Test
    void aUnitThatShrinksIsReadAsFarAsItGoes() throws Exception {
        UnitTicket unit = Tickets.reading("u", 2L * BODY, channel(1000, Set.of()));
        SegmentReader reader = reader(unit, new ByteRange(0, 2L * BODY), null);
        assertThat(step(reader, false)).isEqualTo("[0,1000)| end");
        assertThat(unit.unreadBytes()).isEqualTo(2L * BODY - 1000);
        assertThat(counted).containsExactly("1000 bytes", 2 * BODY - 1000 + " bytes");
    }

    @Test
    void aStoppedSegmentEndsAndItsClaimToo() throws Exception {
        Chain.Claim claim = new Chain(1).claim(BODY);
        UnitTicket unit = Tickets.reading("u", 2L * BODY, channel(2L * BODY, Set.of()));
        SegmentReader reader = reader(unit, new ByteRange(0, BODY), claim);
        assertThat(step(reader, true)).isEqualTo("[0,0)| end");
        assertThat(slab.endsClaim()).isTrue();
        assertThat(unit.logicalBytes()).isZero();
    }
}
