package io.compscan.image.archive;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Unit;
import java.util.Locale;

/** How a member of an archive is called: as if the archive were a directory. */
final class MemberName {

    private static final int LONGEST_EXTENSION = 16;

    private MemberName() {}

    static String of(Unit container, String member) {
        String plain = member;
        while (plain.startsWith("./") || plain.startsWith("/")) {
            plain = plain.substring(plain.indexOf('/') + 1);
        }
        return container.name() + PathName.SEPARATOR + PathName.of(plain);
    }

    static String extensionOf(String member) {
        String last = member.substring(member.lastIndexOf('/') + 1);
        int dot = last.lastIndexOf('.');
        String extension = dot <= 0 ? "" : last.substring(dot + 1);
        boolean isUsual = !extension.isEmpty()
                && extension.length() <= LONGEST_EXTENSION
                && extension
                        .chars()
                        .allMatch(c -> c < 0x80 && (Character.isLetterOrDigit(c) || "_+-~".indexOf(c) >= 0));
        return isUsual ? extension.toLowerCase(Locale.ROOT) : "";
    }
}
