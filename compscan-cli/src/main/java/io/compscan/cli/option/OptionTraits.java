package io.compscan.cli.option;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;

/**
 * What a declaration of an option says beside the name and the value that picocli knows.
 *
 * <p>The help of a command with {@code --help-all}, resumed commands and the refusal of idle options read it there, so nobody keeps a list of options.
 */
public final class OptionTraits {

    /** The headings in the help of a command, in their order; one without options is left out. */
    public enum Heading {
        SOURCE("What to scan"),
        SAMPLE("How much of it is read"),
        LAYOUT("How it is cut and compressed"),
        SYSTEMS("Target systems"),
        OUTPUT("Output"),
        RESOURCES("Resources"),
        RESUMING("Interrupt and resume"),
        HELP("Help");

        private final String title;

        Heading(String title) {
            this.title = title;
        }

        /** The words of the heading. */
        public String title() {
            return title;
        }
    }

    /** A value of another option that leaves an option without effect. */
    public enum Rule {
        /** An index of a fixed size has no budget. */
        SKETCH_SIZE("--index", Values.SKETCH, "", "a sketch has a fixed size"),
        SKETCH_SPILLS_NOTHING("--index", Values.SKETCH, "", Values.IN_MEMORY),
        SKETCH_TAKES_NO_DISK("--index", Values.SKETCH, "--source-space", Values.IN_MEMORY),
        AUTO_SPILLS_NOTHING("--index", Values.AUTO, "", Values.NOT_ON_DISK),
        AUTO_TAKES_NO_DISK("--index", Values.AUTO, "--source-space", Values.NOT_ON_DISK),
        /** A stream is one unit, with nothing to choose from. */
        STDIN("--stdin", Values.ANY, "", "there are no files to walk through"),
        /** A set holds the outcome of a scan. */
        SETS("--sets", Values.ANY, "", "the sets have been scanned");

        private final String other;
        private final Pattern value;
        private final String unless;
        private final String reason;

        /**
         * A rule.
         *
         * @param other the name of the option that is the reason
         * @param value the values for which that holds; of a flag the empty text
         * @param unless an option with which the idle one has another effect; empty if there is none
         * @param reason why, in words that go behind a colon
         */
        Rule(String other, Pattern value, String unless, String reason) {
            this.other = other;
            this.value = value;
            this.unless = unless;
            this.reason = reason;
        }

        /** The option that is the reason. */
        String other() {
            return other;
        }

        /** The other option with its value, if only some values are the reason, and why. */
        String reason(String given) {
            return other + (given.isEmpty() || value == Values.ANY ? "" : " " + given) + ": " + reason;
        }

        /**
         * Whether a command line meets the rule.
         *
         * @param values the values of an option by its name; empty where it is not given
         */
        boolean isMet(Function<String, List<String>> values) {
            return values.apply(other).stream()
                            .anyMatch(text -> value.matcher(text).matches())
                    && (unless.isEmpty() || values.apply(unless).isEmpty());
        }
    }

    /** What several rules have in common. */
    private static final class Values {
        static final Pattern ANY = Pattern.compile(".*", Pattern.DOTALL);
        static final Pattern SKETCH = Pattern.compile("sketch.*", Pattern.DOTALL);
        static final Pattern AUTO = Pattern.compile("auto");
        static final String IN_MEMORY = "a sketch stays in memory";
        static final String NOT_ON_DISK = "it takes a sample where the memory ends, not the disk";
    }

    /** The traits of the option that this field declares. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.FIELD)
    public @interface Traits {

        /** Where the help shows it. */
        Heading heading() default Heading.HELP;

        /** Its rank below the heading, among the usual or the rare options; by default it comes last. */
        int rank() default Integer.MAX_VALUE;

        /** Whether few people need it, so that only {@code --help-all} shows it. */
        boolean rare() default false;

        /** Whether a resumed command may change it, because it decides no number. */
        boolean mayChange() default false;

        /** What leaves it without effect. */
        Rule[] idle() default {};
    }

    private OptionTraits() {}

    /** The traits of an option; null if its declaration has none. */
    public static @Nullable Traits of(OptionSpec option) {
        return option.userObject() instanceof AnnotatedElement declaration
                ? declaration.getAnnotation(Traits.class)
                : null;
    }
}
