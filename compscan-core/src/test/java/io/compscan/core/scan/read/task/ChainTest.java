package io.compscan.core.scan.read.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.scan.read.task.Chain.Claim;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ChainTest {

    private final StopSignal stop = new StopSignal();
    private final Chain chain = new Chain(1);

    @Test
    void claimsHaveTheirTurnOneAfterTheOther() throws Exception {
        Claim first = chain.claim(100);
        Claim second = chain.claim(250);
        assertThat(second).isEqualTo(new Claim(chain, 1, 100, 250));
        assertThat(chain.isReady(first)).isTrue();
        assertThat(chain.isReady(second)).isFalse();
        assertThat(second.hasTurn()).isFalse();
        chain.beginCut(first);
        chain.endCut(first, false);
        assertThat(first.hasTurn()).isTrue();
        chain.beginCut(first);
        chain.endCut(first, true);
        assertThat(second.hasTurn()).isTrue();
        chain.await(second, stop);
    }

    @Test
    void whatOneClaimLeavesIsHandedToTheNext() {
        byte[] data = {1, 2, 3, 4, 5};
        Claim first = chain.claim(5);
        UnfinishedChunks left = Objects.requireNonNull(chain.beginCut(first));
        left.setStart(0, 3);
        left.keep(data, 5, 5);
        chain.endCut(first, true);
        assertThat(chain.state()).isEqualTo(new ChainState(5, 5, List.of(3L), "BAU=", 0));

        Chain resumed = new Chain(chain.state());
        UnfinishedChunks found = Objects.requireNonNull(resumed.beginCut(resumed.claim(9)));
        byte[] copy = new byte[4];
        found.copyTo(copy, 3);
        assertThat(copy).containsExactly(0, 4, 5, 0);
        assertThat(found.start(0)).isEqualTo(3);
        assertThat(found.position()).isEqualTo(5);
    }

    @Test
    void aStoppedScanPassesOverAClaimThatIsNotCut() throws Exception {
        Claim hung = chain.claim(100);
        Claim next = chain.claim(200);
        stop.stop(StopReason.INTERRUPTED);
        chain.await(next, stop);
        assertThat(chain.beginCut(hung)).isNull();
        assertThat(chain.addBadSector(hung)).isEqualTo(1);
        assertThat(chain.addBadSector(hung)).isEqualTo(1);
        chain.endCut(hung, true);
        assertThat(next.hasTurn()).isTrue();
        assertThat(chain.beginCut(next)).isNotNull();
    }

    @Test
    void badSectorsAreCountedAcrossClaimsUntilBytesAreRead() {
        Claim first = chain.claim(100);
        assertThat(chain.addBadSector(first)).isEqualTo(1);
        chain.beginCut(first);
        chain.endCut(first, true);
        Claim second = chain.claim(200);
        assertThat(chain.addBadSector(second)).isEqualTo(2);
        Objects.requireNonNull(chain.beginCut(second)).endBadSectors();
        chain.endCut(second, false);
        assertThat(chain.addBadSector(second)).isEqualTo(1);
    }

    @Test
    void theEndOfAChainThatNobodyElseUsesHasTheTurnAtOnce() {
        chain.claim(100);
        chain.claim(200);
        Claim end = chain.claimEnd();
        assertThat(end).isEqualTo(new Claim(chain, 2, 200, 200));
        assertThat(chain.isReady(end)).isTrue();
        assertThat(chain.beginCut(end)).isNotNull();
    }
}
