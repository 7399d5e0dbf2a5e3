package io.compscan.image.partition;

import io.compscan.fuzz.FuzzTarget;
import io.compscan.fuzz.FuzzTargets;
import io.compscan.testing.Survival;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The text in which LVM2 describes a volume group. */
public final class LvmTextTargets implements FuzzTargets {

    private static final String SEED = """
            vg { # comment
            extent_size = 2048
            status = ["READ", "WRITE"]
            physical_volumes { pv0 { id = "x" pe_start = 2048 } }
            logical_volumes { root { segment_count = 1 segment1 { type = "striped" stripes = [ "pv0", 2 ] } } }
            }
            """;

    /** For the service loader. */
    public LvmTextTargets() {}

    @Override
    public List<FuzzTarget> all() {
        return List.of(new FuzzTarget(
                "lvm-text",
                () -> List.of(SEED.getBytes(StandardCharsets.UTF_8)),
                input -> Survival.of(FuzzTarget.brief(input), IOException.class, () -> {
                    LvmText text = LvmText.parse(new String(input, StandardCharsets.UTF_8));
                    return text.section("vg").number("extent_size") > 0;
                })));
    }
}
