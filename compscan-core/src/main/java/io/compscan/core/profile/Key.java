package io.compscan.core.profile;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says of a record's component what {@link Keys} make of a table without this key.
 *
 * <p>Without the annotation a table must have the key, unless it holds a list, a flag, a table or something that may be null.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface Key {

    /** The value of a table without the key: a number, or the name of a key in front of this one. */
    String usual();

    /** Whether documents leave the key out where it has that value, because earlier ones did not know it. */
    boolean isLeftOut() default false;
}
