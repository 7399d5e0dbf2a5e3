package io.compscan.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Marks a test that takes more than one or two seconds, for JUnit and for jqwik. The build {@code mvn verify} leaves such tests out. With
 * {@code -Pall} it runs all tests, with {@code -Pslow} only these. CI runs both kinds.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("slow")
@net.jqwik.api.Tag("slow")
public @interface Slow {}
