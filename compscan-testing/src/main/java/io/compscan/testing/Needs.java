package io.compscan.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Optional;
import org.junit.jupiter.api.Tag;

/**
 * Names what a test needs of its machine beyond a Java runtime and the programs of every Unix. Where something is missing, the test is skipped
 * with the reason, before it or its class has made anything. For JUnit and for jqwik, on classes and methods; a method needs what its class needs, too.
 *
 * <p>The tag {@code needs} selects such tests: a bare machine leaves them out.
 *
 * <p>{@link Programs} runs no program that the running test does not name, so a missing mark fails on each machine.
 */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("needs")
@net.jqwik.api.Tag("needs")
public @interface Needs {

    /** Programs on the path, or in the administrator's directories. */
    String[] value() default {};

    /** Classes that the test uses, which have needs of their own: marked by this annotation, or as a {@link Need}. */
    Class<?>[] also() default {};

    /** Something that a machine may lack, asked through a constructor without arguments. */
    interface Need {
        /** Returns the reason why a test is skipped, or nothing where all is there. */
        Optional<String> missing();
    }

    /** The rights of root. */
    final class Root implements Need {
        @Override
        public Optional<String> missing() {
            return Programs.succeeds("sh", "-c", "test $(id -u) = 0")
                    ? Optional.empty()
                    : Optional.of("only root may do this");
        }
    }
}
