package io.compscan.image;

import io.compscan.fuzz.FuzzTarget;
import io.compscan.fuzz.FuzzTargets;
import io.compscan.fuzz.Scratch;
import java.util.List;

/** Archives and packed streams. */
public final class ArchiveTargets implements FuzzTargets {

    /** For the service loader. */
    public ArchiveTargets() {}

    @Override
    public List<FuzzTarget> all() {
        return AnyArchive.FORMATS.stream()
                .map(format -> new FuzzTarget(
                        "archive-" + format,
                        () -> AnyArchive.wholes(format, Scratch.directory()),
                        input -> AnyArchive.survives(FuzzTarget.brief(input), format, input)))
                .toList();
    }
}
