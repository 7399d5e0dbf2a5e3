package io.compscan.s3;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/**
 * Counts what goes over the network, and says so where a request is sent again and again. Otherwise a store that is down would look like a
 * scan that hangs, for more than a minute. Any thread.
 */
final class Repetitions implements ExecutionInterceptor {

    private static final ExecutionAttribute<Integer> ATTEMPT = new ExecutionAttribute<>("compscan.attempt");
    private static final ExecutionAttribute<Integer> STATUS = new ExecutionAttribute<>("compscan.status");
    /** One repetition takes no time, and some stores need it often. */
    private static final int SILENT_ATTEMPTS = 3;
    /** Many threads meet the same trouble. */
    private static final long NOTICE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final LongAdder requests;
    private final Consumer<String> notices;
    private final AtomicLong noticedNanos = new AtomicLong(System.nanoTime() - NOTICE_NANOS);

    Repetitions(LongAdder requests, Consumer<String> notices) {
        this.requests = requests;
        this.notices = notices;
    }

    @Override
    public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
        requests.increment();
        int attempt = 1 + attributes.getOptionalAttribute(ATTEMPT).orElse(0);
        attributes.putAttribute(ATTEMPT, attempt);
        long earlier = noticedNanos.get();
        long now = System.nanoTime();
        if (attempt > SILENT_ATTEMPTS && now - earlier >= NOTICE_NANOS && noticedNanos.compareAndSet(earlier, now)) {
            notices.accept(attributes
                            .getOptionalAttribute(STATUS)
                            .map(status -> "the store answers " + status)
                            .orElse("the store sends no answer that is whole")
                    + "; the request goes out again, " + attempt + " of " + S3Store.MAX_ATTEMPTS);
        }
        attributes.putAttribute(STATUS, null);
    }

    @Override
    public void afterTransmission(Context.AfterTransmission context, ExecutionAttributes attributes) {
        if (!context.httpResponse().isSuccessful()) {
            attributes.putAttribute(STATUS, context.httpResponse().statusCode());
        }
    }
}
