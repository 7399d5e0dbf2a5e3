package io.compscan.testing;

import java.util.List;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.lifecycle.AroundTryHook;
import net.jqwik.api.lifecycle.Lifespan;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.Store;
import net.jqwik.api.lifecycle.TryExecutionResult;
import net.jqwik.api.lifecycle.TryExecutor;
import net.jqwik.api.lifecycle.TryLifecycleContext;

/**
 * Ends each property after {@code -Dcompscan.property.millis} milliseconds, if its tries have held so far. {@code dev/mutation} runs every
 * property hundreds of times.
 *
 * <p>jqwik itself has a setting for the number of tries, but it holds only for a property that names none.
 */
public final class ShortProperties implements AroundTryHook {

    private static final long MILLIS = Long.getLong("compscan.property.millis", Long.MAX_VALUE);

    /** Whether tests that draw many samples should draw fewer, and accept a wider result. */
    public static boolean areShort() {
        return MILLIS < Long.MAX_VALUE;
    }

    @Override
    public TryExecutionResult aroundTry(TryLifecycleContext context, TryExecutor aTry, List<Object> parameters) {
        if (!areShort()) {
            return aTry.execute(parameters);
        }
        long begin = Store.getOrCreate(ShortProperties.class, Lifespan.PROPERTY, System::nanoTime)
                .get();
        TryExecutionResult result = aTry.execute(parameters);
        boolean isLong = System.nanoTime() - begin > TimeUnit.MILLISECONDS.toNanos(MILLIS);
        return result.isSatisfied() && isLong ? TryExecutionResult.satisfied(true) : result;
    }

    @Override
    public PropagationMode propagateTo() {
        return PropagationMode.ALL_DESCENDANTS;
    }
}
