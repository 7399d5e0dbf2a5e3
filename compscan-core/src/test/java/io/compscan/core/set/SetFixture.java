package io.compscan.core.set;

import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.Scans;
import io.compscan.result.set.MergeResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;

/** Sets of chunks that a test names by letters, in a directory of its own. */
abstract class SetFixture {

    static final int CHUNK = 512;
    static final ScanOptions OPTIONS =
            Scans.options(List.of(CHUNK), List.of(CompressorSpec.parse("lz4"), CompressorSpec.parse("deflate")));

    @TempDir
    Path dir;

    /** Chunks by letter, 0 for zeros, a small letter for the first hundred bytes. */
    static List<MemoryUnit> units(String... contents) {
        List<MemoryUnit> units = new ArrayList<>();
        for (String letters : contents) {
            byte[] content = new byte[letters.length() * CHUNK];
            int length = 0;
            for (int i = 0; i < letters.length(); i++) {
                char letter = letters.charAt(i);
                if (letter != '0') {
                    byte[] chunk = new byte[CHUNK];
                    new Random(Character.toUpperCase(letter)).nextBytes(chunk);
                    System.arraycopy(chunk, 0, content, length, CHUNK);
                }
                length += Character.isLowerCase(letter) ? 100 : CHUNK;
            }
            units.add(new MemoryUnit("unit " + letters, "bin", length, Arrays.copyOf(content, length), -1, false));
        }
        return units;
    }

    Path save(String name, ScanOptions options, String... contents) throws Exception {
        Path file = dir.resolve(name);
        SetFiles.save(file, name, units(contents), options);
        return file;
    }

    static MergeResult merge(Path... files) throws IOException {
        try (Sets sets = Sets.open(List.of(files))) {
            return SetMerge.merge(sets, null);
        }
    }
}
