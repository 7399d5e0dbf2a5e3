package io.compscan.core.scan.read.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.scan.read.task.UnitTicket.Start;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import io.compscan.result.ReadError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnitTicketTest {

    private final List<UnitTicket> complete = new ArrayList<>();
    private final List<String> events = new ArrayList<>();

    private final UnitChannel channel = new UnitChannel() {
        @Override
        public int read(long position, byte[] data, int offset, int length) {
            return -1;
        }

        @Override
        public void close() throws IOException {
            events.add("close");
            throw new IOException("stale handle");
        }
    };

    private UnitTicket ticket(Unit unit, Start start) {
        return new UnitTicket(unit, UnitVersion.ofSize(unit.sizeBytes()), complete::add, start);
    }

    private UnitTicket ticket(Start start) {
        return ticket(
                Tickets.unit("u", 1000, opened -> {
                    events.add("open " + opened);
                    return channel;
                }),
                start);
    }

    @Test
    void theLastHolderClosesTheChannelAndCompletesTheUnit() throws Exception {
        UnitTicket ticket = ticket(Start.segmented(2));
        ticket.retain();
        assertThat(ticket.channel()).isSameAs(ticket.channel());
        ticket.release();
        ticket.release();
        assertThat(complete).isEmpty();
        ticket.release();
        assertThat(complete).containsExactly(ticket);
        assertThat(events).containsExactly("open 0", "close");
        assertThat(ticket.unreadBytes()).isZero();
        assertThat(ticket.error()).isNotNull();
    }

    @Test
    void aUnitThatCannotBeOpenedIsNotTriedAgain() {
        UnitTicket ticket = ticket(
                Tickets.unit("u", 1000, opened -> {
                    events.add("open " + opened);
                    throw new UncheckedIOException(new IOException("no"));
                }),
                Start.whole(UnitTicket.NO_GROUP));
        assertThatThrownBy(ticket::channel).isInstanceOf(UncheckedIOException.class);
        UnitTicket refused = ticket(new RefusingUnit(events), Start.whole(UnitTicket.NO_GROUP));
        assertThatThrownBy(refused::channel).hasMessage("refused");
        assertThatThrownBy(refused::channel).hasMessage("refused");
        assertThat(events).containsExactly("open 0", "refuse");
    }

    private record RefusingUnit(List<String> events) implements Unit {
        @Override
        public String name() {
            return "refusing";
        }

        @Override
        public String extension() {
            return "";
        }

        @Override
        public long sizeBytes() {
            return 1;
        }

        @Override
        public UnitChannel open() throws IOException {
            events.add("refuse");
            throw new IOException("refused");
        }
    }

    @Test
    void theFirstFailureIsTheReasonAndUnreadBytesAddUp() {
        UnitTicket ticket = ticket(Start.segmented(1));
        assertThat(ticket.error()).isNull();
        ticket.grew();
        ticket.fail(new IOException("first"), 10);
        ticket.fail(new IOException("second"), 5);
        ticket.endedEarly(1);
        assertThat(ticket.error()).isEqualTo(new ReadError("u", ReadError.Kind.UNREADABLE, 16, "first"));
        assertThat(ticket.unreadBytes()).isEqualTo(16);
    }

    @Test
    void segmentsThatTouchAreOneRangeOfAPartialUnit() {
        UnitTicket ticket = ticket(Start.segmented(5));
        assertThat(ticket.partial()).isNull();
        ticket.addDone(new ByteRange(100, 200));
        ticket.addDone(new ByteRange(400, 500));
        ticket.addDone(new ByteRange(300, 400));
        ticket.addLogicalBytes(300);
        assertThat(ticket.partial())
                .isEqualTo(new PartialUnit(
                        "u",
                        UnitVersion.ofSize(1000),
                        List.of(new ByteRange(100, 200), new ByteRange(300, 500)),
                        300,
                        null,
                        null));
        ticket.addDone(new ByteRange(200, 300));
        PartialUnit partial = ticket.partial();
        assertThat(partial).isNotNull();
        assertThat(partial.doneRanges()).containsExactly(new ByteRange(100, 500));
    }

    @Test
    void aTicketGoesOnFromAPartialUnit() {
        ReadError error = new ReadError("u", ReadError.Kind.UNREADABLE, 7, "bad sector");
        PartialUnit before =
                new PartialUnit("u", UnitVersion.ofSize(1000), List.of(new ByteRange(0, 100)), 100, error, null);
        UnitTicket ticket = ticket(Start.segmentedAfter(before, 1));
        assertThat(ticket.partial()).isEqualTo(before);
        ticket.addDone(new ByteRange(100, 1000));
        PartialUnit partial = ticket.partial();
        assertThat(partial).isNotNull();
        assertThat(partial.doneRanges()).containsExactly(new ByteRange(0, 1000));
    }

    @Test
    void aChainedUnitIsDoneAsFarAsItsChainIsClaimed() {
        Chain chain = new Chain(2);
        UnitTicket ticket = ticket(Start.chained(chain));
        assertThat(ticket.partial()).isNull();
        Chain.Claim claim = chain.claim(500);
        assertThat(chain.beginCut(claim)).isNotNull();
        chain.endCut(claim, true);
        PartialUnit partial = ticket.partial();
        assertThat(partial).isNotNull();
        assertThat(partial.doneRanges()).containsExactly(new ByteRange(0, 500));
        assertThat(partial.chain()).isEqualTo(new ChainState(500, 0, List.of(0L, 0L), "", 0));
    }
}
