package io.compscan.core.tools.duplicate;

import io.compscan.core.library.Measure;
import io.compscan.core.scan.ScanRun;
import io.compscan.result.duplicate.Duplicates;
import java.nio.file.Path;

/** Short ways to a search, for tests. */
final class Searches {

    /** What a chunk of these tests has, in bytes. */
    static final int CHUNK = 512;

    /** The name of that chunking. */
    static final String NAME = Integer.toString(CHUNK);

    private Searches() {}

    static Duplicates search(Path root, String chunking, int top, int pairs, int threads) throws Exception {
        Measure measure = Measure.defaults().chunk(chunking).compress("none").threads(threads);
        DuplicateSearch.Limits limits = new DuplicateSearch.Limits(top, pairs, true, root.resolveSibling("lists"));
        return DuplicateSearch.of(measure.request(root), limits).run(ScanRun::run);
    }
}
