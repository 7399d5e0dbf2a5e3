package io.compscan.core.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ForwardingVisitorTest {

    /** A new method of a visitor does nothing by default, so a visitor in between would keep the call from the next one. */
    @Test
    void nothingIsLost() {
        assertThat(Arrays.stream(SourceVisitor.class.getDeclaredMethods())
                        .filter(method -> !method.isSynthetic())
                        .map(Method::getName)
                        .sorted()
                        .toList())
                .isEqualTo(Arrays.stream(ForwardingVisitor.class.getDeclaredMethods())
                        .map(Method::getName)
                        .sorted()
                        .toList());
    }
}
