package io.compscan.core.scan;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue with an end: once it is closed and empty, takers are told so.
 *
 * @param <T> what is handed over
 */
final class Handoff<T> {

    private sealed interface Item<T> {}

    private record Value<T>(T value) implements Item<T> {}

    private record End<T>() implements Item<T> {}

    private final BlockingQueue<Item<T>> queue;

    Handoff(int capacity) {
        // One place more, so that the end marker always finds room behind the last value.
        queue = new ArrayBlockingQueue<>(capacity + 1);
    }

    void put(T value) throws InterruptedException {
        queue.put(new Value<>(value));
    }

    /** Tells all takers that nothing more comes. */
    void close() throws InterruptedException {
        queue.put(new End<>());
    }

    /** The next value; null once the queue is closed and empty. */
    @Nullable T take() throws InterruptedException {
        return valueOf(queue.take());
    }

    /** The next value if it comes in time. */
    Poll<T> poll(long waitNanos) throws InterruptedException {
        Item<T> item = queue.poll(waitNanos, TimeUnit.NANOSECONDS);
        return item == null ? new Poll<>(null, false) : new Poll<>(valueOf(item), true);
    }

    /**
     * What came of waiting.
     *
     * @param value null if nothing came in time, or nothing will come any more
     * @param answered false if nothing came in time
     */
    record Poll<T>(@Nullable T value, boolean answered) {}

    private @Nullable T valueOf(Item<T> item) throws InterruptedException {
        if (item instanceof Value<T> v) {
            return v.value();
        }
        // The next taker must see the end too.
        queue.put(item);
        return null;
    }
}
