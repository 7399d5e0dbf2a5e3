package io.compscan.core.scan.read.task;

import io.compscan.core.scan.read.task.Chain.Claim;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** Two threads cut a unit in turn. The second looks at the turn without a lock, and then sees where the first has stopped. */
@JCStressTest
@Outcome(id = "true, 7", expect = Expect.ACCEPTABLE, desc = "it has the turn and what the first has left")
@Outcome(id = "false, 0", expect = Expect.ACCEPTABLE, desc = "it has not waited long enough")
@Outcome(expect = Expect.FORBIDDEN, desc = "it has the turn too early")
@State
public class ChainRace {

    private final Chain chain = new Chain(1);
    private final Claim front = chain.claim(10);
    private final Claim back = chain.claim(20);

    @Actor
    public void front() {
        UnfinishedChunks unfinished = chain.beginCut(front);
        if (unfinished != null) {
            unfinished.setStart(0, 7);
            chain.endCut(front, true);
        }
    }

    @Actor
    public void back(ZI_Result result) {
        result.r1 = chain.isReady(back);
        UnfinishedChunks unfinished = chain.beginCut(back);
        // The turn may come after the second thread has looked, but must not get lost.
        result.r2 = result.r1 && unfinished != null ? (int) unfinished.start(0) : 0;
    }
}
