package io.compscan.cli.option;

import io.compscan.cli.terminal.Progress;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.profile.Profiles;
import java.util.Iterator;
import java.util.Locale;
import java.util.stream.Stream;

/** Values that a shell completes, for options whose values are text to picocli. */
public final class Completions {

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

    /** The digests, as the help spells them. */
    static final class Digests implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.of(FingerprintAlgorithm.values())
                    .map(FingerprintAlgorithm::label)
                    .iterator();
        }
    }

    /** The forms of progress, likewise. */
    public static final class ProgressForms implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.of(Progress.Form.values())
                    .map(form -> form.name().toLowerCase(Locale.ROOT))
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
