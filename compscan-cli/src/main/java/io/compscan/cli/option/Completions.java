package io.compscan.cli.option;

import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.profile.Profiles;
import java.util.Iterator;
import java.util.stream.Stream;

/** Values that a shell completes, for options whose values are text to picocli. */
final class Completions {

    private Completions() {}

    /** The usual sizes of fixed chunks, then the algorithms, each with its colon. */
    static final class Chunkings implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.concat(
                            Stream.of("4k", "8k", "16k", "32k", "64k", "128k"),
                            ChunkerSpecs.algorithms().stream().map(name -> name + ":"))
                    .iterator();
        }
    }

    /** The compressors, without their levels. */
    static final class Compressors implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return CompressorSpec.names().iterator();
        }
    }

    /** The profiles that come with the program. */
    static final class ProfileNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Profiles.names().iterator();
        }
    }
}
