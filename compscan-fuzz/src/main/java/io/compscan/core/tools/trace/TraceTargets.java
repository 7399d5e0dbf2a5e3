package io.compscan.core.tools.trace;

import io.compscan.fuzz.FuzzTarget;
import io.compscan.fuzz.FuzzTargets;
import java.util.Arrays;
import java.util.List;

/** The records of other programs, format by format. */
public final class TraceTargets implements FuzzTargets {

    /** For the service loader. */
    public TraceTargets() {}

    @Override
    public List<FuzzTarget> all() {
        return Arrays.stream(TraceFormat.values())
                .map(format -> new FuzzTarget(
                        "import-" + format.label(),
                        () -> TraceFuzzTest.SEEDS.getOrDefault(format, List.of()),
                        input -> AnyTrace.survives(FuzzTarget.brief(input), format, input)))
                .toList();
    }
}
