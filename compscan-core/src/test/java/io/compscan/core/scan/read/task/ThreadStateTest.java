package io.compscan.core.scan.read.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ThreadStateTest {

    @Test
    void aThreadIsDetachedOnlyWhileItIsBlocked() throws Exception {
        ThreadState state = new ThreadState();
        assertThat(state.detach()).isFalse();
        state.block();
        state.unblock();
        assertThat(state.detach()).isFalse();
        state.block();
        assertThat(state.detach()).isTrue();
        assertThat(state.detach()).isTrue();
        assertThat(state.isDetached()).isTrue();
        assertThat(state.tryUnblock()).isFalse();
        assertThatThrownBy(state::unblock).isInstanceOf(InterruptedException.class);
        state.block();
        state.end();
        assertThat(state.isDetached()).isTrue();
    }

    @Test
    void aThreadThatHasEndedNeedsNoDetaching() {
        ThreadState state = new ThreadState();
        state.end();
        assertThat(state.detach()).isTrue();
        assertThat(state.isDetached()).isFalse();
    }

    @Test
    void whatACallThrowsIsThrownUnlessTheThreadWasDetachedMeanwhile() {
        ThreadState state = new ThreadState();
        assertThatThrownBy(() -> state.call(() -> {
                    throw new IOException("bad sector");
                }))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> state.call(() -> {
                    assertThat(state.detach()).isTrue();
                    throw new IOException("bad sector");
                }))
                .isInstanceOf(InterruptedException.class);
    }

    @Test
    void callsDoNotNest() {
        ThreadState state = new ThreadState();
        assertThatThrownBy(() -> state.call(() -> state.call(() -> 0))).isInstanceOf(IllegalStateException.class);
    }

    /** A plain field represents all that a thread owns. The thread that detaches it sees the last value, which changes no more. */
    @Test
    void whoeverDetachesAThreadOwnsWhatItOwned() throws Exception {
        for (int i = 0; i < 200; i++) {
            Counting counting = new Counting();
            Thread thread = new Thread(counting);
            thread.start();
            while (!counting.state.detach()) {
                Thread.onSpinWait();
            }
            int seen = counting.count;
            assertThat(seen % 2).isZero();
            counting.stop.set(true);
            thread.join();
            assertThat(counting.count).isEqualTo(seen);
        }
    }

    private static final class Counting implements Runnable {
        private final ThreadState state = new ThreadState();
        private final AtomicBoolean stop = new AtomicBoolean();
        private int count;

        @Override
        public void run() {
            try {
                while (!stop.get()) {
                    count++;
                    count++;
                    state.call(() -> 0);
                }
            } catch (InterruptedException | IOException e) {
                // Detached.
            } finally {
                state.end();
            }
        }
    }
}
