package io.compscan.image.archive;

import io.compscan.core.source.Unit;
import java.io.IOException;
import java.util.List;

/**
 * The regular files in a tar archive; links, directories and devices have no bytes.
 *
 * <p>An archive that was cut off has the files before that point. The file or header within which the archive ends becomes a member that
 * cannot be read. The bytes between a damaged or unreadable header and the next sound one become such a member, too.
 */
final class TarMembers {

    private TarMembers() {}

    static List<Unit> of(Unit container) throws IOException {
        try (ArchiveBytes bytes = new ArchiveBytes(container)) {
            return new TarWalk(container, bytes).members();
        }
    }
}
