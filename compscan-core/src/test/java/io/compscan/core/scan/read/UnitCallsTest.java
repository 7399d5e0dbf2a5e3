package io.compscan.core.scan.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.scan.read.task.ThreadState;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** The rate is one of bytes that were read, whatever was asked for. */
class UnitCallsTest {

    private static final int RATE = 1_000_000;
    private static final int BODY = 1 << 16;

    private long nanos;

    /** Stands still while nobody waits. */
    private final Throttle.Clock clock = new Throttle.Clock() {
        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public void sleep(long duration) {
            nanos += duration;
        }
    };

    /** A channel that gives so many bytes at a time; of a negative number it fails. */
    private static UnitChannel channel(List<Integer> reads) {
        Queue<Integer> left = new ArrayDeque<>(reads);
        return new UnitChannel() {
            @Override
            public int read(long position, byte[] data, int offset, int length) throws IOException {
                Integer bytes = left.poll();
                if (bytes == null) {
                    return -1;
                }
                if (bytes < 0) {
                    throw new IOException("bad sector");
                }
                return Math.min(bytes, length);
            }

            @Override
            public void close() {}
        };
    }

    private UnitCalls calls() {
        SlabGeometry geometry = new SlabGeometry(BODY, 0, 1);
        return new UnitCalls(geometry, new Throttle(RATE, clock), new ReadCounters(), new ThreadState());
    }

    @Test
    void aReadThatFailsCostsNothing() throws Exception {
        UnitCalls calls = calls();
        Slab slab = new Slab(BODY);
        for (int i = 0; i < 100; i++) {
            assertThat(calls.read(channel(List.of(-1, -1)), 0, slab, 0, BODY, 0, UnitCalls.Blocks.AFTER_FAILURE)
                            .failure())
                    .hasMessage("bad sector");
        }
        assertThat(nanos).isZero();
    }

    /** A stream that is asked again behind a failure may say that it has ended. */
    @Test
    void aStreamThatFailsIsNotAskedAgain() throws Exception {
        Slab slab = new Slab(BODY);
        assertThat(calls().read(channel(List.of(-1)), 0, slab, 0, BODY, 0, UnitCalls.Blocks.NEVER)
                        .failure())
                .hasMessage("bad sector");
        assertThat(calls().read(channel(List.of(-1)), 0, slab, 0, BODY, 0, UnitCalls.Blocks.AFTER_FAILURE)
                        .failure())
                .isNull();
    }

    @Test
    void aShortReadCostsWhatItHasRead() throws Exception {
        UnitCalls calls = calls();
        Slab slab = new Slab(BODY);
        int bytes = 0;
        for (int i = 0; i < 100; i++) {
            bytes += calls.read(channel(List.of(100, 200, 300)), 0, slab, 0, BODY, 0, UnitCalls.Blocks.AFTER_FAILURE)
                    .bytes();
        }
        assertThat(bytes).isEqualTo(60_000);
        // Of what has been read, the last bytes are not waited for. The end of each unit is asked for and given back.
        assertThat(nanos).isBetween(0L, 60_000_000L);
        calls.read(channel(List.of(BODY, BODY, BODY)), 0, slab, 0, BODY, 0, UnitCalls.Blocks.AFTER_FAILURE);
        calls.read(channel(List.of(BODY)), 0, slab, 0, BODY, 0, UnitCalls.Blocks.AFTER_FAILURE);
        assertThat(nanos).isBetween(60_000_000L, 60_000_000L + 2L * BODY * 1000);
    }
}
