package io.compscan.core.tools.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.testing.Survival;
import java.io.ByteArrayInputStream;
import java.io.EOFException;

/** Reads bytes that may be a trace. */
final class AnyTrace {

    /** No mutation makes many chunks of few bytes. */
    private static final long MOST_CHUNKS = 1 << 20;

    private AnyTrace() {}

    /** Whether it is a trace; all that it shows must make sense. */
    static boolean survives(String what, TraceFormat format, byte[] content) {
        return Survival.of(what, TraceFormatException.class, () -> {
            Counting counting = new Counting();
            try (Trace trace = format.open(new TraceInput(new ByteArrayInputStream(content), "fuzz"), null)) {
                trace.read(counting);
                return true;
            } catch (EOFException e) {
                // An import says so in its own words.
                return false;
            }
        });
    }

    /** Counts what it is shown. */
    private static final class Counting implements TraceVisitor {
        private long chunks;

        @Override
        public void unit(String extension) {}

        @Override
        public void chunk(byte[] hashes, int offset, int lengthBytes, long references, int[] storedBytes) {
            assertThat(lengthBytes).isPositive();
            assertThat(references).isPositive();
            for (int bytes : storedBytes) {
                assertThat(bytes).isBetween(1, lengthBytes);
            }
            assertThat(++chunks).isLessThan(MOST_CHUNKS);
        }

        @Override
        public void zeros(int lengthBytes, long references) {
            assertThat(lengthBytes).isPositive();
            assertThat(references).isPositive();
        }

        @Override
        public void write(String disk, long place, byte[] hashes, int offset, int lengthBytes, boolean isZero) {
            assertThat(place).isNotNegative();
            assertThat(lengthBytes).isPositive();
        }

        @Override
        public void error(io.compscan.result.ReadError error) {}

        @Override
        public void hardLink(long sizeBytes) {}

        @Override
        public void symbolicLink() {}
    }
}
