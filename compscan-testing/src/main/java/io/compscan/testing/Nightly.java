package io.compscan.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Marks a long series, for JUnit and for jqwik: intervals over hundreds of draws, whole repositories of backup programs, millions of names. A
 * shorter test of the same code is {@link Slow} or unmarked. {@code -Pall} runs both kinds of marked tests; CI runs the slow ones before a
 * change lands, the nightly workflow runs all.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("nightly")
@net.jqwik.api.Tag("nightly")
@Slow
public @interface Nightly {}
