package io.compscan.core.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.result.ReadError;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** However large files claim to be, their sum can be counted. */
class SizeLimitTest {

    private final Sum sum = new Sum();
    private final SizeLimit limit = new SizeLimit(sum);

    @Test
    void refusesWhatGoesBeyondAndTakesWhatStillFits() throws InterruptedException {
        limit.unit(new Claim("a", SizeLimit.MAX_BYTES - 10));
        limit.unit(new Claim("b", Long.MAX_VALUE));
        limit.unit(new Claim("c", 11));
        limit.hardLink(SizeLimit.MAX_BYTES);
        limit.unit(new Claim("d", 10));
        assertThat(sum.bytes).isEqualTo(SizeLimit.MAX_BYTES);
        assertThat(sum.errors).extracting(ReadError::path).containsExactly("b", "c", "(a further name of a file)");
        assertThat(sum.errors)
                .allMatch(error -> error.unreadBytes() == 0 && error.reason().startsWith("too large"));
    }

    @Test
    void aStreamHasNoSizeYet() throws InterruptedException {
        limit.unit(new Claim("stream", Unit.UNKNOWN_SIZE));
        limit.unit(new Claim("a", SizeLimit.MAX_BYTES));
        assertThat(sum.errors).isEmpty();
    }

    @Property
    void theSumNeverOverflows(@ForAll List<@LongRange(min = 0) Long> sizes) throws InterruptedException {
        for (long size : sizes) {
            limit.unit(new Claim("file", size));
            assertThat(sum.bytes).isBetween(0L, SizeLimit.MAX_BYTES);
        }
    }

    private record Claim(String name, long sizeBytes) implements Unit {

        @Override
        public String extension() {
            return "";
        }

        @Override
        public UnitChannel open() {
            throw new AssertionError("nobody reads it");
        }
    }

    private static final class Sum implements SourceVisitor {

        private long bytes;
        private final List<ReadError> errors = new ArrayList<>();

        @Override
        public void unit(Unit unit) {
            bytes += Math.max(0, unit.sizeBytes());
        }

        @Override
        public void hardLink(long sizeBytes) {
            bytes += sizeBytes;
        }

        @Override
        public void error(ReadError error) {
            errors.add(error);
        }

        @Override
        public boolean isStopped() {
            return false;
        }
    }
}
