package io.compscan.image.archive;

import io.compscan.core.source.Unit;
import java.io.IOException;
import java.util.List;

/**
 * The regular files in a tar archive; links, directories and devices have no bytes.
 *
 * <p>An archive that was cut off has the files before that point. The file or header within which the archive ends becomes a member that
 * cannot be read. The bytes between a damaged header and the next sound one become such a member, too.
 */
final class TarMembers {

    /** So many members take about a gigabyte while a view looks into the archive. */
    static final int MAX_MEMBERS = 1 << 20;

    private TarMembers() {}

    static List<Unit> of(Unit container) throws IOException {
        try (ArchiveBytes bytes = new ArchiveBytes(container)) {
            return new TarWalk(container, bytes).members();
        }
    }
}
