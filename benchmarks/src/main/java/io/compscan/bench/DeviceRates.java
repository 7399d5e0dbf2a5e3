package io.compscan.bench;

import io.compscan.core.accelerator.AcceleratorException;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.rolling.CandidateRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The common parts of the measurements of a device: threads that repeat one task, their rate, and a line of output. */
final class DeviceRates {

    /** The bytes that a scan sends to a device at a time. */
    static final int SLAB_BYTES = 32 << 20;

    static final int DIGEST_BYTES = 20;

    private static final int RUNS = 7;
    private static final long RUN_NANOS = 400_000_000;

    private DeviceRates() {}

    /** The work of one thread; threads are numbered from 0. */
    @FunctionalInterface
    interface Task {
        void run(int thread) throws Exception;
    }

    static void inThreads(int count, Task task) throws Exception {
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < count; t++) {
            int number = t;
            Thread thread = new Thread(() -> {
                try {
                    task.run(number);
                } catch (Exception e) {
                    failure.compareAndSet(null, e);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Exception thrown = failure.get();
        if (thrown != null) {
            throw thrown;
        }
    }

    /** Does something with a slab, and says how many times. */
    @FunctionalInterface
    interface Work {
        long run(int thread) throws AcceleratorException;
    }

    /** The median rate of {@link #RUNS} runs of so many threads, in 10^9 bytes a second. One more run comes first to warm up. */
    static double median(int threads, long slabBytes, Work work) throws Exception {
        double[] rates = new double[RUNS];
        for (int run = -1; run < RUNS; run++) {
            long begin = System.nanoTime();
            long[] counts = new long[threads];
            inThreads(threads, thread -> {
                do {
                    counts[thread] += work.run(thread);
                } while (System.nanoTime() - begin < RUN_NANOS);
            });
            double rate = (double) Arrays.stream(counts).sum() * slabBytes / (System.nanoTime() - begin);
            if (run >= 0) {
                rates[run] = rate;
            }
        }
        Arrays.sort(rates);
        return rates[RUNS / 2];
    }

    static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }

    static List<CandidateRule> rules(List<Chunker> chunkers) {
        List<CandidateRule> rules = new ArrayList<>();
        for (Chunker chunker : chunkers) {
            CandidateRule rule = chunker.candidateRule();
            if (rule != null) {
                rules.add(rule);
            }
        }
        return rules;
    }
}
