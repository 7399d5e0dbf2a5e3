package io.compscan.core.report;

import io.compscan.core.result.CapacityPlan;
import io.compscan.core.result.InlinePlan;
import java.io.IOException;
import java.io.Writer;

/** The documents of {@code compscan plan}; specified in {@code docs/formats.md}. */
public final class PlanJson {

    private PlanJson() {}

    /** Writes what is to be bought, ending with a newline; flushes but does not close. */
    public static void write(CapacityPlan plan, Writer out) throws IOException {
        new JsonDocument<>(CapacityPlan.class, CapacityPlan.FORMAT, CapacityPlan.VERSION).write(plan, out);
    }

    /** Writes whether to deduplicate inline, ending with a newline; flushes but does not close. */
    public static void write(InlinePlan plan, Writer out) throws IOException {
        new JsonDocument<>(InlinePlan.class, InlinePlan.FORMAT, InlinePlan.VERSION).write(plan, out);
    }
}
