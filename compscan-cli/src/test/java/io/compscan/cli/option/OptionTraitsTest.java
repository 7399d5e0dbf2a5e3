package io.compscan.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.cli.option.OptionTraits.Heading;
import io.compscan.cli.option.OptionTraits.Rule;
import io.compscan.cli.option.OptionTraits.Traits;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

class OptionTraitsTest {

    /** Options whose values nobody reads; picocli sets them. */
    @Command(name = "command")
    @SuppressWarnings("UnusedVariable")
    private static final class Example {
        @Traits(heading = Heading.OUTPUT, rank = 2, mayChange = true)
        @Option(names = "--free")
        private boolean free;

        @Traits(
                rare = true,
                idle = {Rule.SETS, Rule.SKETCH_TAKES_NO_DISK})
        @Option(names = {"-f", "--fixed", "--fixed-by-another-name"})
        private boolean fixed;

        @Option(names = "--index")
        private String index = "";

        @Option(names = "--source-space")
        private boolean space;

        @Option(names = "--sets")
        private String sets = "";
    }

    private final CommandLine command = new CommandLine(new Example());

    private OptionSpec option(String name) {
        return command.getCommandSpec().optionsMap().get(name);
    }

    @Test
    void areThoseOfTheDeclaration() {
        Traits free = OptionTraits.of(option("--free"));
        assertThat(free).isNotNull();
        assertThat(free.heading()).isEqualTo(Heading.OUTPUT);
        assertThat(free.rank()).isEqualTo(2);
        assertThat(free.mayChange()).isTrue();
        assertThat(free.rare()).isFalse();
        assertThat(free.idle()).isEmpty();
        Traits fixed = OptionTraits.of(option("-f"));
        assertThat(fixed).isNotNull();
        assertThat(fixed.mayChange()).isFalse();
        assertThat(fixed.rare()).isTrue();
        assertThat(OptionTraits.of(option("--index"))).isNull();
    }

    @Test
    void anIdleOptionIsRefusedUnlessAnotherGivesItAnEffect() {
        command.parseArgs("-f", "--index", "sketch:5");
        assertThatThrownBy(() -> IdleOptions.refuse(command))
                .isInstanceOf(ParameterException.class)
                .hasMessage("--fixed does nothing with --index sketch:5: a sketch stays in memory;"
                        + " leave out one of the two");
        command.parseArgs("-f", "--sets", "a");
        assertThatThrownBy(() -> IdleOptions.refuse(command))
                .hasMessage("--fixed does nothing with --sets: the sets have been scanned; leave out one of the two");
        command.parseArgs("-f", "--index", "sketch", "--source-space");
        IdleOptions.refuse(command);
        command.parseArgs("-f", "--index", "exact");
        IdleOptions.refuse(command);
        command.parseArgs("--free", "--index", "sketch", "--sets", "a");
        IdleOptions.refuse(command);
    }

    @Test
    void aDefaultIsIdleBesideWhatIsTyped() {
        assertThat(IdleOptions.isIdle(option("--fixed"), new String[] {"scan", "--index=sketch"}))
                .isTrue();
        assertThat(IdleOptions.isIdle(option("--fixed"), new String[] {"scan", "--index=auto"}))
                .isFalse();
        assertThat(IdleOptions.isIdle(option("--free"), new String[] {"scan", "--sets", "a"}))
                .isFalse();
    }

    @Test
    void aRuleLooksAtTheValueOfTheOtherOption() {
        Map<String, List<String>> given = Map.of("--index", List.of("auto"));
        assertThat(Rule.AUTO_SPILLS_NOTHING.isMet(name -> given.getOrDefault(name, List.of())))
                .isTrue();
        assertThat(Rule.SKETCH_SIZE.isMet(name -> given.getOrDefault(name, List.of())))
                .isFalse();
    }
}
