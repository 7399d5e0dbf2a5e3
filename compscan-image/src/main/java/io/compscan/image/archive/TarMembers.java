package io.compscan.image.archive;

import io.compscan.core.source.Unit;
import java.io.IOException;
import java.util.List;

/**
 * The regular files in a tar archive; links, directories and devices have no bytes.
 *
 * <p>An archive that was cut off has the files before that point. What it ends within is one that cannot be read, and so is what
 * lies between a damaged header and the next one.
 */
final class TarMembers {

    /** So many take about a gigabyte while the archive is looked into. */
    static final int MAX_MEMBERS = 1 << 20;

    private TarMembers() {}

    static List<Unit> of(Unit container) throws IOException {
        try (TarBytes bytes = new TarBytes(container)) {
            return new TarWalk(container, bytes).members();
        }
    }
}
