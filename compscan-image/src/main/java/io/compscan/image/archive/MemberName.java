package io.compscan.image.archive;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Unit;

/** The name of a member of an archive, as if the archive were a directory. */
final class MemberName {

    private MemberName() {}

    static String of(Unit container, String member) {
        String plain = member;
        while (plain.startsWith("./") || plain.startsWith("/")) {
            plain = plain.substring(plain.indexOf('/') + 1);
        }
        return container.name() + PathName.SEPARATOR + PathName.of(plain);
    }

    static String extensionOf(String member) {
        return PathName.extensionOf(member.substring(member.lastIndexOf('/') + 1));
    }
}
