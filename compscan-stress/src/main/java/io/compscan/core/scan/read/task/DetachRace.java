package io.compscan.core.scan.read.task;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** A thread comes back from a device while another detaches it. One of them owns the tally, and sees all that was counted. */
@JCStressTest
@Outcome(id = "true, -1", expect = Expect.ACCEPTABLE, desc = "it came back in time")
@Outcome(id = "false, 7", expect = Expect.ACCEPTABLE, desc = "it was detached, and what it had counted is seen")
@Outcome(expect = Expect.FORBIDDEN, desc = "both or nobody own the tally, or it is not whole")
@State
public class DetachRace {

    private final ThreadState state = new ThreadState();
    private int tally;

    @Actor
    public void thread(ZI_Result result) {
        tally = 7;
        state.block();
        result.r1 = state.tryUnblock();
        if (result.r1) {
            tally = 8;
        }
    }

    @Actor
    public void stopper(ZI_Result result) {
        result.r2 = state.detach() ? tally : -1;
    }
}
