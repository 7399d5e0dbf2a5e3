package io.compscan.core.profile;

import java.nio.charset.StandardCharsets;

/** VDO with an index so small that little data overruns it. */
public final class SmallIndex {

    private SmallIndex() {}

    /** A profile of this name. */
    public static Profile vdo(String name, int chapters, int chapterChunks, int sparseChapters) throws Exception {
        String file = Profiles.toml("vdo")
                .replaceFirst("name = .*", "name = \"" + name + "\"")
                .replaceFirst("chapters = .*", "chapters = " + chapters)
                .replaceFirst("chapterChunks = .*", "chapterChunks = " + chapterChunks)
                .replaceFirst("sparseChapters = .*", "sparseChapters = " + sparseChapters);
        return ProfileFile.parse(file.getBytes(StandardCharsets.UTF_8), name);
    }
}
