package io.compscan.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** Tests whose needs are not met make nothing and fail nowhere, in both engines. */
class NeedsTest {

    private static final String NONE = "no-such-program";
    private static int made;

    @AfterEach
    void reset() {
        made = 0;
    }

    private static EngineExecutionResults run(String engine, Class<?> tests) {
        return EngineTestKit.engine(engine)
                .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
                .selectors(selectClass(tests))
                .execute();
    }

    private static List<String> reasons(EngineExecutionResults results) {
        return results.allEvents().skipped().stream()
                .map(event -> event.getRequiredPayload(String.class))
                .toList();
    }

    /** A class that makes something for all of its tests. */
    @Needs(NONE)
    static final class WholeClass {
        static final int MADE = ++made;

        @BeforeAll
        static void make() {
            made += MADE;
        }

        @Test
        void some() {
            made++;
        }
    }

    @Test
    void aClassIsSkippedBeforeItMakesAnything() {
        EngineExecutionResults results = run("junit-jupiter", WholeClass.class);
        assertThat(reasons(results)).containsExactly("there is no " + NONE);
        assertThat(made).isZero();
    }

    /** A class that tests use. */
    @Needs(value = "sh", also = Never.class)
    static final class Used {}

    static final class Never implements Needs.Need {
        @Override
        public Optional<String> missing() {
            return Optional.of("never here");
        }
    }

    static final class Methods {
        @Test
        @Needs({NONE, "sh", "another-such"})
        void programs() {
            made++;
        }

        @Test
        @Needs(also = Used.class)
        void classes() {
            made++;
        }

        @Test
        @Needs("env")
        void all() throws IOException {
            Programs.run("env");
            made += 100;
        }

        @Test
        void unnamed() {
            assertThatThrownBy(() -> Programs.run("env")).hasMessageContaining("@Needs(\"env\")");
            made += 100;
        }
    }

    @Test
    void eachMethodNamesWhatItNeeds() {
        EngineExecutionResults results = run("junit-jupiter", Methods.class);
        assertThat(reasons(results))
                .containsExactlyInAnyOrder("there is no " + NONE + " and no another-such", "never here");
        assertThat(results.testEvents().failed().stream().map(Event::toString)).isEmpty();
        assertThat(made).isEqualTo(200);
    }

    static final class Properties {
        @Property(tries = 5)
        @Needs(NONE)
        void skipped(@ForAll int any) {
            made++;
        }

        @Property(tries = 5)
        @Needs("env")
        void holds(@ForAll int any) throws IOException {
            Programs.run("env");
            made += 100;
        }
    }

    @Test
    void propertiesAreSkippedAsWholes() {
        EngineExecutionResults results = run("jqwik", Properties.class);
        assertThat(reasons(results)).containsExactly("there is no " + NONE);
        assertThat(results.testEvents().failed().stream().map(Event::toString)).isEmpty();
        assertThat(made).isEqualTo(500);
    }
}
