package io.compscan.core.scan.read.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.scan.read.task.ReadTask.Pack;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class TaskQueueTest {

    private final StopSignal stop = new StopSignal();
    private final PausePoint pause = new PausePoint(0);
    private final TaskQueue queue = new TaskQueue(stop, pause);
    private final ThreadState walk = new ThreadState();
    private final ThreadState reader = new ThreadState();

    private static Pack pack(int units) {
        return new Pack(Collections.nCopies(units, Tickets.unread("small")));
    }

    @Test
    void tasksComeInTheOrderOfTheWalkAndTheQueueEndsWithIt() throws Exception {
        Pack first = pack(1);
        Pack second = pack(2);
        queue.put(first, walk);
        queue.put(second, walk);
        queue.close();
        assertThat(queue.take(reader)).isSameAs(first);
        assertThat(queue.isEmpty()).isFalse();
        assertThat(queue.take(reader)).isSameAs(second);
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.take(reader)).isNull();
    }

    @Test
    void theQueueHasNotEndedWhileATaskThatIsHandedOnIsInHand() throws Exception {
        ReadTask.Stream stream = new ReadTask.Stream(Tickets.unread("stream"), new Chain(1));
        queue.put(stream, walk);
        queue.put(pack(1), walk);
        queue.close();
        assertThat(queue.take(reader)).isSameAs(stream);
        queue.putBack(stream);
        // In front of everything else.
        assertThat(queue.take(reader)).isSameAs(stream);
        assertThat(queue.take(reader)).isInstanceOf(Pack.class);
        CountDownLatch ended = new CountDownLatch(1);
        ThreadState other = new ThreadState();
        Thread taker = new Thread(() -> {
            try {
                if (queue.take(other) == null) {
                    ended.countDown();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        taker.start();
        awaitBlocked(taker);
        assertThat(ended.getCount()).isEqualTo(1);
        queue.end(stream);
        ended.await();
    }

    @Test
    void aStoppedScanDoesNotWaitForTheRestOfAStream() throws Exception {
        queue.put(new ReadTask.Stream(Tickets.unread("stream"), new Chain(1)), walk);
        assertThat(queue.take(reader)).isNotNull();
        stop.stop(StopReason.INTERRUPTED);
        assertThat(queue.take(reader)).isNull();
    }

    @Test
    void aFullQueueKeepsTheWalkWaitingUntilItIsHalfEmpty() throws Exception {
        for (int i = 0; i < 16; i++) {
            queue.put(pack(512), walk);
        }
        Thread walking = new Thread(() -> {
            try {
                queue.put(pack(1), walk);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        walking.start();
        awaitBlocked(walking);
        for (int i = 0; i < 7; i++) {
            queue.take(reader);
            assertThat(walking.isAlive()).isTrue();
        }
        queue.take(reader);
        walking.join();
    }

    @Test
    void nobodyGetsATaskWhileAPauseIsRequested() throws Exception {
        queue.put(pack(1), walk);
        boolean paused = pause.run(Duration.ofSeconds(1), () -> 0, () -> {
            assertThat(queue.isPaused()).isTrue();
            assertThat(queue.take(reader)).isNull();
        });
        assertThat(paused).isTrue();
        assertThat(queue.isPaused()).isFalse();
        assertThat(queue.take(reader)).isNotNull();
    }

    @Test
    void aThreadThatWaitsCanBeDetached() throws Exception {
        Thread taker = new Thread(() -> {
            try {
                queue.take(reader);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        taker.start();
        while (!reader.detach()) {
            Thread.onSpinWait();
        }
        taker.join();
        assertThat(reader.isDetached()).isTrue();
    }

    private static void awaitBlocked(Thread thread) {
        while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }
}
